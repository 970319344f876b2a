import Foundation
import HTTPTypes
import HummingbirdTesting
import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Where documents are signed in the web app, and the photo: only of those who agreed, sealed, and named by an offline table.
@Suite struct CircumstanceTests {
    private static let document = String(repeating: "4e", count: 32)
    private static let paris = SigningCircumstances(place: .init(latitude: 48.856_613, longitude: 2.352_222))

    private static func sign(_ server: IdentityServer, _ person: TestPerson, _ number: Int) async throws -> String {
        let challenge = try await server.challenge(person, .signDocument, subject: document)
        let result = try await server.answer(challenge, by: person, person.genuine(number)) { $0.doc = document }
        return try #require(result.signatureId)
    }

    private static func tell(_ server: IdentityServer, _ told: SigningCircumstances, of id: String, _ token: String?) async throws -> Int {
        try await server.send(IdentityEndpoints.tellCircumstances, [id], body: told, token: token).status.code
    }

    @Test func thePlaceReachesTheSignatureOfWhoAgreedOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let id = try await Self.sign(server, person, 1)
            #expect(try await Self.tell(server, Self.paris, of: id, person.token) == 409)
            _ = try await server.send(IdentityEndpoints.allowCircumstances, token: person.token)
            #expect(try await Self.tell(server, Self.paris, of: id, person.token) == 204)
            let known = try await server.database.read { try server.domain.directory.signature(id, in: $0) }
            #expect(known?.appID == nil && known?.latitude == 48.8566 && known?.longitude == 2.3522)
            #expect(known?.city == "Paris" && known?.countryCode == "FR" && known?.country == "France")
            #expect(!(try await server.everythingStored()).contains(Array("48.8566".utf8)))

            _ = try await server.send(IdentityEndpoints.forbidCircumstances, token: person.token)
            let second = try await Self.sign(server, person, 2)
            #expect(try await Self.tell(server, Self.paris, of: second, person.token) == 409)
            let untold = try await server.database.read { try server.domain.directory.signature(second, in: $0) }
            #expect(untold?.latitude == nil && untold?.city == nil)
            // Once each, however often it is said.
            _ = try await server.send(IdentityEndpoints.forbidCircumstances, token: person.token)
            let told = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(told.filter { $0.hasPrefix("circumstances") } == ["circumstancesForbidden", "circumstancesAllowed"])
        }
    }

    @Test func thePhotoOfWhoDidNotAgreeIsNotKept() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let id = try await Self.sign(server, person, 1)
            let photo = SigningCircumstances(photo: Base64URL(Picture.png.bytes))
            let before = try await server.domain.environment.blobs.addresses()
            #expect(try await Self.tell(server, photo, of: id, person.token) == 409)
            #expect(try await server.domain.environment.blobs.addresses() == before)
            _ = try await server.send(IdentityEndpoints.allowCircumstances, token: person.token)
            #expect(try await Self.tell(server, photo, of: id, person.token) == 204)
            #expect(try await server.domain.environment.blobs.addresses().count == before.count + 1)
        }
    }

    @Test func itIsToldOnceOfOwnSignaturesWhileTheyAreNew() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            _ = try await server.send(IdentityEndpoints.allowCircumstances, token: person.token)
            let id = try await Self.sign(server, person, 1)
            #expect(try await Self.tell(server, SigningCircumstances(), of: id, person.token) == 400)
            let nowhere = SigningCircumstances(place: .init(latitude: 91, longitude: 0))
            #expect(try await Self.tell(server, nowhere, of: id, person.token) == 400)
            #expect(try await Self.tell(server, Self.paris, of: "0123456789abcdef", person.token) == 409)
            #expect(try await Self.tell(server, Self.paris, of: id, person.token) == 204)
            let elsewhere = SigningCircumstances(place: .init(latitude: 55.75, longitude: 37.62))
            #expect(try await Self.tell(server, elsewhere, of: id, person.token) == 204)
            let known = try await server.database.read { try server.domain.directory.signature(id, in: $0) }
            #expect(known?.city == "Paris")
            let late = try await Self.sign(server, person, 2)
            server.time.advance(seconds: 901)
            #expect(try await Self.tell(server, Self.paris, of: late, person.token) == 409)
        }
    }

    @Test(
        arguments: [
            (55.7558, 37.6173, "Moscow", "RU"), (48.70, 2.35, nil, "FR"), (-36.85, 174.76, "Auckland", "NZ"), (0, -140, nil, nil),
            // Lyon: Monaco, Vaduz and Zürich are as near as anything of France.
            (45.76, 4.84, nil, nil),
        ] as [(Double, Double, String?, String?)]
    )
    func whatIsUncertainIsNotSaid(latitude: Double, longitude: Double, city: String?, country: String?) {
        let found = PlaceTable.zones.find(latitude: latitude, longitude: longitude)
        #expect(found.city == city && found.country == country)
    }

    @Test func aLargerTableIsReadWithinLimits() throws {
        let line = "2996944\tLyon\tLyon\tLugdunum\t45.74846\t4.84671\tP\tPPLA\tFR\t\t84\t69\t\t\t522969\t\t\tEurope/Paris\t2024-01-01"
        let table = try PlaceTable(geoNames: Array("\(line)\r\n".utf8))
        #expect(table.find(latitude: 45.76, longitude: 4.84) == .init(city: "Lyon", country: "FR"))
        let wrong = ["", "Lyon", line.replacing("45.7", with: "145.7"), line.replacing("\tFR\t", with: "\tfr\t"), "\(line)\nLyon"]
        for text in wrong {
            #expect(throws: Problem.self) { try PlaceTable(geoNames: Array(text.utf8)) }
        }
    }

    @Test func countriesAreNamedInEachLanguage() {
        #expect(Language.allCases.map { CountryName.of("DE", in: $0) }.sorted() == ["Allemagne", "Germany", "Германия"])
    }
}
