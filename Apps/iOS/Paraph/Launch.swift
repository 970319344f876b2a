import Foundation
import Observation
import ParaphClient
import ParaphUI
import ParaphWire

/// What is made when the app begins.
@Observable final class Launch {
    enum State {
        case beginning
        case ready(Services)
        case failed
    }

    private(set) var state = State.beginning
    /// What an alert was about that the person tapped, until that is shown.
    var tapped: PushCategory?
    @ObservationIgnored let alerts = SystemAlerts()
    @ObservationIgnored private var making: Task<Void, Never>?

    /// Makes them once, though the window and the system's wake-ups ask at the same time.
    func begin() async {
        if case .ready = state { return }
        let task = making ?? Task { await make() }
        making = task
        await task.value
        making = nil
    }

    private func make() async {
        state = .beginning
        do {
            state = .ready(try await Services.make(alerts: alerts))
        } catch {
            state = .failed
        }
    }

    /// The system woke the app, or began it, for what it sent meanwhile.
    func takeTransfers(_ done: @escaping @MainActor @Sendable () -> Void) async {
        await begin()
        guard case .ready(let services) = state else { return done() }
        services.transport.handleEvents(done)
    }

    /// Looks for news while the app is in the background.
    func refresh() async {
        Refresh.schedule()
        await begin()
        guard case .ready(let services) = state else { return }
        // What cannot be had now comes when the app is opened.
        try? await services.engine.catchUp()
    }
}
