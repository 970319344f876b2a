import ParaphWire
import ServerKit

extension Problem {
    /// The person does not agree (any more) to the processing of their signature.
    static let consentRequired = Problem.forbidden(
        "consentRequired",
        "Your signature is looked at only with your consent. Read the text at /v1/consent and agree to it first."
    )

    /// There is no template to compare with.
    static let notEnrolled = Problem.conflict("notEnrolled", "This person has not given their signature yet; enrol first.")

    /// What must be approved was not, or the approval is used up, expired, or for something else.
    static let approvalRequired = Problem.forbidden(
        "approvalRequired",
        "This needs an approval: sign a challenge of this purpose, use a passkey, or show a recovery code. An approval is good once, for five minutes."
    )

    /// Throws where nothing takes the place of a handwritten signature.
    static func refuseSubstitute(for purpose: ChallengePurpose) throws {
        guard ![.signDocument, .answerRequest].contains(purpose) else {
            throw Problem.invalid("purpose", "unknown", "must be something that needs an approval; this is signed by hand")
        }
    }

    /// The device's statement is not what this challenge takes; nothing was compared.
    static func badAssertion(_ detail: String, fields: [Field]? = nil) -> Problem {
        Problem(status: 401, code: "badAssertion", title: "The device's signature does not hold", detail: detail, fields: fields)
    }

    /// The number of an attempt counts once.
    static func attemptUsed(_ attempt: Int) -> Problem {
        .conflict("attemptUsed", "Attempt \(attempt) was made already; sign the next number.")
    }

    /// The passkey's counter went on while this answer was looked at.
    static let answerOvertaken = Problem.conflict("answerOvertaken", "Another answer by the same passkey came in between; sign again.")

    /// The challenge takes no answers any more.
    static let challengeOver = Problem.conflict(
        "challengeOver",
        "This challenge was answered, denied or cancelled, or its time is over. Ask for a new one."
    )

    /// Signatures are not looked at on this device until another factor is shown.
    static let biometricsStopped = Problem(
        status: 403,
        code: "biometricsStopped",
        title: "Signatures are not taken here any more",
        detail:
            "Too many signatures in a row were not accepted on this device. Use a recovery code to go on, or a passkey that is not "
            + "this device's key."
    )
}
