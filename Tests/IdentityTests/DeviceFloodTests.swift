import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Strangers ask for devices in somebody's name; what its owner does meanwhile works as ever.
@Suite struct DeviceFloodTests {
    private func ask(_ server: IdentityServer, _ email: String, name: String = "Phone", from network: String?) async throws -> DeviceRequest
    {
        let device = SimulatedDevice(name: name)
        let wanted = DeviceRequestRequest(identifier: email, device: try device.deviceKey(subject: email))
        return try await DeviceService(environment: server.domain.environment).request(wanted, from: network)
    }

    private func codes(_ person: TestPerson, _ server: IdentityServer) async throws -> [String] {
        try #require(try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes)
    }

    @Test func aRecoveryCodeWorksHoweverManyStrangersAsk() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let code = try #require(try await codes(person, server).first)
            for number in 0..<40 { _ = try await ask(server, person.email, from: "network \(number % 7)") }
            let own = try await ask(server, person.email, from: "home")
            let answer = try await server.call(
                IdentityEndpoints.recoverDevice,
                own.id,
                body: RecoveryCodeRequest(recoveryCode: code),
                headers: ["Paraph-Request-Secret": try #require(own.secret)]
            )
            #expect(answer.session?.token != nil)
        }
    }

    @Test func theOwnersRequestIsListedAndApprovedHoweverManyStrangersAsk() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let own = try await ask(server, person.email, from: "home")
            for number in 0..<60 { _ = try await ask(server, person.email, from: "network \(number % 3)") }
            let service = DeviceService(environment: server.domain.environment)
            for network in ["home", "elsewhere", nil] {
                let listed = try await service.requests(of: person.id, from: network)
                #expect(listed.count == DeviceService.listLimit && listed.contains { $0.id == own.id })
                if network == "home" { #expect(listed.first?.id == own.id) }
            }
            let approval = try await server.approval(person, .addDevice, sample: 1, subject: own.id)
            let approved = try await server.call(
                IdentityEndpoints.approveDevice,
                own.id,
                body: DeviceApproval(approval: approval, code: try #require(own.code)),
                token: person.token
            )
            #expect(approved.status == .approved)
        }
    }

    @Test func aRequestAmongManyNetworksIsFoundByTheCodeThatItsDeviceShows() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let own = try await ask(server, person.email, from: "home")
            for number in 0..<30 { _ = try await ask(server, person.email, from: "network \(number)") }
            let code = try #require(own.code)
            let path = "\(IdentityEndpoints.deviceRequests.path)?code=\(code)"
            let found = try await server.call(
                Endpoint<Nothing, Nothing, Page<DeviceRequest>>(IdentityEndpoints.deviceRequests.method, path),
                token: person.token
            )
            #expect(found.items.contains { $0.id == own.id } && found.items.count < 5)
            #expect(found.items.allSatisfy { $0.code == nil && $0.secret == nil })
        }
    }

    /// A session at an unlocked browser asks for codes instead of trying them at the request, which takes five.
    @Test func codesThatFindNothingCountInTheirSessionAndHurtNobodyElse() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let own = try await ask(server, person.email, from: "home")
            let code = try #require(own.code)
            // Whose code the guesser knows makes nothing good.
            let planted = try #require(try await ask(server, person.email, from: "stranger").code)
            let service = DeviceService(environment: server.domain.environment)
            let guesser = SessionCaller(personID: person.id, sessionID: "another session", deviceID: nil, appID: nil)
            let wrong = try #require(["000000", "111111", "222222"].first { ![code, planted].contains($0) })
            for _ in 0..<5 {
                if code != planted { #expect(try await service.requests(showing: planted, to: guesser).count == 1) }
                #expect(try await service.requests(showing: wrong, to: guesser).isEmpty)
                server.time.advance(seconds: 1)
            }
            for guess in [wrong, code, planted] {
                let refusal = await problem { _ = try await service.requests(showing: guess, to: guesser) }
                #expect(refusal?.status == 429 && refusal?.code == "waitAfterFailures" && refusal?.retryAfter == 29)
            }
            // What needs no code goes on there, and everything in the owner's session.
            #expect(try await service.requests(of: person.id, from: "home").first?.id == own.id)
            let path = "\(IdentityEndpoints.deviceRequests.path)?code=\(code)"
            let search = Endpoint<Nothing, Nothing, Page<DeviceRequest>>(IdentityEndpoints.deviceRequests.method, path)
            for _ in 0..<10 {
                #expect(try await server.call(search, token: person.token).items.contains { $0.id == own.id })
            }
            let approval = try await server.approval(person, .addDevice, sample: 1, subject: own.id)
            let body = DeviceApproval(approval: approval, code: code)
            #expect(try await server.call(IdentityEndpoints.approveDevice, own.id, body: body, token: person.token).status == .approved)
            server.time.advance(seconds: 29)
            #expect(try await service.requests(showing: wrong, to: guesser).isEmpty)
            let refusal = await problem { _ = try await service.requests(showing: wrong, to: guesser) }
            #expect(refusal?.retryAfter == 30)
        }
    }

    @Test func lettersAndActivityAboutRequestsAreFewAndTheLastSaysSo() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            func letters() -> [Identity.MailMessage] {
                server.mails.all(to: person.email).filter { $0.subject == "A device asks to be added" }
            }
            for _ in 0..<20 { _ = try await ask(server, person.email, from: "one stranger") }
            #expect(letters().count == 1)
            // Whom the owner's own request reaches: it is not the one stranger's to use up.
            _ = try await ask(server, person.email, from: "home")
            #expect(letters().count == 2)
            for number in 0..<20 { _ = try await ask(server, person.email, from: "network \(number)") }
            #expect(letters().count == 3)
            #expect(letters().last?.text.contains("Several have asked lately") == true && letters()[1].text.contains("Several") == false)
            let activity = try await server.rows("SELECT kind FROM activity WHERE kind = 'deviceRequested'")
            #expect(activity.count == 3)
            server.time.advance(seconds: 3601)
            _ = try await ask(server, person.email, from: "one stranger")
            #expect(letters().count == 4)
        }
    }

    @Test(arguments: [
        ("Safari, iPhone", "Safari", DeviceKey.Kind.web, "A device (Safari, iPhone) asks"),
        ("Firefox, Linux", "Firefox", .web, "A device (Firefox, Linux) asks"),
        ("Call 0800 1234, www.evil.example", "http://evil.example/", .other, "A device asks"),
        ("https://evil.example/iPad", "iPad", .ios, "A device (iPad) asks"),
        ("Anna’s phone", "iPhone", .ios, "A device (iPhone) asks"),
    ])
    func aLetterSaysTheTypeOfADeviceAndNothingThatItsOwnerWrote(name: String, model: String, kind: DeviceKey.Kind, words: String)
        async throws
    {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            var device = try SimulatedDevice(name: name).deviceKey(subject: person.email)
            (device.kind, device.model) = (kind, model)
            let wanted = DeviceRequestRequest(identifier: person.email, device: device)
            _ = try await server.call(IdentityEndpoints.requestDevice, body: wanted)
            let letter = try #require(server.mails.all(to: person.email).last)
            #expect(letter.text.hasPrefix(words) && !letter.text.contains("evil") && !letter.text.contains("0800"))
            let noted = try await server.rows("SELECT deviceName FROM activity WHERE kind = 'deviceRequested'").first
            #expect(try noted?.find("deviceName", as: String.self)?.contains("evil") != true)
        }
    }
}
