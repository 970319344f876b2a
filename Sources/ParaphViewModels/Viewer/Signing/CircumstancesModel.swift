public import Observation
import ParaphClient
public import ParaphWire

/// Where a document is signed, and the photo: told only by who agreed, and only with a signature of theirs.
@Observable public final class CircumstancesModel {
    /// How far looking for the place is.
    public enum Search: Hashable, Sendable { case searching, found, denied, notFound }

    /// Whether the person agreed that place and photo go into the history.
    public private(set) var isTold: Bool
    /// How far the view is with the place, where ``isTold``; it sets it.
    public var search: Search? {
        didSet { hasFailed = false }
    }
    /// Where the device is, once it was found.
    public var place: SigningCircumstances.Place?

    private let context: AppContext
    private var hasFailed = false

    init(_ context: AppContext, isTold: Bool) {
        (self.context, self.isTold) = (context, isTold)
    }

    private var words: Words { context.words }

    /// What the switch says.
    public var label: String { words("script.circumstances.tell") }

    /// What is said of it.
    public var hint: String {
        if hasFailed { return words("script.circumstances.failed") }
        guard isTold else { return words("script.circumstances.hint") }
        return switch search {
        case .searching: words("script.place.searching")
        case .found: words("script.circumstances.found")
        case .denied: words("app.placeDenied")
        case .notFound: words("script.circumstances.notFound")
        case nil: words("script.circumstances.hint")
        }
    }

    /// Agrees, or takes it back.
    public func setTold(_ isTold: Bool) async {
        guard isTold != self.isTold else { return }
        let before = self.isTold
        (self.isTold, search, place, hasFailed) = (isTold, nil, nil, false)
        do {
            if isTold {
                try await context.client.account.allowCircumstances()
            } else {
                try await context.client.account.forbidCircumstances()
            }
        } catch {
            (self.isTold, hasFailed) = (before, true)
        }
    }

    /// Tells of a signature what there is to tell; what the server does not take is not asked again, a lost connection is.
    func tell(of signatureID: String, _ photo: [UInt8]?) async throws {
        guard isTold, place != nil || photo != nil else { return }
        let circumstances = SigningCircumstances(place: place, photo: photo.map { Base64URL($0) })
        do {
            try await context.client.documents.tell(circumstances, of: signatureID)
        } catch let error as ClientError {
            if error.isTransient { throw error }
        }
    }
}
