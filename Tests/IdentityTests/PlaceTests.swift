import Foundation
import HTTPTypes
import HummingbirdTesting
import Identity
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Where a person registered: only with their consent, and never in clear.
@Suite struct PlaceTests {
    private static let place = RegistrationPlace(latitude: 48.8583, longitude: 2.2945, country: "Francelandia", city: "Parisville")

    private func register(
        _ place: RegistrationPlace?,
        at server: IdentityServer
    ) async throws -> (receipt: RegistrationReceipt, token: String) {
        var request = server.registrationRequest("anna@example.org")
        request.place = place
        let receipt = try await server.call(IdentityEndpoints.register, body: request)
        let code = try #require(server.mails.lastCode(to: "anna@example.org"))
        try await Self.expectNothingInClear(server)
        let grant = try await server.call(
            IdentityEndpoints.confirmRegistration,
            receipt.id,
            body: RegistrationConfirmation(code: code, device: try SimulatedDevice().deviceKey(subject: receipt.id))
        )
        return (receipt, try #require(grant.token))
    }

    /// Looks into every file of the database for the coordinates and the names.
    private static func expectNothingInClear(_ server: IdentityServer) async throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: server.folder) where name.hasPrefix("paraph.db") {
            let bytes = try Data(contentsOf: URL(filePath: "\(server.folder)/\(name)"))
            for secret in ["48.8583", "2.2945", "Francelandia", "Parisville", "latitude"] {
                #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name) holds \(secret)")
            }
        }
    }

    @Test func aPlaceIsKeptSealedShownExportedAndRemoved() async throws {
        try await IdentityServer.run { (server) async throws in
            let (receipt, token) = try await register(Self.place, at: server)
            try await Self.expectNothingInClear(server)
            let waiting = try await server.rows("SELECT * FROM holderKey WHERE holder = \("registration:\(receipt.id)")")
            #expect(waiting.isEmpty)
            #expect(try await server.count("registrationPlace") == 0)
            #expect(try await server.call(IdentityEndpoints.me, token: token).hasPlace)
            #expect(try await server.call(IdentityEndpoints.place, token: token) == Self.place)
            let approved = try await server.approvedByMail(to: "anna@example.org", token: token, .exportData)
            let export = try await server.send(IdentityEndpoints.exportMe, body: approved, token: token)
            #expect(String(buffer: export.body).contains("Parisville"))
            _ = try await server.call(IdentityEndpoints.deletePlace, token: token)
            #expect(try await server.count("personPlace") == 0)
            #expect(try await !server.call(IdentityEndpoints.me, token: token).hasPlace)
            let gone = await problem { try await server.call(IdentityEndpoints.place, token: token) }
            #expect(gone?.status == 404)
        }
    }

    @Test func aPlaceThatWasForgottenDoesNotComeBackWithItsRow() async throws {
        try await IdentityServer.run { (server) async throws in
            let (_, token) = try await register(Self.place, at: server)
            let row = try #require(try await server.rows("SELECT * FROM personPlace").first)
            let (id, sealed): (String, [UInt8]) = (try row.get("personId"), try row.get("sealedPlace"))
            _ = try await server.call(IdentityEndpoints.deletePlace, token: token)
            try await server.database.write { try $0.execute("INSERT INTO personPlace (personId, sealedPlace) VALUES (\(id), \(sealed))") }
            let fault = await problem { try await server.call(IdentityEndpoints.place, token: token) }
            #expect(fault?.status == 500)
        }
    }

    @Test func whoSaysNothingOfAPlaceHasNone() async throws {
        try await IdentityServer.run { (server) async throws in
            let (_, token) = try await register(nil, at: server)
            #expect(try await !server.call(IdentityEndpoints.me, token: token).hasPlace)
            #expect(try await server.count("personPlace") == 0)
        }
    }

    @Test(arguments: [
        #"{"latitude":90.1,"longitude":0}"#, #"{"latitude":0,"longitude":-180.5}"#, #"{"latitude":1e308,"longitude":0}"#,
        #"{"latitude":NaN,"longitude":0}"#, #"{"latitude":1e999,"longitude":0}"#, #"{"latitude":"48","longitude":0}"#,
        #"{"latitude":48}"#, #"{"latitude":1,"longitude":1,"altitude":1}"#, "[]", "7", #"{"latitude":1,"longitude":1,"city":""}"#,
        #"{"latitude":1,"longitude":1,"country":"a\u202Eb"}"#,
    ])
    func placesThatAreNoneAreRefused(_ place: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let body = """
                {"email":"anna@example.org","profile":{"userName":"Anna"},"language":"en",
                "consentVersion":"\(IdentityServer.consentVersion)","place":\(place)}
                """
            let response = try await server.client.execute(
                uri: IdentityEndpoints.register.path,
                method: .post,
                headers: [.contentType: "application/json"],
                body: ByteBuffer(string: body)
            )
            #expect(response.status == .badRequest)
            #expect(try await server.count("registration") == 0)
        }
    }
}
