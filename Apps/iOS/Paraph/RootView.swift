import ParaphClient
import ParaphUI
import ParaphViewModels
import ParaphWire
import SwiftUI

/// The way to an account, and the app behind it; links and PDFs that other apps hand over.
struct RootView: View {
    let services: Services
    let launch: Launch
    @State private var router: Router
    @Environment(\.openURL) private var openURL

    init(services: Services, launch: Launch) {
        self.services = services
        self.launch = launch
        _router = State(initialValue: Router(server: services.server))
    }

    var body: some View {
        StartView(services.context, passkeys: services.passkeys) { start in
            Shell(services: services, start: start, router: router)
        }
        // Another language makes all screens anew.
        .id(services.context.words.language)
        .task { await services.engine.run() }
        .onChange(of: launch.tapped, initial: true) { _, category in
            if let category { router.open(category) }
            launch.tapped = nil
        }
        .onOpenURL { router.open($0) }
        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
            if let url = activity.webpageURL { router.open(url) }
        }
        .onChange(of: router.page) { _, page in
            if let page { openURL(page) }
            router.page = nil
        }
    }
}
