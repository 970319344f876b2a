import ParaphWire
import ServerKit

extension Problem {
    /// An app that people's accounts are in is not deleted.
    static func appInUse(by count: Int) -> Problem {
        let people = count.counted("person has an account", "people have their accounts")
        return .conflict(.appInUse, "\(people) in this app, which would be lost. Disable the app instead.")
    }

    /// The person does not agree (any more) to the processing of their signature.
    static let consentRequired = Problem.forbidden(
        .consentRequired,
        "Your signature is looked at only with your consent. Read the text at /v1/consent and agree to it first."
    )

    /// There is no template to compare with.
    static let notEnrolled = Problem.conflict(.notEnrolled, "This person has not given their signature yet; enrol first.")

    /// What must be approved was not, or the approval is used up, expired, or for something else.
    static let approvalRequired = Problem.forbidden(
        .approvalRequired,
        "This needs an approval: sign a challenge of this purpose, use a passkey, or show a recovery code. An approval is good once, for five minutes, in the session that it was given in."
    )

    /// A mailed code stands in for nothing that the account has.
    static let otherFactorThere = Problem.conflict(
        .otherFactorThere,
        "This account has a signature, a passkey or recovery codes; approve by one of them."
    )

    /// An app could say yes without the person having seen our page.
    static let ownSessionRequired = Problem.forbidden(
        .ownSessionRequired,
        "An app cannot allow programs or apps anything; sign in on our own page."
    )

    /// Throws unless a purpose is something that an approval is given for, and names what it is for where it has to.
    static func check(_ purpose: ChallengePurpose, subject: String?) throws {
        guard purpose.isApproval else {
            let detail = purpose == .signIn ? "a sign-in does not" : "this is signed by hand"
            throw Problem.invalid("purpose", .unknown, "must be something that needs an approval; \(detail)")
        }
        guard purpose.namesSubject == (subject != nil) else {
            throw Problem.invalid(
                "subject",
                purpose.namesSubject ? .missing : .unknown,
                "goes with the purposes that name what they are for"
            )
        }
        guard (subject ?? "").utf8.count <= 200 else { throw Problem.invalid("subject", .tooLong, "is longer than any id") }
    }

    /// The device's statement is not what this challenge takes; nothing was compared.
    static func badAssertion(_ detail: String, fields: [Field]? = nil) -> Problem {
        Problem(code: .badAssertion, title: "The device's signature does not hold", detail: detail, fields: fields)
    }

    /// The number of an attempt counts once.
    static func attemptUsed(_ attempt: Int) -> Problem {
        .conflict(.attemptUsed, "Attempt \(attempt) was made already; sign the next number.")
    }

    /// The passkey's counter went on while this answer was looked at.
    static let answerOvertaken = Problem.conflict(.answerOvertaken, "Another answer by the same passkey came in between; sign again.")

    /// The challenge takes no answers any more.
    static let challengeOver = Problem.conflict(
        .challengeOver,
        "This challenge was answered, denied or cancelled, or its time is over. Ask for a new one."
    )

    /// Signatures are not looked at on this device until another factor is shown.
    static let biometricsStopped = Problem(
        code: .biometricsStopped,
        title: "Signatures are not taken here any more",
        detail:
            "Too many signatures in a row were not accepted on this device. Use a recovery code to go on, or a passkey that is not "
            + "this device's key."
    )
}
