import ParaphClient
import ParaphUI
import ParaphViewModels
import ParaphWire
import SwiftUI
import UniformTypeIdentifiers

/// Tabs on iPhone, a side bar on iPad; the place is kept when the system ends the app.
struct Shell: View {
    let services: Services
    let start: StartModel
    @Bindable var router: Router
    @State private var documents: DocumentsModel
    @State private var activity: ActivityModel
    @State private var settings: SettingsModel
    @State private var isChoosing = false
    @SceneStorage("area") private var kept = Area.documents
    @Environment(\.words) private var words
    @Environment(\.scenePhase) private var phase

    init(services: Services, start: StartModel, router: Router) {
        self.services = services
        self.start = start
        self.router = router
        _documents = State(
            initialValue: DocumentsModel(
                services.context,
                store: services.store,
                engine: services.engine,
                documents: services.places.documents
            )
        )
        _activity = State(initialValue: ActivityModel(services.context))
        _settings = State(initialValue: SettingsModel(services.context))
    }

    var body: some View {
        TabView(selection: $router.area) {
            Tab(value: Area.documents) {
                stack(.documents) { list }
            } label: {
                label(.documents)
            }
            Tab(value: Area.activity) {
                stack(.activity) {
                    ActivityView(activity) { waiting in
                        router.show(waiting.kind == .request ? .request(waiting.id) : .device(waiting.id))
                    } open: { row in
                        guard let thing = row.opens else { return }
                        router.show(thing.kind == .file ? .document(.file(thing.id)) : .history(of: thing.id))
                    }
                }
            } label: {
                label(.activity)
            }
            Tab(value: Area.more) {
                stack(.more) {
                    SettingsView(settings) {
                        router.show(.settings($0))
                    } signOut: {
                        await start.signOut()
                    }
                }
            } label: {
                label(.more)
            }
        }
        .tabViewStyle(.sidebarAdaptable)
        .fileImporter(isPresented: $isChoosing, allowedContentTypes: [.pdf]) { chosen in
            if case .success(let file) = chosen { router.document = file }
        }
        .task(id: router.document) { await take() }
        .task(id: phase) {
            guard phase == .active else { return }
            await takeShared()
            await services.renewAlerts()
        }
        .onAppear { router.area = kept }
        .onChange(of: router.area) { _, area in kept = area }
    }

    private var list: some View {
        DocumentsView(documents) { row in
            router.show(.people(row))
        } open: { row in
            router.show(.document(row.source))
        }
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button(documents.openLabel, systemImage: "plus") { isChoosing = true }
            }
        }
    }

    private func stack(_ area: Area, @ViewBuilder root: () -> some View) -> some View {
        NavigationStack(path: path(area)) {
            root().navigationDestination(for: Screen.self) { screen in
                ScreenView(screen: screen, services: services, start: start, router: router)
            }
        }
    }

    private func path(_ area: Area) -> Binding<[Screen]> {
        Binding {
            router.paths[area] ?? []
        } set: { path in
            router.paths[area] = path
        }
    }

    private func label(_ area: Area) -> some View {
        Label(area.title(words), systemImage: area.symbol)
    }

    /// Copies what the share extension left to the documents of this device, and shows the last of it.
    private func takeShared() async {
        guard let inbox = SharedInbox() else { return }
        var last: ViewerModel.Source?
        for file in inbox.files {
            guard let taken = await documents.take(file) else { continue }
            inbox.remove(file)
            last = taken
        }
        guard let last else { return }
        router.area = .documents
        router.show(.document(last))
    }

    /// Copies a PDF to the documents of this device, and shows it.
    private func take() async {
        guard let file = router.document else { return }
        let isScoped = file.startAccessingSecurityScopedResource()
        let taken = await documents.take(file)
        if isScoped { file.stopAccessingSecurityScopedResource() }
        router.document = nil
        if let taken { router.show(.document(taken)) }
    }
}
