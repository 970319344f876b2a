import Foundation
import Observation
import ParaphClient

/// What is made when the app begins.
@Observable final class Launch {
    enum State {
        case beginning
        case ready(Services)
        case failed
    }

    private(set) var state = State.beginning

    func begin() async {
        if case .ready = state { return }
        state = .beginning
        do {
            state = .ready(try await Services.make())
        } catch {
            state = .failed
        }
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
