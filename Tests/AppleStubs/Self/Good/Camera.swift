import MessageUI
import QuickLook
import SwiftUI
import UIKit
import VisionKit

struct DocumentCamera: UIViewControllerRepresentable {
    let onScan: ([UIImage]) -> Void
    let onFailure: (any Error) -> Void
    @Environment(\.dismiss) private var dismiss

    func makeCoordinator() -> Coordinator { Coordinator(self) }

    func makeUIViewController(context: Context) -> VNDocumentCameraViewController {
        let controller = VNDocumentCameraViewController()
        controller.delegate = context.coordinator
        return controller
    }

    func updateUIViewController(_ controller: VNDocumentCameraViewController, context: Context) {}

    final class Coordinator: NSObject, VNDocumentCameraViewControllerDelegate {
        let parent: DocumentCamera
        init(_ parent: DocumentCamera) { self.parent = parent }

        func documentCameraViewController(_ controller: VNDocumentCameraViewController, didFinishWith scan: VNDocumentCameraScan) {
            parent.onScan((0..<scan.pageCount).map(scan.imageOfPage(at:)))
            parent.dismiss()
        }

        func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController) { parent.dismiss() }

        func documentCameraViewController(_ controller: VNDocumentCameraViewController, didFailWithError error: any Error) {
            parent.onFailure(error)
        }
    }
}

struct MailSheet: UIViewControllerRepresentable {
    var subject: String
    var attachment: Data
    @Binding var result: MFMailComposeResult?

    func makeCoordinator() -> Coordinator { Coordinator($result) }

    func makeUIViewController(context: Context) -> MFMailComposeViewController {
        let controller = MFMailComposeViewController()
        controller.mailComposeDelegate = context.coordinator
        controller.setSubject(subject)
        controller.addAttachmentData(attachment, mimeType: "application/pdf", fileName: "document.pdf")
        return controller
    }

    func updateUIViewController(_ controller: MFMailComposeViewController, context: Context) {}

    final class Coordinator: NSObject, MFMailComposeViewControllerDelegate {
        @Binding var result: MFMailComposeResult?
        init(_ result: Binding<MFMailComposeResult?>) { _result = result }

        func mailComposeController(
            _ controller: MFMailComposeViewController,
            didFinishWith result: MFMailComposeResult,
            error: (any Error)?
        ) {
            self.result = result
            controller.dismiss(animated: true)
        }
    }
}

struct SharingSheet: UIViewControllerRepresentable {
    let items: [URL]

    func makeUIViewController(context: Context) -> UIActivityViewController {
        let controller = UIActivityViewController(activityItems: items, applicationActivities: nil)
        controller.excludedActivityTypes = [.saveToCameraRoll]
        return controller
    }

    func updateUIViewController(_ controller: UIActivityViewController, context: Context) {}
}

struct SendingScreen: View {
    let url: URL
    @State private var isScanning = false
    @State private var isMailing = false
    @State private var mailed: MFMailComposeResult?
    @State private var preview: URL?

    var body: some View {
        VStack {
            if VNDocumentCameraViewController.isSupported {
                Button("Scan", systemImage: "doc.viewfinder") { isScanning = true }
            }
            Button("Send by e-mail") { isMailing = true }.disabled(!MFMailComposeViewController.canSendMail())
            Button("Look") { preview = url }
        }
        .quickLookPreview($preview)
        .fullScreenCover(isPresented: $isScanning) {
            DocumentCamera { _ in
            } onFailure: {
                print($0.localizedDescription)
            }
            .ignoresSafeArea()
        }
        .sheet(isPresented: $isMailing) {
            MailSheet(subject: url.lastPathComponent, attachment: Data(), result: $mailed)
        }
    }
}
