public import Hummingbird
public import ParaphWire
public import ServerKit

/// The web app: its pages, its static files and its error pages.
public struct WebPages: Sendable {
    private let api: any NativeAPI
    private let renderer: PageRenderer

    /// Compiles the templates, and reads the texts and the static files.
    ///
    /// - Throws: ``WebUIError`` that names the file at fault.
    public init(api: any NativeAPI) throws {
        self.api = api
        renderer = try PageRenderer()
    }

    /// Adds every page and static file.
    public func addRoutes(to router: Router<ParaphContext>) {
        StaticRoutes(files: renderer.files).add(to: router)
        LanguageRoute().add(to: router)
        page("/", StartPage.self, on: router)
        page("/register", RegisterPage.self, on: router)
        page("/sign-in", SignInPage.self, on: router)
        page("/enrol", EnrolPage.self, on: router)
        page("/documents", DocumentsPage.self, on: router)
        page("/documents/view", ViewerPage.self, on: router)
        page("/activity", ActivityPage.self, on: router)
        page("/more", MorePage.self, on: router)
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
        page("/about", AboutPage.self, on: router)
        page("/confirm", ConfirmPage.self, on: router)
        page("/offline", OfflinePage.self, on: router)
    }

    /// A problem as a page, for browsers; a stranger at a page that needs a session is sent to sign in.
    @Sendable public func problemPage(_ problem: Problem, _ context: ParaphContext) async -> Response? {
        renderer.response(ProblemPage(problem: problem), context: context, status: problem.httpStatus)
    }

    private func page<Shown: Page>(_ path: RouterPath, _ type: Shown.Type, on router: Router<ParaphContext>) {
        router.get(path) { [api, renderer] request, context -> Response in
            let visit = Visit(request: request, context: context, api: api, phrases: renderer.phrases(context.language))
            do {
                if Shown.needsSession, context.principal?.sessionID == nil { throw Detour.to(SignInPage.path(next: request.uri.string)) }
                let page = try await Shown.load(visit)
                return renderer.response(page, context: context)
            } catch Detour.to(let path) {
                return .redirect(to: path, type: .normal)
            } catch let problem as Problem where problem.status == 401 {
                return .redirect(to: SignInPage.path(next: request.uri.string), type: .normal)
            }
        }
    }
}
