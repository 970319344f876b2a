import Combine
import PDFKit
import QuickLook
import SwiftUI
import UIKit

final class PadController: UIViewController, UIScrollViewDelegate, UIPencilInteractionDelegate {
    private let scroll = UIScrollView()
    private let canvas = UIImageView()
    private let toolbar = UIStackView()
    private var cancellables: Set<AnyCancellable> = []
    private lazy var clear = UIButton(
        configuration: .tinted(),
        primaryAction: UIAction(title: "Clear", image: UIImage(systemName: "trash")) { [unowned self] _ in self.wipe() }
    )

    override func loadView() {
        view = UIView()
        view.backgroundColor = .systemBackground
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        scroll.delegate = self
        scroll.minimumZoomScale = 1
        scroll.maximumZoomScale = 4
        scroll.frame = view.bounds
        scroll.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        scroll.addSubview(canvas)
        view.addSubview(scroll)
        toolbar.axis = .horizontal
        toolbar.spacing = 8
        toolbar.addArrangedSubview(clear)
        let pan = UIPanGestureRecognizer(target: self, action: #selector(panned(_:)))
        pan.maximumNumberOfTouches = 1
        pan.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.pencil.rawValue)]
        canvas.addGestureRecognizer(pan)
        canvas.addInteraction(UIPencilInteraction(delegate: self))
        canvas.layer.cornerRadius = 12
        canvas.layer.borderColor = UIColor.separator.cgColor
        canvas.isAccessibilityElement = true
        canvas.accessibilityTraits = [.allowsDirectInteraction, .image]
        canvas.accessibilityCustomActions = [
            UIAccessibilityCustomAction(name: "Clear") { [weak self] _ in
                self?.wipe(); return true
            }
        ]
        NotificationCenter.default.publisher(for: UIApplication.didEnterBackgroundNotification)
            .sink { [weak self] _ in MainActor.assumeIsolated { self?.wipe() } }
            .store(in: &cancellables)
        registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (controller: PadController, _) in controller.wipe() }
    }

    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        _ = coordinator.animate(alongsideTransition: { _ in self.scroll.zoomScale = 1 }, completion: nil)
    }

    func viewForZooming(in scrollView: UIScrollView) -> UIView? { canvas }

    @objc private func panned(_ recognizer: UIPanGestureRecognizer) {
        switch recognizer.state {
        case .began, .changed: canvas.alpha = min(1, recognizer.translation(in: canvas).x)
        case .ended, .cancelled, .failed, .possible: break
        @unknown default: break
        }
    }

    private func wipe() {
        UIView.animate(withDuration: 0.2) {
            self.canvas.alpha = 0
        } completion: { _ in
            self.canvas.image = nil
        }
        let alert = UIAlertController(title: "Wiped", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }
}

final class PreviewSource: NSObject, QLPreviewControllerDataSource {
    let url: URL
    init(url: URL) { self.url = url }
    func numberOfPreviewItems(in controller: QLPreviewController) -> Int { 1 }
    func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem { url as NSURL }
}

struct PadHost: UIViewControllerRepresentable {
    typealias UIViewControllerType = PadController
    func makeUIViewController(context: Context) -> PadController { PadController() }
    func updateUIViewController(_ controller: PadController, context: Context) {
        controller.overrideUserInterfaceStyle = context.environment.colorScheme == .dark ? .dark : .light
    }
}

final class SceneHost: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
        guard let scene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIHostingController(rootView: PadHost())
        window.makeKeyAndVisible()
        self.window = window
        if let url = connectionOptions.urlContexts.first?.url { print(url) }
    }
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { contexts.forEach { print($0.url) } }
}
