/// Where the person is, told only by who wants to.
extension RegistrationModel {
    /// What the switch says.
    public var placeLabel: String { words("register.place") }

    /// Whether the person wants to tell it.
    public var isPlaceTold: Bool { placeSearch != nil }

    /// What is said of it.
    public var placeHint: String {
        switch placeSearch {
        case .searching: words("script.place.searching")
        case .found: words("script.place.found")
        case .denied: words("app.placeOff")
        case .notFound: words("script.place.failed")
        case nil: words("register.placeHint")
        }
    }

    /// Begins to look for it, or forgets it: the view finds the place, and sets ``place`` and ``placeSearch``.
    public func setPlaceTold(_ isTold: Bool) {
        guard isTold != isPlaceTold else { return }
        (place, placeSearch) = (nil, isTold ? .searching : nil)
    }
}
