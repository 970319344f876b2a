import Foundation
import ParaphWire
import TestSupport
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct RegistrationModelTests {
    @Test func thePlaceIsToldByWhoWantsTo() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = RegistrationModel(screens.context)
            #expect(!model.isPlaceTold && model.placeLabel == "Add my location" && model.placeHint.hasPrefix("Optional."))
            model.setPlaceTold(true)
            #expect(model.isPlaceTold && model.placeHint == "Finding your location…")
            model.placeSearch = .denied
            #expect(model.placeHint.hasPrefix("Your device does not share your location."))
            model.setPlaceTold(false)
            model.setPlaceTold(true)
            (model.place, model.placeSearch) = (
                RegistrationPlace(latitude: 48.2082, longitude: 16.3738, country: "Austria", city: "Vienna"), .found
            )
            #expect(model.placeHint == "Found. It will be sent when you continue.")
            try await screens.register(model)
            #expect(try await screens.context.client.account.place().city == "Vienna")
            model.setPlaceTold(false)
            #expect(model.place == nil && !model.isPlaceTold)
        }
    }

    @Test func aPersonRegistersDrawsTenAndIsDone() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = RegistrationModel(screens.context)
            #expect(model.title == "Create account" && model.step == .form && model.consent.value == nil)
            await model.load()
            #expect(model.consent.value?.version.isEmpty == false && model.notice == nil)
            screens.fill(model)
            model.form.username.value = "anna.p"
            model.form.phoneNumber.value = "+44 20 7946 0958"
            model.form.sex = .female
            model.form.birthday = Date(timeIntervalSince1970: 0)
            model.place = RegistrationPlace(latitude: 48.85, longitude: 2.35)
            await model.submit()
            #expect(model.notice == nil && model.form.fields.compactMap(\.error) == [])
            try #require(model.step == .code && model.title == "Check your e-mail" && model.sentTo.contains("anna@example.org"))
            model.code.value = try await fixture.code(to: "anna@example.org")
            await model.confirm()
            #expect(model.step == .draw && model.isRegistered && model.notice == nil)
            await screens.drawAll(model.enrolment)
            #expect(model.step == .done && model.enrolment.counted.count >= 8)
            let person = try await screens.phone.client.account.person()
            #expect(person.username == "anna.p" && person.profile.phoneNumber == "+442079460958" && person.profile.sex == .female)
            #expect(person.profile.birthday?.hasPrefix("19") == true && person.hasPlace && person.signature.isEnrolled)
        }
    }

    @Test func whatIsMissingIsSaidBesideItsField() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = RegistrationModel(screens.context)
            await model.load()
            await model.submit()
            #expect(model.email.error == "Fill this in." && model.form.userName.error == "Fill this in.")
            #expect(model.consentError == screens.words("register.consentMissing"))
            model.email.value = "anna"
            #expect(model.email.error == screens.words("field.emailWrong"))
            screens.fill(model)
            #expect(model.email.error == nil && model.form.userName.error == nil && model.consentError == nil)
            model.form.phoneNumber.value = "123"
            await model.submit()
            #expect(model.form.phoneNumber.error == screens.words("field.phoneWrong") && model.step == .form && model.notice == nil)
            model.form.phoneNumber.value = "+8 916 123 45 67"
            #expect(model.form.phoneNumber.error == screens.words("script.phone.trunkPrefix"))
            model.form.phoneNumber.value = ""
            // A refusal that names no field is said in one place.
            screens.phone.faults.plan(.answer(400, retryAfter: nil, problem: .malformed), "POST", "/v1/registrations")
            await model.submit()
            #expect(model.notice == Notice(screens.words("script.problem.malformed"), kind: .bad))
        }
    }

    @Test func withoutAConnectionNothingIsLostAndRetryGoesOn() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = RegistrationModel(screens.context)
            screens.phone.faults.isOffline = true
            await model.load()
            guard case .failed = model.consent else { return #expect(Bool(false), "the text was had from nowhere") }
            #expect(model.notice == Notice("No connection.", kind: .bad, isRetryable: true))
            screens.fill(model)
            await model.submit()
            #expect(model.notice?.text == "No connection. What you entered is still here." && model.step == .form)
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.step == .code && model.notice == nil && model.consent.value != nil)
        }
    }

    @Test func aWrongCodeIsSaidAndTheRightOneGoesOn() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = RegistrationModel(screens.context)
            await model.load()
            screens.fill(model)
            await model.submit()
            let code = try await fixture.code(to: "anna@example.org")
            model.code.value = "12"
            await model.confirm()
            #expect(model.code.error == screens.words("field.mailedCodeWrong"))
            model.code.value = code == "000000" ? "000001" : "000000"
            await model.confirm()
            #expect(model.code.error == screens.words("script.wrong.code") && model.step == .code && model.notice == nil)
            model.code.value = code
            #expect(model.code.error == nil)
            await model.confirm()
            #expect(model.step == .draw)
        }
    }

    @Test func theCodeIsMailedAgainAfterAPause() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = RegistrationModel(screens.context)
            await model.load()
            screens.fill(model)
            await model.submit()
            let email = ["email": "anna@example.org"]
            // Who never got an e-mail has no earlier one.
            #expect(model.sentTo == screens.words("script.register.codeSent", email))
            let now = screens.context.now()
            #expect(!model.isResendable(at: now) && model.resendLabel(at: now).hasPrefix("Send again in "))
            await model.resend()
            #expect(screens.phone.faults.count("POST", "/code") == 0)
            let later = now.addingTimeInterval(3600)
            #expect(model.isResendable(at: later) && model.resendLabel(at: later) == "Send the code again")
            fixture.time.advance(seconds: 120)
            await model.resend()
            #expect(model.notice == Notice(screens.words("script.register.resent"), kind: .good))
            #expect(model.sentTo == screens.words("script.register.codeSentAgain", email))
            model.changeEmail()
            model.email.value = "anna.b@example.org"
            await model.submit()
            #expect(model.sentTo == screens.words("script.register.codeSent", ["email": "anna.b@example.org"]))
        }
    }

    @Test func aCodeThatIsOverLeadsBackToTheFilledInForm() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = RegistrationModel(screens.context)
            await model.load()
            screens.fill(model)
            await model.submit()
            model.code.value = try await fixture.code(to: "anna@example.org")
            fixture.time.advance(seconds: 24 * 3600)
            await model.confirm()
            #expect(model.step == .form && model.email.value == "anna@example.org" && model.form.userName.value == "Anna Petrova")
            #expect(model.notice == Notice(screens.words("script.register.over"), kind: .warning))
            await model.submit()
            #expect(model.step == .code)
            model.changeEmail()
            #expect(model.step == .form && model.code.value.isEmpty)
        }
    }

    @Test func cancelLeadsBackToTheFormAndContinueToTheDrawings() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = RegistrationModel(screens.context)
            try await screens.register(model)
            screens.sign(0, on: model.enrolment.pad)
            await model.enrolment.advance()
            screens.sign(1, on: model.enrolment.pad)
            model.enrolment.cancel()
            #expect(model.step == .form && model.email.value == "anna@example.org" && model.isAgreed)
            model.form.userName.value = "Anna Ivanova"
            await model.submit()
            #expect(model.step == .draw && model.enrolment.missing.count == 8)
            #expect(try await screens.phone.client.account.person().profile.userName == "Anna Ivanova")
            #expect(screens.phone.faults.count("POST", "/v1/registrations") == 1)
        }
    }

    @Test func aNameThatIsTakenIsSaidOnceTheAddressIsProved() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let first = try Screens(fixture)
            let model = RegistrationModel(first.context)
            await model.load()
            first.fill(model)
            model.form.username.value = "anna"
            await model.submit()
            model.code.value = try await fixture.code(to: "anna@example.org")
            await model.confirm()
            let second = try Screens(fixture, try fixture.phone("Other phone", seed: 9))
            let other = RegistrationModel(second.context)
            await other.load()
            second.fill(other, email: "boris@example.org")
            other.form.username.value = "anna"
            await other.submit()
            other.code.value = try await fixture.code(to: "boris@example.org")
            await other.confirm()
            #expect(other.step == .form && other.form.username.error == second.words("script.wrong.username"))
            other.form.username.value = "boris"
            await other.submit()
            #expect(other.step == .draw)
        }
    }

    @Test func whoHasNoSignatureYetGoesOnAfterARestart() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            try await screens.register(RegistrationModel(screens.context))
            let again = try Screens(fixture, try screens.phone.restarted(fixture))
            let person = try await again.phone.client.account.person()
            let model = RegistrationModel(again.context, person: person)
            #expect(model.isRegistered && model.isAgreed && model.email.value == "anna@example.org")
            #expect(model.form.userName.value == "Anna Petrova")
            await model.submit()
            #expect(model.step == .draw)
        }
    }
}
