import Foundation
import ParaphStorage
import Testing

@testable import StoragePostgreSQL

@Suite struct PostgreSQLSettingsTests {
    @Test func noDescriptionHoldsThePasswordOrWhatElseTheAddressSays() throws {
        let settings = try PostgreSQLSettings(
            url: "postgres://anna:s3cret%40x@db.example.org:5433/sign?sslmode=require&passfile=/etc/s3cret"
        )
        var dumped = ""
        dump(settings, to: &dumped)
        for text in [settings.description, String(reflecting: settings), "\([settings])", dumped] {
            #expect(!text.contains("s3cret"))
            #expect(text.contains("postgres://anna@db.example.org:5433/sign"))
        }
        #expect(settings.parameters["password"] == "s3cret@x")
    }

    @Test(arguments: [
        "", "sqlite:/x", "postgres:/x", "host=a password=s3cret", "postgres://a:s3cret@h:5432/d?nonsense=s3cret", "postgres://s3cret:@[::",
    ])
    func whatCannotBeReadIsRefusedWithoutRepeatingIt(url: String) {
        let error = #expect(throws: StorageError.self) { try PostgreSQLSettings(url: url) }
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["PGSSLMODE"] == nil),
        arguments: [
            ("postgres://db.example.org/a", "verify-full"), ("postgres://10.0.0.1/a", "verify-full"),
            ("postgres://localhost,db/a", "verify-full"), ("postgres://127.example.org/a", "verify-full"),
            ("postgres:///a?service=elsewhere", "verify-full"),
            ("postgres://db/a?sslmode=disable", "disable"), ("postgres://127.0.0.1/a", nil), ("postgres:///a?host=/run/postgresql", nil),
            ("postgresql://localhost:1/a", nil),
        ] as [(String, String?)]
    )
    func anotherMachineIsReachedByCheckedTLSUnlessTheAddressSaysOtherwise(url: String, mode: String?) throws {
        #expect(try PostgreSQLSettings(url: url).parameters["sslmode"] == mode)
    }

    @Test func aServerThatIsNotThereIsNamedAtOnceAndWithoutThePassword() async throws {
        let url = "postgres://anna:s3cret@localhost/sign?host=/nonexistent"
        let error = await #expect(throws: StorageError.self) { try await PostgreSQLDatabase.open(try PostgreSQLSettings(url: url)) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("/nonexistent") == true)
        #expect(error?.message.contains("s3cret") == false)
    }
}
