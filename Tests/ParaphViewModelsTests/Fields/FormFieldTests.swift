import Foundation
import Testing

@testable import ParaphViewModels

@MainActor @Suite struct FormFieldTests {
    private let words = Words(.en)

    @Test func charactersThatAreNotAllowedDoNotGetIn() {
        let email = FormField.email(words)
        email.value = "an na,@example.org"
        #expect(email.value == "anna@example.org" && email.refused == "Not allowed here: space ,")
        email.value = "anna@example.org"
        #expect(email.refused == nil)
        let username = FormField.username(words)
        username.value = "anna é<"
        #expect(username.value == "anna" && username.refused == "Not allowed here: space é < Use Latin letters, digits and . _ -")
        let name = FormField.userName(words)
        name.value = "Анна-Мария O’Neil 2nd, नेहा"
        #expect(name.refused == nil)
        name.value = "Anna <b>"
        #expect(name.value == "Anna b")
        let code = FormField.mailedCode(words)
        code.value = "12a3"
        #expect(code.value == "123" && code.refused == "Not allowed here: a The code contains only digits.")
    }

    @Test func whatIsWrongIsSaidWhenTheFieldIsLeftAndGoesWhenItIsRight() {
        let email = FormField.email(words)
        email.leave()
        // That it is empty is told when the form is sent.
        #expect(email.error == nil)
        email.value = "anna@"
        email.leave()
        #expect(email.error == words("field.emailWrong"))
        email.value = "anna@example.org"
        #expect(email.error == nil)
        let username = FormField.username(words)
        username.value = "an"
        username.leave()
        #expect(username.error == words("field.usernameWrong"))
        username.value = ""
        #expect(username.error == nil)
    }

    @Test func aNumberOfTheirOwnCountryGetsItsCodeWhenTheFieldIsLeft() {
        for (country, typed, value) in [
            ("GB", "020 7946 0018", "+442079460018"), ("RU", "8 (916) 123-45-67", "+79161234567"),
            ("GB", "+33 6 12 34 56 78", "+33 6 12 34 56 78"),
        ] {
            let phone = FormField.phoneNumber(words, country: country)
            phone.value = typed
            phone.leave()
            #expect(phone.value == value && phone.error == nil)
        }
        for country in ["FR", nil] {
            let phone = FormField.phoneNumber(words, country: country)
            phone.value = "8 (916) 123-45-67"
            phone.leave()
            #expect(phone.value == "8 (916) 123-45-67" && phone.error == words("field.phoneWrong"))
        }
        let short = FormField.phoneNumber(words, country: "RU")
        short.value = "+7921555014"
        short.leave()
        #expect(short.error == words("script.phone.nationalLength"))
    }

    @Test(arguments: ["123456", "1234-5678 9012-3456", "1234567890123456"]) func codesOfBothKindsAreRight(_ code: String) {
        let field = FormField.mailedCode(words)
        field.value = code
        #expect(field.check())
    }

    @Test func longTextsAreCut() {
        let name = FormField.userName(words)
        name.value = String(repeating: "a", count: 200)
        #expect(name.value.count == 100)
    }
}
