import ParaphClient
import ParaphUI
import ParaphViewModels
import ParaphWire
import SwiftUI

/// Tabs on iPhone, a side bar on iPad; the place is kept when the system ends the app.
struct Shell: View {
    let services: Services
    let start: StartModel
    @Bindable var router: Router
    @State private var documents: DocumentsModel
    @State private var activity: ActivityModel
    @SceneStorage("area") private var kept = Area.documents
    @Environment(\.words) private var words

    init(services: Services, start: StartModel, router: Router) {
        self.services = services
        self.start = start
        self.router = router
        _documents = State(initialValue: DocumentsModel(services.context, store: services.store, engine: services.engine))
        _activity = State(initialValue: ActivityModel(services.context))
    }

    var body: some View {
        TabView(selection: $router.area) {
            Tab(value: Area.documents) {
                NavigationStack {
                    DocumentsView(documents) { open(.file(id: $0.id)) }
                }
            } label: {
                label(.documents)
            }
            Tab(value: Area.activity) {
                NavigationStack {
                    ActivityView(activity) { row in
                        guard let thing = row.opens else { return }
                        open(thing.kind == .file ? .file(id: thing.id) : .document(id: thing.id))
                    }
                }
            } label: {
                label(.activity)
            }
            Tab(value: Area.more) {
                NavigationStack {
                    MoreView(services: services, start: start)
                }
            } label: {
                label(.more)
            }
        }
        .tabViewStyle(.sidebarAdaptable)
        .onAppear { router.area = kept }
        .onChange(of: router.area) { _, area in kept = area }
    }

    private func label(_ area: Area) -> some View {
        Label(area.title(words), systemImage: area.symbol)
    }

    private func open(_ link: Opened) {
        router.page = link.page(at: services.server)
    }
}
