import HTTPTypes
import Hummingbird
import ServerKit

/// Keeps the language that a person chose in a cookie for a year, and goes back to where they were.
struct LanguageRoute {
    func add(to router: Router<ParaphContext>) {
        router.get("/language") { request, _ -> Response in
            let query = request.uri.queryParameters
            let next = LocalPath(query["next"].map(String.init))?.text ?? "/"
            var response = Response.redirect(to: next, type: .normal)
            if let language = query["to"].flatMap({ Language(rawValue: String($0)) }) {
                response.headers[.setCookie] = "\(Language.cookieName)=\(language.rawValue); Path=/; Max-Age=31536000; SameSite=Lax"
            }
            return response
        }
    }
}
