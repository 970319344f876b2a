import ParaphPDF
import ParaphWire
import ServerKit

/// What is filled into the form of a file before it is signed.
struct FileFormValues: Sendable {
    /// The most fields, the most bytes of a field's name, and the most bytes of all names and values.
    private static let mostFields = 500
    private static let longestName = 1024
    private static let most = 131_072

    let values: [(field: String, value: PDFFieldValue)]

    /// Takes what is asked for.
    ///
    /// - Throws: a `Problem` of status 400 that says what is wrong with `form`.
    init(_ wanted: [FormFieldValue]) throws {
        guard wanted.count <= Self.mostFields else {
            throw Problem.invalid("form", .tooLong, "must be at most \(Self.mostFields) fields")
        }
        var (seen, size) = (Set<[UInt8]>(), 0)
        for one in wanted {
            guard (1...Self.longestName).contains(one.field.utf8.count), !one.field.utf8.contains(0),
                seen.insert(Array(one.field.utf8)).inserted,
                one.text == nil || one.choices == nil
            else {
                throw Problem.invalid("form", .malformed, "must name each field once, with a text or with choices")
            }
            size += one.field.utf8.count + (one.text?.utf8.count ?? 0) + (one.choices ?? []).reduce(0) { $0 + $1.utf8.count + 1 }
        }
        guard size <= Self.most else { throw Problem.invalid("form", .tooLong, "must be at most \(Self.most) bytes") }
        values = wanted.map { one in
            let value: PDFFieldValue = one.text.map { .text($0) } ?? one.choices.map { .choices($0) } ?? .empty
            return (one.field, value)
        }
    }

    /// Refuses values that the form does not take as it is now, by the names of their fields.
    func check(in file: PDFFile, fonts: [TrueTypeFont]) throws {
        guard !values.isEmpty else { return }
        let refused: [PDFFieldRefusal]
        do throws(PDFError) {
            var filler = try PDFFormFiller(file, fonts: fonts)
            var found: [PDFFieldRefusal] = []
            for (field, value) in values {
                if let refusal = try filler.fill(field, with: value) { found.append(refusal) }
            }
            refused = found
        } catch {
            throw Problem(unsignable: error)
        }
        guard refused.isEmpty else { throw Problem.formRefused(refused) }
    }
}

extension Problem {
    /// Some fields do not take what was filled in, as where a signature came meanwhile that locks them; `fields` has their names.
    fileprivate static func formRefused(_ refusals: [PDFFieldRefusal]) -> Problem {
        var problem = Problem.conflict(
            .formRefused,
            "Some fields do not take what was filled in. Leave them out, or load the document again and fill in what is open there."
        )
        problem.fields = refusals.map { Problem.Field(name: $0.field, code: FieldCode(rawValue: $0.reason.code), detail: $0.reason.detail) }
        return problem
    }
}

extension PDFFieldRefusal.Reason {
    fileprivate var detail: String {
        switch self {
        case .tooLong(let most): "takes \(most) characters at most"
        case .noGlyph(let scalar): "no font here has the character \(scalar)"
        default: "is not filled: \(code)"
        }
    }
}
