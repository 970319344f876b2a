import ParaphWire

/// What kind of device a person says they have, in words of ours: what a stranger calls a device is not repeated in letters.
struct DeviceType: Hashable, Sendable {
    /// Such as “Safari, iPhone”, the same in every language; `nil` where nothing known was told.
    let label: String?

    private static let systems = ["iPhone", "iPad", "Android", "Windows", "Mac", "ChromeOS", "Linux"]
    private static let browsers = ["Edge", "Opera", "Yandex", "Firefox", "Chrome", "Safari"]

    init(_ key: DeviceKey) {
        let words = Set(
            "\(key.name) \(key.model ?? "")".prefix(200).split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
        )
        let system: String? =
            switch key.kind {
            case .ios: words.contains("iPad") ? "iPad" : "iPhone"
            case .android: "Android"
            case .web, .other: Self.systems.first(where: words.contains)
            }
        let browser = key.kind == .web ? Self.browsers.first(where: words.contains) : nil
        let parts = [browser, system].compactMap(\.self)
        label = parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What an app tells of a device and its system, such as “iPhone14,2 iOS 17.1”.
    init(told text: String) {
        let words = text.prefix(200).split { !$0.isASCII || !$0.isLetter }.map(String.init)
        label = Self.systems.first(where: words.contains) ?? (words.contains("iOS") ? "iPhone" : nil)
    }
}
