import ParaphWire
import Testing

@testable import Identity

/// Which routes do protected acts: a new one is to choose.
@Suite struct RouteActTests {
    @Test func everyRouteThatChangesWhatIsAPersonsOwnSaysWhichActItDoes() {
        for row in RouteTable.rows {
            let (route, acts) = (row.route, row.acts)
            let words = route.split(separator: " ")
            let isOwn = words[1] == "/v1/me" || words[1].hasPrefix("/v1/me/") || words[1].hasPrefix("/v1/email-proofs/")
            if isOwn, words[0] != "GET" { #expect(!acts.isEmpty, "Say in the table which act \(route) does, or that it is free.") }
            if acts.count > 1 { #expect(acts.allSatisfy { $0.hasPrefix("act:") }, "\(route) is \(acts)") }
        }
    }

    @Test func everyActHasItsRouteAndEveryRouteAnActThatThereIs() {
        let named = Set(RouteTable.rows.flatMap(\.acts).filter { $0.hasPrefix("act:") }.map { String($0.dropFirst(4)) })
        let acts = ProtectedAct.allCases.filter { $0.rule.need != .administrator }
        #expect(named == Set(acts.map(\.rawValue)))
        // An administrator's act has no route; another one is to be looked at here.
        #expect(ProtectedAct.allCases.filter { $0.rule.need == .administrator } == [.makeToken, .disableAccount, .enableAccount])
    }
}
