import ParaphClient
import ParaphPDF

/// Why this device does nothing with a document, by the words that tell of it.
nonisolated struct DocumentFault: Error, Equatable {
    enum Code: String {
        case notPDF, damaged, noPages, tooComplex, locked, forbidden, unsignable, overtaken, full, gone
    }

    let code: Code

    init(_ code: Code) { self.code = code }

    /// Why a file cannot be opened.
    init(opening error: PDFError) {
        switch error.code {
        case .notPDF: code = .notPDF
        case .password: code = .locked
        case .tooDeep, .tooLarge, .tooMuchWork, .outOfTime: code = .tooComplex
        case .truncated, .malformed, .missing, .loop, .unsupported, .ambiguous: code = .damaged
        }
    }

    /// Why a signature cannot be prepared.
    init(preparing error: PDFError) {
        code = error.code == .unsupported ? .forbidden : .unsignable
    }
}

extension Words {
    /// What went wrong with a document, in the person's words.
    package func explain(_ error: any Error, of name: String) -> String {
        guard let fault = error as? DocumentFault else { return explain(error) }
        let values = ["name": name]
        switch fault.code {
        case .notPDF: return self("script.documents.problem.notPDF", values)
        case .damaged: return self("script.documents.problem.damaged", values)
        case .noPages: return self("script.documents.problem.noPages", values)
        case .gone: return self("app.gone")
        case .tooComplex: return self("script.signing.problem.tooComplex", values)
        case .locked: return self("script.signing.problem.locked", values)
        case .forbidden: return self("script.signing.problem.forbidden", values)
        case .unsignable: return self("script.signing.problem.unsignable", values)
        case .full: return self("script.signing.problem.full", values)
        case .overtaken: return self("app.overtaken", values)
        }
    }
}
