import ParaphWire

/// 0 of `/savedocument/`: the record was made.
struct DocumentSaved: Encodable, Sendable {
    let res = "0"
    let documentid: String
    /// Paraph's addition: present and true where others signed the same version too.
    let fork: Bool?
}

/// 0 or 1 of `/opendocument/`: whether the file is one that was saved in the application, and its history either way.
struct DocumentOpened: Sendable {
    let history: DocumentHistory
    let items: [HistoryItem]
    /// Whether the history is kept from those who did not sign, and from this person therefore.
    let isHidden: Bool

    var isChanged: Bool { history.file == .changed }
}

extension DocumentOpened: Encodable {
    private enum Key: String, CodingKey {
        case res, error, state, fork, history
        case hidden = "history_hidden"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(isChanged ? "1" : "0", forKey: .res)
        if isChanged { try container.encode("Document has been updated outside of the application", forKey: .error) }
        try container.encodeIfPresent(history.file, forKey: .state)
        if history.isForked { try container.encode(true, forKey: .fork) }
        if isHidden { try container.encode(true, forKey: .hidden) }
        try container.encode(items, forKey: .history)
    }
}

/// One signature of a history as Sign To Login tells it; what is not known, or not for this person, is left out.
struct HistoryItem: Encodable, Sendable {
    struct Location: Encodable, Sendable {
        let lat: Double
        let lon: Double
    }

    let version: Int
    let previousVersion: Int?
    /// Whether the file that was opened holds this signature; absent where the file is no version.
    let onThisFile: Bool?
    let signature: DocumentHistory.Signature
    var photo: SignatoryPicture?
    /// Whether there is a photo that did not fit into the answer.
    var photoLeftOut = false

    private enum Key: String, CodingKey {
        case signatureid, position, photo, time, location, country, city, address, similarity, application, version, match, refusal
        case userName = "user_name"
        case companyName = "company_name"
        case deviceVersion = "device_version"
        case osVersion = "os_version"
        case previousVersion = "previous_version"
        case onThisFile = "on_this_file"
        case clientTime = "client_time"
        case photoType = "photo_type"
        case photoOrientation = "photo_orientation"
        case photoLeftOut = "photo_left_out"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(signature.id, forKey: .signatureid)
        try container.encode(signature.userName, forKey: .userName)
        try container.encodeIfPresent(signature.companyName, forKey: .companyName)
        try container.encodeIfPresent(signature.position, forKey: .position)
        try container.encode(signature.at.dotted, forKey: .time)
        try container.encode((signature.similarity * 10_000).rounded() / 10_000, forKey: .similarity)
        try container.encode(signature.isMatch, forKey: .match)
        try container.encodeIfPresent(signature.refusal, forKey: .refusal)
        try container.encodeIfPresent(signature.application, forKey: .application)
        try container.encode(version, forKey: .version)
        try container.encodeIfPresent(previousVersion, forKey: .previousVersion)
        try container.encodeIfPresent(onThisFile, forKey: .onThisFile)
        if let photo {
            try container.encode(photo.base64, forKey: .photo)
            try container.encode(photo.mediaType, forKey: .photoType)
            try container.encode(photo.orientation, forKey: .photoOrientation)
        }
        if photoLeftOut { try container.encode(true, forKey: .photoLeftOut) }
        guard let circumstances = signature.circumstances else { return }
        if let latitude = circumstances.latitude, let longitude = circumstances.longitude {
            try container.encode(Location(lat: latitude, lon: longitude), forKey: .location)
        }
        try container.encodeIfPresent(circumstances.country, forKey: .country)
        try container.encodeIfPresent(circumstances.city, forKey: .city)
        try container.encodeIfPresent(circumstances.address, forKey: .address)
        try container.encodeIfPresent(circumstances.deviceVersion, forKey: .deviceVersion)
        try container.encodeIfPresent(circumstances.osVersion, forKey: .osVersion)
        try container.encode(circumstances.clientTime, forKey: .clientTime)
    }
}

extension Timestamp {
    /// The moment in UTC as the dialect writes times: `DD.MM.YYYY HH:MM:SS`.
    var dotted: String {
        let date = text.prefix(10).split(separator: "-")
        return "\(date.reversed().joined(separator: ".")) \(text.dropFirst(11).prefix(8))"
    }
}
