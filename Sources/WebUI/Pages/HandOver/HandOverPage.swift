import ParaphEncoding
import ParaphWire
import ServerKit

/// A document that another device of the person asks this one to sign.
struct HandOverPage: Page {
    static let template = "hand-over"

    let handOver: HandOver
    let isEnrolled: Bool

    static func load(_ visit: Visit) async throws -> HandOverPage {
        let id = try visit.context.parameter("id")
        guard Hexadecimal.isLower(id, count: 32) else { throw Problem.noHandOver }
        do {
            let handOver = try await visit.get(IdentityEndpoints.handedOver, at: "/v1/me/hand-overs/\(id)")
            let person = try await visit.get(IdentityEndpoints.me)
            return HandOverPage(handOver: handOver, isEnrolled: person.signature.isEnrolled)
        } catch let problem as Problem where problem.status == 404 {
            throw Problem.noHandOver
        }
    }

    var title: String { end.map { "handOver.\($0)Title" } ?? "handOver.pageTitle" }
    var area: Area? { .documents }
    var scripts: [String] { ["HandOver/hand-over.js"] }

    /// What became of it; `nil` while it waits.
    private var end: String? {
        switch handOver.status.known {
        case .waiting: nil
        case .drawn: "drawn"
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .expired, nil: "expired"
        }
    }

    /// What is said of it where it is not simply to be signed.
    private var said: String? {
        if let end { return "handOver.\(end)" }
        if handOver.isHere { return "handOver.isHere" }
        return isEnrolled ? nil : "handOver.notEnrolled"
    }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: nil)
        values["id"] = handOver.id
        values["hash"] = handOver.hash
        values["for"] = handOver.deviceId
        values["name"] = handOver.name
        values["status"] = handOver.status.rawValue
        values["asker"] = handOver.deviceName
        values["at"] = handOver.createdAt.text
        values["ends"] = handOver.expiresAt.text
        values["isOpen"] = handOver.status == .waiting && !handOver.isHere
        values["isGood"] = handOver.status == .drawn
        values["enrolled"] = isEnrolled
        if let said { values["said"] = phrases[said] }
        values["backHref"] = "/documents"
        values["backLabel"] = phrases["nav.documents"]
        values["padName"] = "hand-over"
        values["primary"] = phrases["handOver.sign"]
        return values
    }
}

extension Problem {
    /// There is none for this person; whether there is one for another is not told.
    fileprivate static let noHandOver = Problem(
        code: .noHandOver,
        title: "Nothing to sign here",
        detail: "This was asked for by another account, or it is over."
    )
}
