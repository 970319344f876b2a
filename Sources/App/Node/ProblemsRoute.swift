import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

/// `/problems`: what each code of a problem means and which status it has, where ``ParaphWire/Problem/type`` leads (RFC 9457, section 3.1.1).
///
/// A page for the developers of clients, in English as all of the API's description is; each code is an anchor of it.
struct ProblemsRoute {
    /// The page.
    static var page: String {
        // Codes and meanings are the program's own: nothing in them is markup, which ProblemTypeTests holds them to.
        let rows = ProblemType.all.sorted { $0.code.rawValue < $1.code.rawValue }.map { type in
            "<tr id=\"\(type.code)\"><th scope=\"row\">\(type.code)</th><td>\(type.status)</td><td>\(type.meaning)</td></tr>"
        }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Problems</title>
            <h1>Problems</h1>
            <p>What the API answers where it refuses (RFC 9457). A later server may have codes that an older client does not know: go by the status then.</p>
            <table>
            <tr><th scope="col">code</th><th scope="col">status</th><th scope="col">what it means</th></tr>
            \(rows.joined(separator: "\n"))
            </table>
            </html>

            """
    }

    func add(to router: Router<ParaphContext>) {
        let page = ByteBuffer(string: Self.page)
        router.get("/problems") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "public, max-age=3600"],
                body: .init(byteBuffer: page)
            )
        }
    }
}
