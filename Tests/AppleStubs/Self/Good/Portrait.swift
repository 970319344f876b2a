import SwiftUI
import UIKit

struct PortraitCamera: UIViewControllerRepresentable {
    let onTaken: (UIImage) -> Void

    func makeCoordinator() -> Coordinator { Coordinator(onTaken) }

    func makeUIViewController(context: Context) -> UIImagePickerController {
        let controller = UIImagePickerController()
        controller.sourceType = .camera
        controller.cameraDevice = .front
        controller.delegate = context.coordinator
        return controller
    }

    func updateUIViewController(_ controller: UIImagePickerController, context: Context) {}

    final class Coordinator: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
        private let onTaken: (UIImage) -> Void

        init(_ onTaken: @escaping (UIImage) -> Void) { self.onTaken = onTaken }

        func imagePickerController(
            _ picker: UIImagePickerController,
            didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) {
            if let photo = info[.originalImage] as? UIImage { onTaken(photo) }
        }
    }
}
