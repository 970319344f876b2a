import SwiftUI
import UIKit

/// What a host that is not SwiftUI gets.
public final class SampleViewController: UIViewController {
    private let hosted: UIHostingController<AnyView>
    private let onFinish: (Bool) -> Void

    public init(title: String, onFinish: @escaping (Bool) -> Void) {
        hosted = UIHostingController(rootView: AnyView(Text(title)))
        self.onFinish = onFinish
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .formSheet
        navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .done, primaryAction: UIAction { [weak self] _ in self?.finish() })
        navigationItem.leftBarButtonItem = UIBarButtonItem(title: "Cancel", style: .plain, target: self, action: #selector(cancel))
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    public override func viewDidLoad() {
        super.viewDidLoad()
        addChild(hosted)
        hosted.view.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(hosted.view)
        NSLayoutConstraint.activate([
            hosted.view.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            hosted.view.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            hosted.view.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            hosted.view.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -8),
        ])
        hosted.didMove(toParent: self)
        hosted.sizingOptions = .preferredContentSize
        let tap = UITapGestureRecognizer(target: self, action: #selector(cancel))
        tap.delegate = self
        view.addGestureRecognizer(tap)
    }

    public override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }

    private func finish() {
        onFinish(true)
        dismiss(animated: true)
    }

    @objc private func cancel() { onFinish(false) }

    func show(from presenter: UIViewController, source: UIView) {
        let navigation = UINavigationController(rootViewController: self)
        navigation.modalPresentationStyle = .popover
        navigation.popoverPresentationController?.sourceView = source
        navigation.sheetPresentationController?.detents = [.medium(), .large()]
        presenter.present(navigation, animated: true) { UIAccessibility.post(notification: .screenChanged, argument: nil) }
        UINotificationFeedbackGenerator().notificationOccurred(.success)
    }
}

extension SampleViewController: UIGestureRecognizerDelegate {
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { touch.view === view }
}

final class ShareViewController: UIViewController {
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Task { await take() }
    }

    private func take() async {
        let providers = (extensionContext?.inputItems as? [NSExtensionItem])?.flatMap { $0.attachments ?? [] } ?? []
        for provider in providers where provider.hasItemConformingToTypeIdentifier("com.adobe.pdf") {
            _ = provider.loadFileRepresentation(forTypeIdentifier: "com.adobe.pdf") { url, _ in print(url ?? "none") }
        }
        extensionContext?.completeRequest(returningItems: nil)
    }
}

func rendered(_ strokes: [[CGPoint]], size: CGSize) -> Data {
    let format = UIGraphicsImageRendererFormat.preferred()
    format.opaque = false
    return UIGraphicsImageRenderer(size: size, format: format).pngData { context in
        context.cgContext.setLineCap(.round)
        context.cgContext.setStrokeColor(UIColor.systemBlue.cgColor)
        for stroke in strokes {
            context.cgContext.addLines(between: stroke)
            context.cgContext.strokePath()
        }
    }
}
