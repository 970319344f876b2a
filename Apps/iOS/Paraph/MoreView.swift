import ParaphUI
import ParaphViewModels
import SwiftUI

/// What is not of every day: devices, sessions, signing out.
struct MoreView: View {
    let services: Services
    let start: StartModel
    @State private var devices: DevicesModel
    @State private var sessions: SessionsModel
    @Environment(\.words) private var words

    init(services: Services, start: StartModel) {
        self.services = services
        self.start = start
        _devices = State(initialValue: DevicesModel(services.context))
        _sessions = State(initialValue: SessionsModel(services.context))
    }

    var body: some View {
        List {
            NavigationLink(words("more.devices")) { DevicesView(devices) }
            NavigationLink(words("more.sessions")) { SessionsView(sessions) }
            Button(words("more.signOut"), role: .destructive) { Task { await start.signOut() } }
        }
        .navigationTitle(words("more.title"))
    }
}
