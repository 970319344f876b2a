import Crypto
import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Which of the networks where a person never signed has the next look at a signature, once strangers use every one up.
///
/// All who ask within half a minute draw, each network once however often it asks; the one that is drawn has the look when it comes back
/// within a minute. Blocks of addresses draw first, then the networks within the block, and what failed often seldom wins: a flood from few
/// networks, or from many of one provider, leaves the person nearly every look, however fast it asks. Only the best so far is kept, so that
/// a draw is one row, good for all nodes, however many take part.
struct NetworkLottery {
    let personID: String
    let network: String
    /// What failed lately in the block of addresses that the network is in.
    let blockFailures: Int
    /// What failed lately in the network.
    let failures: Int

    /// How long a draw takes, in seconds.
    static let period: Int64 = 30
    /// How long the one that was drawn may come, in seconds.
    static let patience: Int64 = 60

    private var scope: String { "turn:\(personID)" }
    private var subject: SecretHash { SecretHash(of: "\(personID) \(network)") }

    /// Takes part, or takes the look: by having been drawn, or because no one asked for a while and it is `earliest` or later.
    func ask(notBefore earliest: Timestamp, at now: Timestamp, in tx: any WriteTransaction) throws -> AttemptPolicy.Decision {
        var open = try find(in: tx)
        if let over = open, over.at > now || over.at.adding(seconds: Self.period) <= now {
            let end = over.at.adding(seconds: Self.period + Self.patience)
            if over.at <= now, now < end {
                let left = (end.milliseconds - now.milliseconds + 999) / 1_000
                try AppUseStore.put(scope, subject: over.network, for: left, of: personID, at: now, in: tx)
            }
            try tx.execute("DELETE FROM strangerDraw WHERE personId = \(personID)")
            open = nil
        }
        if try AppUseStore.contains(scope, subject: subject, at: now, in: tx) {
            try AppUseStore.end(scope, subject: subject, in: tx)
            return .allowed
        }
        if open == nil, earliest <= now, try AppUseStore.count(scope, at: now, in: tx) == 0 { return .allowed }
        try enter(open, at: now, in: tx)
        let end = (open?.at ?? now).adding(seconds: Self.period)
        return .wait(Int((end.milliseconds - now.milliseconds + 999) / 1_000))
    }

    /// Gives a look back that was not used.
    func giveBack(at now: Timestamp, in tx: any WriteTransaction) throws {
        try AppUseStore.put(scope, subject: subject, for: Self.patience, of: personID, at: now, in: tx)
    }

    /// Forgets draws whose winner did not come back.
    static func deleteQuiet(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -period - patience)
        return try tx.execute(
            "DELETE FROM strangerDraw WHERE personId IN (SELECT personId FROM strangerDraw WHERE at <= \(end) ORDER BY at LIMIT \(limit))"
        )
    }

    private struct Open {
        var seed: String
        var network: SecretHash
        var rank: (Double, Double)
        var at: Timestamp
    }

    private func find(in tx: any ReadTransaction) throws -> Open? {
        try tx.first("SELECT seed, network, blockRank, networkRank, at FROM strangerDraw WHERE personId = \(personID)").map { row in
            Open(
                seed: try row.get("seed"),
                network: try row.get("network"),
                rank: (try row.get("blockRank"), try row.get("networkRank")),
                at: try row.timestamp("at")
            )
        }
    }

    private func enter(_ open: Open?, at now: Timestamp, in tx: any WriteTransaction) throws {
        let seed = open?.seed ?? Identifier.random()
        let rank = (
            Self.rank(ClientNetwork.block(of: network), seed: seed, failures: blockFailures),
            Self.rank(network, seed: seed, failures: failures)
        )
        if let open, open.rank <= rank { return }
        try tx.execute(
            """
            INSERT INTO strangerDraw (personId, seed, network, blockRank, networkRank, at)
            VALUES (\(personID), \(seed), \(subject), \(rank.0), \(rank.1), \(now))
            ON CONFLICT (personId) DO UPDATE SET
                network = excluded.network, blockRank = excluded.blockRank, networkRank = excluded.networkRank
            """
        )
    }

    /// The place in a draw, of which the lowest wins.
    ///
    /// Of all that take part each is lowest as likely as it weighs, 1 / (1 + failures): exponential clocks (Efraimidis and Spirakis 2006).
    /// The same name has the same place, however often it asks.
    private static func rank(_ name: String, seed: String, failures: Int) -> Double {
        let hash = SHA256.hash(data: Array("\(seed) \(name)".utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return -log((Double(hash >> 11) + 0.5) / 0x1p53) * Double(1 + failures)
    }
}
