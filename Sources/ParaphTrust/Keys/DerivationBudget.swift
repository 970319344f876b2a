/// How many rounds the keys that one file makes of a password may still take, all together.
struct DerivationBudget {
    /// More rounds than any tool writes, and still seconds.
    static let usual = 10_000_000

    private var left: Int

    init(rounds: Int) { left = rounds }

    /// Takes the rounds of one key.
    ///
    /// - Throws: `tooLarge` where there are none, or more than are left.
    mutating func spend(_ rounds: Int, _ what: String) throws(TrustError) {
        guard rounds >= 1, rounds <= left else {
            throw TrustError(.tooLarge, "The key of \(what) is derived in \(rounds) rounds; 1 to \(left) are read.")
        }
        left -= rounds
    }
}
