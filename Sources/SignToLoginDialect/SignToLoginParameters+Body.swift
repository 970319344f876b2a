import ParaphInkFormats
import ParaphWire
import ServerKit

extension SignToLoginParameters {
    /// Reads a body: JSON, `application/x-www-form-urlencoded` or `multipart/form-data`.
    ///
    /// A body that begins with `{` is JSON whatever its type says, for clients that leave the type out or send the default of their library.
    /// - Throws: ``SignToLoginRefusal``.
    public init(body: [UInt8], contentType: String?) throws(SignToLoginRefusal) {
        guard !body.isEmpty else { throw SignToLoginRefusal(body: "The body is empty; send the parameters as JSON or as a form") }
        let mediaType = contentType?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } } ?? ""
        if mediaType == "multipart/form-data" {
            try self.init(Self.multipart(body, contentType: contentType ?? ""))
        } else if Self.isJSON(body) {
            try self.init(Self.json(body))
        } else if ["application/x-www-form-urlencoded", "text/plain", ""].contains(mediaType) {
            try self.init(Self.form(body))
        } else {
            throw SignToLoginRefusal(
                body: "The body is neither JSON nor a form; send application/json, application/x-www-form-urlencoded or multipart/form-data"
            )
        }
    }

    private static func isJSON(_ body: [UInt8]) -> Bool {
        let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
        return text.first { ![9, 10, 13, 32].contains($0) } == UInt8(ascii: "{")
    }

    private static func json(_ body: [UInt8]) throws(SignToLoginRefusal) -> [(name: String, value: Value)] {
        guard String(validating: body, as: UTF8.self) != nil else { throw SignToLoginRefusal(body: "The body is not UTF-8") }
        let members: [(name: String, value: [UInt8])]
        do throws(FormatError) {
            members = try JSONMembers.read(body, atMost: countLimit)
        } catch {
            throw SignToLoginRefusal(body: "The body is not valid JSON: \(error)")
        }
        // What no call knows is ignored, whatever it holds.
        for (name, value) in members where known.contains(name) {
            do throws(Problem) {
                try JSONShape.check(value, depthLimit: JSONBody.depthLimit)
            } catch {
                throw SignToLoginRefusal(String(name.prefix(100)), error.fields == nil ? "nests too deep" : "has a key twice in one object")
            }
        }
        return members.map { ($0.name, .json($0.value)) }
    }

    private static func form(_ body: [UInt8]) throws(SignToLoginRefusal) -> [(name: String, value: Value)] {
        do throws(Problem) {
            return try FormBody.decode(body, atMost: countLimit).map { ($0.name, .text($0.value)) }
        } catch {
            throw SignToLoginRefusal(body: error.detail ?? error.title)
        }
    }

    private static func multipart(_ body: [UInt8], contentType: String) throws(SignToLoginRefusal) -> [(name: String, value: Value)] {
        guard let boundary = MultipartBody.boundary(ofContentType: contentType) else {
            throw SignToLoginRefusal(body: "Content-Type names no boundary; send multipart/form-data; boundary=…")
        }
        let parts: [MultipartBody.Part]
        do throws(Problem) {
            parts = try MultipartBody.decode(body, boundary: boundary, atMost: countLimit)
        } catch {
            throw SignToLoginRefusal(body: error.detail ?? error.title)
        }
        var parameters: [(name: String, value: Value)] = []
        for part in parts {
            // A part that no call knows is ignored whatever it holds.
            let isPhoto = part.name == "photo" && (part.fileName != nil || part.mediaType?.hasPrefix("image/") == true)
            if isPhoto || !known.contains(part.name) {
                parameters.append((part.name, .file(part.bytes)))
            } else if let text = String(validating: part.bytes, as: UTF8.self) {
                parameters.append((part.name, .text(text)))
            } else {
                throw SignToLoginRefusal(String(part.name.prefix(100)), "is not UTF-8")
            }
        }
        return parameters
    }
}
