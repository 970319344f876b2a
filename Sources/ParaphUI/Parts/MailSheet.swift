#if canImport(UIKit)
import MessageUI
import SwiftUI

/// A mail with a file, written by the person in the system's own sheet.
struct MailSheet: UIViewControllerRepresentable {
    let file: URL
    @Environment(\.dismiss) private var dismiss

    func makeCoordinator() -> Coordinator { Coordinator(dismiss) }

    func makeUIViewController(context: Context) -> MFMailComposeViewController {
        let controller = MFMailComposeViewController()
        controller.mailComposeDelegate = context.coordinator
        controller.setSubject(file.lastPathComponent)
        if let bytes = try? Data(contentsOf: file) {
            controller.addAttachmentData(bytes, mimeType: "application/pdf", fileName: file.lastPathComponent)
        }
        return controller
    }

    func updateUIViewController(_ controller: MFMailComposeViewController, context: Context) {}

    final class Coordinator: NSObject, MFMailComposeViewControllerDelegate {
        private let dismiss: DismissAction

        init(_ dismiss: DismissAction) {
            self.dismiss = dismiss
        }

        func mailComposeController(
            _ controller: MFMailComposeViewController,
            didFinishWith result: MFMailComposeResult,
            error: (any Error)?
        ) {
            dismiss()
        }
    }
}
#endif
