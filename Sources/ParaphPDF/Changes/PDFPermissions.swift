/// What may be changed after a signature (ISO 32000-2, 12.8.2.2 and 12.8.2.4).
public struct PDFPermissions: Hashable, Sendable {
    /// How much may be changed.
    public enum Level: Int, Comparable, Sendable {
        /// Nothing but validation data and document timestamps.
        case nothing = 1
        /// Forms may be filled in and signed too.
        case filling
        /// Annotations may be made, changed and removed too.
        case annotating

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Which fields may not be changed any more.
    public enum Lock: Hashable, Sendable {
        case all
        /// These, and the fields below them, by full name as UTF-8.
        case only([[UInt8]])
        /// All but these.
        case allBut([[UInt8]])

        /// Whether a field is locked.
        func holds(_ name: [UInt8]) -> Bool {
            func isIn(_ names: [[UInt8]]) -> Bool {
                for other in names where name == other || (name.starts(with: other) && name[other.count] == UInt8(ascii: ".")) {
                    return true
                }
                return false
            }
            return switch self {
            case .all: true
            case .only(let names): isIn(names)
            case .allBut(let names): !isIn(names)
            }
        }
    }

    /// How much may be changed; a signature that says nothing of it lets annotations be made, as the standard does.
    public var level = Level.annotating
    /// Which fields may not be changed.
    public var locks: [Lock] = []
    /// Whether an author certified the document, so that even signatures that are seen need a second look.
    public var isCertified = false

    /// What a signature that says nothing permits.
    public init() {}

    /// Whether a field may not be changed any more.
    public func locks(_ field: String) -> Bool { locks.contains { $0.holds(Array(field.utf8)) } }

    /// Takes what is stricter from another.
    mutating func restrict(by other: PDFPermissions) {
        level = min(level, other.level)
        locks += other.locks
        isCertified = isCertified || other.isCertified
    }
}

extension PDFFile {
    /// What a signature of this state permits: what its transforms say, and the lock of its field.
    func permissions(of signature: PDFSignature) throws(PDFError) -> PDFPermissions {
        var result = PDFPermissions()
        if signature.kind == .certification {
            result.isCertified = true
            result.level = .filling
        }
        for element in (try resolve(signature.dictionary["Reference"]).array ?? []).prefix(64) {
            guard let transform = try resolve(element).dictionary, let method = try resolve(transform["TransformMethod"]).name else {
                continue
            }
            let parameters = try resolve(transform["TransformParams"]).dictionary
            if method == "DocMDP" {
                result.isCertified = true
                result.level = try level(parameters, otherwise: .filling)
            } else if method == "FieldMDP" {
                result.locks.append(try lock(parameters))
            }
        }
        if let locked = try resolve(signature.field["Lock"]).dictionary {
            result.locks.append(try lock(locked))
            // A level in a lock holds for the whole document (table 236).
            if locked["P"] != nil { result.level = min(result.level, try level(locked, otherwise: .nothing)) }
        }
        return result
    }

    /// A number that is none of the three permits nothing.
    private func level(_ dictionary: PDFDictionary?, otherwise: PDFPermissions.Level) throws(PDFError) -> PDFPermissions.Level {
        guard let value = dictionary?["P"] else { return otherwise }
        return try resolve(value).integer.flatMap { PDFPermissions.Level(rawValue: $0) } ?? .nothing
    }

    /// What cannot be read locks all fields.
    private func lock(_ dictionary: PDFDictionary?) throws(PDFError) -> PDFPermissions.Lock {
        var names: [[UInt8]] = []
        for element in (try resolve(dictionary?["Fields"]).array ?? []).prefix(limits.fields) {
            guard let name = try resolve(element).string else { return .all }
            names.append(Array(name.text.utf8))
        }
        guard let action = try resolve(dictionary?["Action"]).name else { return .all }
        return action == "Include" ? .only(names) : action == "Exclude" ? .allBut(names) : .all
    }
}
