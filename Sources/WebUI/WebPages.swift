public import Hummingbird
public import ParaphWire
public import ServerKit

/// The web app: its pages, its static files and its error pages.
public struct WebPages: Sendable {
    private let api: any NativeAPI
    private let domains: DomainList
    /// Makes the pages of the files as they are now.
    private let renderer: @Sendable () throws -> PageRenderer
    private let appStoreID: String?
    private let country: String?

    /// Where the font lies that the web app embeds for letters that a form's fonts have not: it comes with what shows PDFs.
    public static let formFont = DebianPDFJS.formFont

    /// Compiles the templates, and reads the texts and the static files.
    ///
    /// - Parameters:
    ///   - api: Where pages find what they show.
    ///   - domains: Whose words the pages show.
    ///   - appStoreID: The number of the iOS app in the App Store, where there is one to offer.
    ///   - country: The country whose telephone numbers may be typed without country code, ISO 3166-1; `nil` for the one of each device's language.
    ///   - source: The folder `Sources/WebUI` of a checkout, whose files are served as they are now; `nil` for those that the program was built
    ///     with, which are read once.
    ///   - fonts: Where the fonts lie that forms are filled with elsewhere than in the web app, by which it judges what is filled in.
    /// - Throws: ``WebUIError`` that names the file at fault.
    public init(
        api: any NativeAPI,
        domains: DomainList,
        appStoreID: String? = nil,
        country: String? = nil,
        source: String? = nil,
        fonts: [String] = []
    ) throws {
        self.api = api
        self.domains = domains
        self.appStoreID = appStoreID
        self.country = country
        if let source {
            let renderer = try SourceRenderer(source, fonts: fonts)
            self.renderer = { try renderer.current() }
        } else {
            let renderer = try PageRenderer(fonts: fonts)
            self.renderer = { renderer }
        }
    }

    /// Adds every page and static file.
    public func addRoutes(to router: Router<ParaphContext>) {
        StaticRoutes(files: { [renderer] in try renderer().files }, alerts: { [renderer] in try renderer().alerts }).add(to: router)
        LanguageRoute().add(to: router)
        page("/", StartPage.self, on: router)
        page("/register", RegisterPage.self, on: router)
        page("/sign-in", SignInPage.self, on: router)
        page("/enrol", EnrolPage.self, on: router)
        router.get("/documents") { request, context -> Response in
            // The link that stands in signed documents (spec 000).
            guard request.uri.queryParameters["documentid"] == nil else { return try await show(HistoryPage.self, request, context) }
            return try await show(DocumentsPage.self, request, context)
        }
        page("/documents/view", ViewerPage.self, on: router)
        page("/documents/deleted", DeletedFilesPage.self, on: router)
        page("/hand-over/{id}", HandOverPage.self, on: router)
        page("/activity", ActivityPage.self, on: router)
        page("/more", MorePage.self, on: router)
        page("/requests", RequestsPage.self, on: router)
        page("/requests/{id}", RequestPage.self, on: router)
        page("/profile", ProfilePage.self, on: router)
        page("/signature", SignaturePage.self, on: router)
        page("/devices", DevicesPage.self, on: router)
        page("/devices/requests/{id}", DeviceRequestPage.self, on: router)
        page("/protect", ProtectPage.self, on: router)
        page("/sessions", SessionsPage.self, on: router)
        page("/recovery-codes", RecoveryCodesPage.self, on: router)
        page("/apps", AppsPage.self, on: router)
        page("/apps/new", NewAppPage.self, on: router)
        page("/apps/{id}", AppPage.self, on: router)
        page("/privacy", PrivacyPage.self, on: router)
        page("/account/delete", DeleteAccountPage.self, on: router)
        page("/settings/language", LanguagePage.self, on: router)
        page("/settings/notifications", AlertSettingsPage.self, on: router)
        page("/alerts/{category}/{id}", AlertedPage.self, on: router)
        page("/about", AboutPage.self, on: router)
        page("/confirm", ConfirmPage.self, on: router)
        page("/oauth2/authorize", AuthorizePage.self, on: router)
        router.post("/oauth2/authorize") { request, _ -> Response in
            .redirect(to: try AuthorizePage.address(of: try await request.bytes(upTo: 8000)), type: .normal)
        }
        page("/oauth2/end-session", EndSessionPage.self, on: router)
        router.post("/oauth2/end-session") { request, _ -> Response in
            .redirect(to: try AuthorizePage.address(of: try await request.bytes(upTo: 8000), at: EndSessionPage.path), type: .normal)
        }
        page("/device", DeviceCodePage.self, on: router)
        page("/offline", OfflinePage.self, on: router)
        page("/offline/view", OfflineViewerPage.self, on: router)
    }

    /// A problem as a page, for browsers; a stranger at a page that needs a session is sent to sign in.
    @Sendable public func problemPage(_ problem: Problem, _ context: ParaphContext) async -> Response? {
        try? renderer().response(ProblemPage(problem: problem), context: context, status: problem.httpStatus)
    }

    private func page<Shown: Page>(_ path: RouterPath, _ type: Shown.Type, on router: Router<ParaphContext>) {
        router.get(path) { request, context in try await show(type, request, context) }
    }

    private func show<Shown: Page>(_ type: Shown.Type, _ request: Request, _ context: ParaphContext) async throws -> Response {
        let renderer = try renderer()
        var visit = Visit(request: request, context: context, api: api, domains: domains, phrases: renderer.phrases(context.language))
        visit.appStoreID = appStoreID
        visit.country = country
        do {
            if Shown.needsSession, context.principal?.sessionID == nil { throw Redirect.to(SignInPage.path(next: request.uri.string)) }
            // It comes before what the page shows, so that nothing is missed between the two.
            let cursor = Shown.needsSession ? try? await visit.get(SyncEndpoints.changes).cursor : nil
            let page = try await Shown.load(visit)
            // The menu of the account stands beside every area; without who they are it says less, and the page stands.
            let account = page.area != nil && visit.isSignedIn ? try? await visit.get(IdentityEndpoints.me) : nil
            return renderer.response(page, context: context, account: account, cursor: cursor, acceptsGzip: request.headers.acceptsGzip)
        } catch Redirect.to(let path) {
            return .redirect(to: path, type: .normal)
        } catch let problem as Problem where problem.status == 401 {
            return .redirect(to: SignInPage.path(next: request.uri.string), type: .normal)
        }
    }
}
