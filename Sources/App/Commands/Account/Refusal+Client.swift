import ParaphClient
import ParaphWire

extension Refusal {
    static let notSignedIn = Refusal("Nobody is signed in here; run: paraph login https://SERVER --api-key KEY --as E-MAIL")

    /// What a server refused, or why nothing came of it.
    init(_ error: ClientError) {
        let after = error.retryAfter.map { " Try again in \($0) s." } ?? ""
        switch error.code {
        case .notSignedIn: self = .notSignedIn
        case .offline: self.init("The server cannot be reached (\(error.message)). Check its address and the connection.\(after)")
        case .outcomeUnknown: self.init("The connection was lost before the answer: look whether it was done before you try again.")
        case .unknownDevice:
            self.init("The account does not know this device: run paraph login without --drawing, and add it on a device that it knows.")
        case .keyMissing: self.init("The key of this device is not in the profile any more: run paraph login, and add the device anew.")
        case .refused:
            guard let problem = error.problem else {
                self.init("The server answered with status \(error.status ?? 0).\(after)")
                return
            }
            let fields = (problem.fields ?? []).map { "\($0.name): \($0.detail)" }
            let parts = [problem.title, problem.detail] + fields
            self.init("The server refused. \(parts.compactMap(\.self).joined(separator: ": ")) (\(problem.code.rawValue)).\(after)")
        default: self.init("\(error.message.prefix(1).uppercased())\(error.message.dropFirst()).")
        }
    }
}
