import ParaphClient
import ParaphWire

extension Words {
    /// What went wrong, in the person's words, and what they can do.
    func explain(_ error: any Error) -> String {
        guard let error = error as? ClientError else { return self("script.problem.unknown") }
        switch error.code {
        case .refused: return explain(error.problem?.code, status: error.status ?? 0, retryAfter: error.retryAfter ?? 0)
        case .offline: return self("script.problem.offline")
        case .outcomeUnknown: return self("app.outcomeUnknown")
        case .unreadable: return self("app.unreadable")
        case .insecure: return self("app.insecure")
        case .notSignedIn: return self("script.problem.unauthenticated")
        case .unknownDevice: return self("app.unknownDevice")
        case .keyMissing: return self("app.keyMissing")
        case .storage: return self("app.storage")
        case .differs: return self("app.differs")
        default: return self("script.problem.unknown")
        }
    }

    private func explain(_ code: ProblemCode?, status: Int, retryAfter: Int) -> String {
        let minutes = max(1, (retryAfter + 59) / 60)
        // The device's key is not a browser's.
        if code == .badAssertion { return self("app.unknownDevice") }
        if let code, knows("script.problem.\(code)") {
            return self("script.problem.\(code)", ["seconds": number(retryAfter)], count: minutes)
        }
        if status == 429 { return self("script.problem.tooMany", count: minutes) }
        return self(status >= 500 ? "script.problem.internal" : "script.problem.unknown")
    }

    /// What is wrong with a field that the server refused, where it is known better than by the field itself.
    func explain(_ field: Problem.Field) -> String? {
        guard field.code == .wrong || field.code == "taken" else { return nil }
        let name = field.name.split(separator: ".").last.map(String.init) ?? field.name
        return known("script.wrong.\(name)")
    }

    /// Why a sample was refused, or what of it agreed least.
    func explain(reason: String) -> String? { known("script.reason.\(reason)") }

    /// What a person should know of their samples, in one text; `nil` where there is nothing.
    func explain(_ warnings: [Open<EnrolmentWarning>]) -> String? {
        let texts = warnings.compactMap { known("script.warning.\($0.rawValue)") }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }
}

extension Words {
    /// What happened to a file of the server, and what to do.
    ///
    /// - Parameters:
    ///   - error: What the server said.
    ///   - name: The file's name.
    ///   - unsigned: Whether it was to be signed; else it was to be shown.
    /// - Returns: the sentence.
    func explain(_ error: ClientError, ofFile name: String, unsigned: Bool) -> String {
        let code = error.problem?.code.rawValue ?? (error.code == .offline ? "offline" : "")
        let keys = unsigned ? known("script.files.unsigned.\(code)") : known("script.files.unloaded.\(code)")
        let known = error.problem?.code == .unavailable ? nil : self.known("script.files.problem.\(code)")
        let gone = error.status == 404 ? self("script.files.problem.notFound") : nil
        guard let text = keys ?? known ?? gone else { return explain(error) }
        return text.replacing("{name}", with: name)
    }
}
