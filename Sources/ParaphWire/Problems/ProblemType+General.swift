/// What each problem of every domain means.
extension ProblemType {
    static let general: [ProblemType] = [
        ProblemType(.crossSite, 403, "The request comes from a page of another site, or from an old page of this one."),
        ProblemType(.damagedPages, 500, "The web app's files are damaged, so no page can be shown."),
        ProblemType(.forbidden, 403, "The caller may not do this."),
        ProblemType(.insufficientScope, 403, "The token has none of the scopes that this call takes."),
        ProblemType(.fault, 500, "Something went wrong on the server, and nothing was changed."),
        ProblemType(.malformed, 400, "A part of the request is missing, unknown or wrong; `fields` names it."),
        ProblemType(.methodNotAllowed, 405, "The address takes other methods; `Allow` names them."),
        ProblemType(.notFound, 404, "There is no such thing, or the caller may not know of it."),
        ProblemType(.sessionRequired, 403, "Only a session that the person opened by signing in may do this, not a token."),
        ProblemType(.signatureExpired, 409, "The signature was drawn too long ago to be used."),
        ProblemType(.timeout, 408, "The body did not come in time, and nothing of it was kept."),
        ProblemType(.tooLarge, 413, "The body is larger than this call takes."),
        ProblemType(.tooMany, 429, "There were too many requests; try again after `retryAfter`."),
        ProblemType(.unauthenticated, 401, "There is no credential, or it is not valid any more."),
        ProblemType(.unavailable, 503, "The server cannot answer now; try again after `retryAfter`."),
        ProblemType(.unknownSignature, 409, "The signature is none that this person gave for this."),
        ProblemType(.unsupportedMediaType, 415, "The body is of a media type that this call does not take."),
    ]
}
