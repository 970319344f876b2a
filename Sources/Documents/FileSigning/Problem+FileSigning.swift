import ParaphPDF
import ParaphWire
import ServerKit

/// Why a file cannot be signed, or not now.
extension Problem {
    static let signedMeanwhile = Problem.conflict(
        .signedMeanwhile,
        "Another person signed this file meanwhile. Prepare the signature again, with the same drawing, on top of theirs."
    )

    static let changedSince = Problem.conflict(
        .changedSince,
        """
        Since the version that this signature was drawn for, somebody filled in a form, added a photo or signed over what stands there. \
        Load the document again, look at it, and sign again.
        """
    )

    static let draftExpired = Problem.conflict(.draftExpired, "This signature was prepared too long ago. Prepare it again.")

    static let signatureUnknown = Problem.conflict(
        .unknownSignature,
        "This is no signature that you gave for this version of the document; sign again."
    )

    static let signatureTooOld = Problem.conflict(.signatureExpired, "The signature was drawn more than fifteen minutes ago; sign again.")

    static let fieldSigned = Problem.conflict(.fieldSigned, "This field was signed meanwhile. Choose another place.")

    static func wouldHide(withPhoto hasPhoto: Bool) -> Problem {
        let advice = hasPhoto ? "Put it elsewhere, or leave the photo out." : "Put it elsewhere."
        return .conflict(.wouldHide, "The signature would hide what is signed there, and the document would count as changed. \(advice)")
    }

    static let versionUnknown = Problem.conflict(
        .unknownVersion,
        "The signature was drawn for a file that is no version of this document. Load the document again, and sign what is there."
    )

    static let signatureForbidden = Problem.conflict(
        .signatureForbidden,
        "An earlier signature on this document, or its author, does not allow this one. Ask its author for a copy without that lock."
    )

    static let xfa = Problem.conflict(
        .xfa,
        "This form needs Adobe's XFA. Ask the sender for a plain PDF, or print it to PDF, then sign that."
    )

    static let noPages = Problem.conflict(.noPages, "This document has no pages, so there is nothing to sign.")

    static let unsignable = Problem.conflict(
        .unsignable,
        "This document is damaged, or made so that a signature would change what it shows. Print it to PDF, then sign that."
    )

    static let tooComplex = Problem.conflict(
        .tooComplex,
        """
        This document is too complex to be signed here. If nobody has signed it yet, print it to PDF, then sign that; \
        if it is signed already, sign it in another program, for printing would remove the signatures.
        """
    )

    /// The file is encrypted; `code` says what is wrong with the password, where one would help.
    static func locked(_ code: FieldCode? = nil) -> Problem {
        guard let code else {
            return .conflict(.locked, "This document is encrypted by something else than a password, so it cannot be signed here.")
        }
        let detail = code == .wrong ? "does not open this document" : "is needed: this document is encrypted"
        var problem = Problem.conflict(.locked, "password \(detail).")
        problem.fields = [Problem.Field(name: "password", code: code, detail: detail)]
        return problem
    }

    /// What is wrong with a file that cannot be read.
    init(unsignable error: PDFError) {
        self =
            switch error.code {
            case .notPDF:
                Problem(
                    code: .notPDF,
                    title: "This is no PDF",
                    detail: "Save it as a PDF in the program that made it, then sign that."
                )
            case .password: .locked(.missing)
            case .tooDeep, .tooLarge, .tooMuchWork, .outOfTime: .tooComplex
            case .truncated, .malformed, .missing, .loop, .unsupported: .unsignable
            case .ambiguous: .conflict(.unsignable, "\(error) Make a clean copy (`CleanCopy`), or print it to PDF, then sign that.")
            }
    }
}
