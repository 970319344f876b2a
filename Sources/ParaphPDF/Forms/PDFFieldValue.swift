/// What a field is to hold.
public enum PDFFieldValue: Hashable, Sendable {
    /// A text; of a check box or radio button the name or the export value of a state; of a choice one of its options.
    case text(String)
    /// On or off, for a check box.
    case checked(Bool)
    /// Several options of a list.
    case choices([String])
    /// Nothing.
    case empty
}

/// Why a field is not filled: an answer, not an error of the file.
public struct PDFFieldRefusal: Hashable, Sendable {
    /// What is in the way.
    public enum Reason: Hashable, Sendable {
        /// The form has no field of the name.
        case unknown
        /// The form says that people do not change the field.
        case readOnly
        /// A signature locks the field, or the whole form.
        case locked
        /// Push buttons, signatures and fields of unknown type are not filled this way.
        case notFillable
        /// The value is not of the type that the field takes.
        case wrongType
        /// The value is none of the field's options or states.
        case noOption
        /// One of the radio buttons must be on.
        case mustBeOn
        /// The text has more characters than the field takes, or than any form does.
        case tooLong(Int)
        /// The text has several lines, and the field one.
        case oneLine
        /// None of the fonts has the character: a number of Unicode.
        case noGlyph(UInt32)
        /// The text goes from right to left or is in letters that join, which is not done here.
        case needsShaping
        /// The form is one of XFA that has no fields of PDF, or whose XFA a signature covers.
        case xfa
        /// The file is signed, and flattening would break the signature.
        case signed
        /// The field stands in the file in a way that it cannot be changed in.
        case damaged
    }

    /// The full name of the field; empty for the form itself.
    public let field: String
    /// What is in the way.
    public let reason: Reason
}

extension PDFFieldRefusal.Reason {
    /// The reason in one word, as machines are told it; what comes with it is left out.
    public var code: String {
        switch self {
        case .unknown: "unknown"
        case .readOnly: "readOnly"
        case .locked: "locked"
        case .notFillable: "notFillable"
        case .wrongType: "wrongType"
        case .noOption: "noOption"
        case .mustBeOn: "mustBeOn"
        case .tooLong: "tooLong"
        case .oneLine: "oneLine"
        case .noGlyph: "noGlyph"
        case .needsShaping: "needsShaping"
        case .xfa: "xfa"
        case .signed: "signed"
        case .damaged: "damaged"
        }
    }
}

extension PDFFieldRefusal: CustomStringConvertible {
    /// The refusal as a sentence, with what can be done.
    public var description: String {
        field.isEmpty ? "The form cannot be changed: \(explanation)." : "The field \(field) cannot be filled: \(explanation)."
    }

    private var explanation: String {
        switch reason {
        case .unknown: "there is no field of that name; `paraph pdf inspect` lists them"
        case .readOnly: "it is read-only"
        case .locked: "a signature locks it"
        case .notFillable: "it is a button, a signature or of an unknown type"
        case .wrongType: "the value is not of its type; see `paraph pdf inspect`"
        case .noOption: "the value is none of its options; `paraph pdf inspect --json` lists them"
        case .mustBeOn: "one of its buttons must stay on"
        case .tooLong(let most): "the text is longer than \(most) characters"
        case .oneLine: "it takes one line of text"
        case .noGlyph(let scalar): "no font has the character U+\(Self.hexadecimal(scalar)); give a font that has it with --font"
        case .needsShaping: "text from right to left, or in letters that join, is not supported"
        case .xfa: "it is an XFA form, which only its own programs fill"
        case .signed: "the file is signed, and the signature would break"
        case .damaged: "it is damaged"
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
