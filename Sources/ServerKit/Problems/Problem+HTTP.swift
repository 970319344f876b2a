public import HTTPTypes
public import Hummingbird
public import ParaphWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Problem: ResponseGenerator {
    /// The HTTP status as a type.
    public var httpStatus: HTTPResponse.Status { .init(code: status) }

    public func response(from request: Request, context: some RequestContext) throws -> Response {
        var problem = self
        problem.instance = (context as? ParaphContext)?.requestID
        var response = try JSONBody.response(problem, status: httpStatus)
        response.headers[.contentType] = "application/problem+json"
        response.headers[.cacheControl] = "no-store"
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        if status == 401 { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }
}

extension Problem {
    /// 400: the request is not what the call takes.
    public static func malformed(_ detail: String, fields: [Field]? = nil) -> Problem {
        Problem(code: .malformed, title: "The request is malformed", detail: detail, fields: fields)
    }

    /// 400: one part of the request is missing or wrong.
    public static func invalid(_ name: String, _ code: FieldCode, _ detail: String) -> Problem {
        malformed("\(name) \(detail)", fields: [Field(name: name, code: code, detail: detail)])
    }

    /// 400: `after` is not the `next` of a page of that list.
    public static let notAPage = invalid("after", .malformed, "is not the next of a page")

    /// 401: there is no credential, or it is worth nothing (any more).
    public static func unauthenticated(_ detail: String = "Sign in, then send the request again.") -> Problem {
        Problem(code: .unauthenticated, title: "Sign in first", detail: detail)
    }

    /// 403: the credential does not open this.
    public static func forbidden(_ code: ProblemCode = .forbidden, _ detail: String) -> Problem {
        Problem(code: code, title: "This is not allowed", detail: detail)
    }

    /// 404: there is no such thing, or the caller may not know of it.
    public static func notFound(_ what: String = "thing") -> Problem {
        Problem(code: .notFound, title: "There is no such \(what)")
    }

    /// 409: it does not fit what is there.
    public static func conflict(_ code: ProblemCode, _ detail: String) -> Problem {
        Problem(code: code, title: "This does not fit what is there", detail: detail)
    }

    /// 413: the body is larger than this call takes.
    public static func tooLarge(limit: Int) -> Problem {
        Problem(code: .tooLarge, title: "The request is too large", detail: "The body may hold at most \(limit) bytes.")
    }

    /// 429: too many; try again later.
    public static func tooMany(_ code: ProblemCode = .tooMany, retryAfter: Int) -> Problem {
        Problem(
            code: code,
            title: "Too many requests",
            detail: "Try again in \(retryAfter.counted("second")).",
            retryAfter: retryAfter
        )
    }

    /// 500: a fault of ours, which the log tells of under the request's id.
    public static let fault = Problem(
        code: .fault,
        title: "Something went wrong here",
        detail: "Nothing was changed. Try again; if it happens again, tell whoever runs this server the request id."
    )

    /// 503: the server cannot answer now.
    public static func unavailable(retryAfter: Int = 5) -> Problem {
        Problem(
            code: .unavailable,
            title: "The server cannot answer now",
            detail: "Try again in \(retryAfter.counted("second")).",
            retryAfter: retryAfter
        )
    }
}
