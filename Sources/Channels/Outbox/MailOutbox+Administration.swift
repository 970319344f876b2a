import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

extension MailOutbox {
    /// Some of the mails by their age, opened for who they are for.
    func entries(after last: OutboxAdministration.Entry?, onlyDead: Bool, limit: Int, in tx: any ReadTransaction) throws
        -> [OutboxAdministration.Entry]
    {
        let (at, id) = (last?.createdAt.milliseconds ?? .min, last?.id ?? "")
        return try tx.rows(
            """
            SELECT * FROM outboxMail
            WHERE (createdAt, id) > (\(at), \(id)) AND (diedAt IS NOT NULL OR \(onlyDead) = 0) ORDER BY createdAt, id LIMIT \(limit)
            """
        ).map { row in
            let diedAt: Int64? = try row.find("diedAt")
            let id: String = try row.get("id")
            return OutboxAdministration.Entry(
                id: id,
                to: try row.find("sealed", as: [UInt8].self).flatMap { open($0, id: id, in: tx)?.recipient },
                createdAt: Timestamp(milliseconds: try row.get("createdAt")),
                dueAt: diedAt == nil ? Timestamp(milliseconds: try row.get("dueAt")) : nil,
                diedAt: diedAt.map(Timestamp.init(milliseconds:)),
                attempts: try row.get("attempts"),
                failure: try row.find("failure"),
                hasFile: try row.get("hasFile")
            )
        }
    }

    /// The ids of what was given up, the oldest first.
    func dead(in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT id FROM outboxMail WHERE diedAt IS NOT NULL ORDER BY diedAt, id").map { try $0.get("id") }
    }

    /// The ids of what was given up and can be sent again, the oldest first.
    func deadWithText(in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT id FROM outboxMail WHERE diedAt IS NOT NULL AND sealed IS NOT NULL ORDER BY diedAt, id").map {
            try $0.get("id")
        }
    }

    /// Forgets a mail that never left.
    ///
    /// - Returns: whether there was one.
    func drop(_ id: String, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute("DELETE FROM outboxMail WHERE id = \(id)") == 1
    }
}
