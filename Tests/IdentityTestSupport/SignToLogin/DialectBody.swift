import Foundation
import ParaphInk
import ParaphInkFormats

/// The parameters of a call, each as JSON text, and the forms that they can be sent in.
struct DialectBody: Sendable {
    /// The names and their JSON texts, in order.
    var parameters: [(name: String, json: String)]

    /// What `/register/` takes, optional parameters left out.
    static func register(key: String, email: String, _ samples: [Sample]) throws -> DialectBody {
        var body = DialectBody(parameters: common(key: key, email: email))
        body["user_name"] = "\"Anna Petrova\""
        body["os_version"] = "\"6.1\""
        body["device_version"] = "\"iPad3,1\""
        body["signatures"] = "[\(try samples.map(text).joined(separator: ","))]"
        return body
    }

    static func login(key: String, email: String) -> DialectBody {
        DialectBody(parameters: [
            ("apikey", "\"\(key)\""), ("email", "\"\(email)\""), ("os_version", "\"6.1\""), ("device_version", "\"iPad3,1\""),
        ])
    }

    static func authenticate(key: String, email: String, _ sample: Sample) throws -> DialectBody {
        var body = DialectBody(parameters: common(key: key, email: email))
        body["signature"] = try text(sample)
        return body
    }

    private static func common(key: String, email: String) -> [(name: String, json: String)] {
        [
            ("apikey", "\"\(key)\""), ("email", "\"\(email)\""), ("time", "\"21.11.2026 10:07:59\""),
            ("resolution", "{\"width\": 1024, \"height\": 768}"), ("pressure", "0"),
        ]
    }

    static func text(_ sample: Sample) throws -> String {
        String(decoding: try SignToLoginFormat.encode(sample), as: UTF8.self)
    }

    /// A parameter's JSON text; `nil` takes it out.
    subscript(name: String) -> String? {
        get { parameters.first { $0.name == name }?.json }
        set {
            if let index = parameters.firstIndex(where: { $0.name == name }) {
                if let newValue { parameters[index].json = newValue } else { parameters.remove(at: index) }
            } else if let newValue {
                parameters.append((name, newValue))
            }
        }
    }

    /// The same with a parameter changed.
    func with(_ name: String, _ json: String?) -> DialectBody {
        var copy = self
        copy[name] = json
        return copy
    }

    var json: [UInt8] {
        Array("{\(parameters.map { "\"\($0.name)\": \($0.json)" }.joined(separator: ",\n"))}".utf8)
    }

    /// As a form: texts without their quotes, structures as JSON text.
    var form: [UInt8] {
        let fields = parameters.map {
            "\($0.name)=\(Self.plain($0.json).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return Array(fields.joined(separator: "&").utf8)
    }

    /// As multipart, with a picture where there is one.
    func multipart(boundary: String, photo: [UInt8]? = nil) -> [UInt8] {
        var body: [UInt8] = []
        for (name, json) in parameters {
            body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(Self.plain(json))\r\n".utf8)
        }
        if let photo {
            body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"me.png\"\r\n".utf8)
            body += Array("Content-Type: image/png\r\n\r\n".utf8) + photo + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    private static func plain(_ json: String) -> String {
        json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
    }
}
