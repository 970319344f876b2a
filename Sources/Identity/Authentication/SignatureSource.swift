import ParaphStorage

/// Where a person's signatures come from: what can be learned by trying is counted there, and too many tries wait there.
struct SignatureSource: Sendable, Hashable {
    /// What it is kept under.
    let key: String
    let kind: Kind
    /// The app or device, as the person knows it.
    let name: String
    /// Whether mails may repeat the name.
    let isNameApproved: Bool
    /// How much of what was refused there a match makes good.
    let credit: Double

    /// Kinds of sources; what is kept of the first gives way to what is kept of the others.
    enum Kind: Int, Sendable, Comparable {
        /// The organisation's apps in all networks where the person never signed, together.
        case strangers
        /// The restricted apps of one owner.
        case owner
        /// The organisation's apps in a network where the person signed.
        case network
        case device

        static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }

        /// The kind of a source that is kept under a key; what is kept under a key of before is a stranger's.
        init(key: String) {
            let word = key.prefix { $0 != ":" }
            self = [.owner, .network, .device].first { $0.word == word } ?? .strangers
        }

        fileprivate var word: String {
            switch self {
            case .strangers: "strangers"
            case .owner: "owner"
            case .network: "network"
            case .device: "device"
            }
        }
    }

    /// A device of the person's.
    init(_ device: DeviceRecord) {
        kind = .device
        (key, name, isNameApproved) = (Self.key(deviceID: device.id), device.name, true)
        credit = SourceWatch.match
    }

    /// What a device of a person's is kept under.
    static func key(deviceID: String) -> String { "\(Kind.device.word):\(deviceID)" }

    /// An app, whose call comes from a network; `nil` counts as one.
    ///
    /// The restricted ones of one owner are one source, for the owner could always register another. The organisation's are one in each
    /// network where the person signed (`isFamiliar`), and one in all others, so that a stranger who has an app's key finds nothing new in any
    /// of them, and spends nothing for the person at home. There a match makes good no more than the `refusals` of late in its own network:
    /// the others were strangers'.
    init(_ app: AppRecord, network: String?, isFamiliar: Bool, refusals: Int = 0) {
        kind = app.restricted ? .owner : isFamiliar ? .network : .strangers
        key =
            switch kind {
            case .owner: "\(kind.word):\(app.source)"
            case .network: "\(kind.word):\(network ?? "")"
            case .strangers, .device: kind.word
            }
        (name, isNameApproved) = (app.name, app.nameApproved)
        credit = kind == .strangers ? min(Double(refusals), SourceWatch.match) : SourceWatch.match
    }

    var isDevice: Bool { kind == .device }

    /// How long it waits at most after guessing, in seconds: in the organisation's apps no longer than between tries, for a caller who has a key
    /// and comes from another person's network must not be able to lock that person out.
    var longestWait: Int64 {
        switch kind {
        case .device, .owner: SourceWatch.longestWait
        case .network, .strangers: AppAttempts.network.delay
        }
    }

    /// The metrics' word for it.
    var place: String { isDevice ? "device" : "app" }
}
