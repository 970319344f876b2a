import ParaphViewModels

/// What the tab bar, and on iPad the side bar, offers.
enum Area: String, Hashable, CaseIterable {
    case documents, activity, more

    func title(_ words: Words) -> String {
        switch self {
        case .documents: words("nav.documents")
        case .activity: words("nav.activity")
        case .more: words("nav.more")
        }
    }

    var symbol: String {
        switch self {
        case .documents: "doc.text"
        case .activity: "clock"
        case .more: "ellipsis.circle"
        }
    }
}
