#if canImport(UIKit)
import SwiftUI
import UIKit

/// The system's camera, for one photo.
struct CameraSheet: UIViewControllerRepresentable {
    let onTaken: (UIImage) -> Void
    @Environment(\.dismiss) private var dismiss

    /// Whether the device has a camera.
    static var isAvailable: Bool { UIImagePickerController.isSourceTypeAvailable(.camera) }

    func makeCoordinator() -> Coordinator { Coordinator(self) }

    func makeUIViewController(context: Context) -> UIImagePickerController {
        let controller = UIImagePickerController()
        controller.sourceType = .camera
        controller.cameraDevice = .front
        controller.delegate = context.coordinator
        return controller
    }

    func updateUIViewController(_ controller: UIImagePickerController, context: Context) {}

    final class Coordinator: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
        private let sheet: CameraSheet

        init(_ sheet: CameraSheet) {
            self.sheet = sheet
        }

        func imagePickerController(
            _ picker: UIImagePickerController,
            didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) {
            if let photo = info[.originalImage] as? UIImage { sheet.onTaken(photo) }
            sheet.dismiss()
        }

        func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { sheet.dismiss() }
    }
}
#endif
