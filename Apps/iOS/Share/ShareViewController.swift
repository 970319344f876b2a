import ParaphViewModels
import UIKit
import UniformTypeIdentifiers

/// Takes the PDFs that another app shares, and leaves them where the app finds them; the extension itself opens and sends nothing.
final class ShareViewController: UIViewController {
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Task { await take() }
    }

    private func take() async {
        let items = extensionContext?.inputItems as? [NSExtensionItem] ?? []
        let providers = items.flatMap { $0.attachments ?? [] }.filter { $0.hasItemConformingToTypeIdentifier(UTType.pdf.identifier) }
        var kept = 0
        for provider in providers where await Self.keep(provider) { kept += 1 }
        tell(kept > 0 && kept == providers.count)
    }

    private static func keep(_ provider: NSItemProvider) async -> Bool {
        await withCheckedContinuation { continuation in
            _ = provider.loadFileRepresentation(forTypeIdentifier: UTType.pdf.identifier) { file, _ in
                // The file is gone once this returns.
                guard let file, let inbox = SharedInbox() else { return continuation.resume(returning: false) }
                continuation.resume(returning: (try? inbox.put(file)) != nil)
            }
        }
    }

    /// Says how it went; an extension has no way to open its app.
    private func tell(_ isKept: Bool) {
        let words = Words(.preferred)
        let text = isKept ? words("app.shared") : words("app.notShared")
        let alert = UIAlertController(title: nil, message: text, preferredStyle: .alert)
        alert.addAction(
            UIAlertAction(title: words("action.close"), style: .default) { [weak self] _ in
                self?.extensionContext?.completeRequest(returningItems: nil)
            }
        )
        present(alert, animated: true)
    }
}
