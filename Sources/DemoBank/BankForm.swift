import Foundation

/// Forms as browsers send them (WHATWG URL, section 5).
enum BankForm {
    private static let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    static func encode(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }

    static func encode(_ form: [String: String]) -> String {
        form.sorted { $0.key < $1.key }.map { "\(encode($0.key))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// Reads a form; of a name that comes twice the last value counts.
    static func decode(_ text: String) -> [String: String] {
        text.split(separator: "&").reduce(into: [:]) { form, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
            form[parts[0]] = parts.count == 2 ? parts[1] : ""
        }
    }
}
