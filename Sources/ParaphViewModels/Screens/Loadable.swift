/// What a screen shows of something that it gets from elsewhere.
nonisolated public enum Loadable<Value: Sendable>: Sendable {
    case loading
    case loaded(Value)
    /// It could not be had; the screen's notice says why.
    case failed

    /// What was loaded.
    public var value: Value? {
        if case .loaded(let value) = self { value } else { nil }
    }

    /// Changes what was loaded where it is: no copy of a long list is made.
    mutating func edit(_ change: (inout Value) -> Void) {
        guard case .loaded(var value) = self else { return }
        self = .loading
        change(&value)
        self = .loaded(value)
    }

    /// Notes that it could not be had, where nothing is shown; gives `false`, for that is still to be said.
    mutating func noteFailure() -> Bool {
        if value == nil { self = .failed }
        return false
    }
}
