/// The pages under More, in the order in which they are listed.
enum SettingsItem: String, CaseIterable {
    case profile, requests, signature, devices, sessions, codes, apps, notifications, privacy, language, about

    var path: String {
        switch self {
        case .codes: "/recovery-codes"
        case .language, .notifications: "/settings/\(rawValue)"
        default: "/\(rawValue)"
        }
    }

    var icon: String {
        switch self {
        case .profile: "person"
        case .requests: "request"
        case .signature: "signature"
        case .devices: "device"
        case .sessions: "session"
        case .codes: "key"
        case .apps: "app"
        case .privacy: "privacy"
        case .notifications: "notification"
        case .language: "language"
        case .about: "about"
        }
    }
}

extension SettingsItem {
    /// Which tab of the side bar, in a wide and high window, leads to it.
    fileprivate var tab: String {
        switch self {
        case .requests: "atRequests"
        case .signature: "atSignature"
        case .devices: "atDevices"
        default: "atSettings"
        }
    }
}

extension Phrases {
    /// The list of settings with one of them current, and the way back from it.
    func settings(current: SettingsItem?, back: SettingsItem? = nil) -> [String: Any] {
        [
            "settings": SettingsItem.allCases.map {
                ["href": $0.path, "icon": $0.icon, "label": self["more.\($0.rawValue)"], "current": $0 == current] as [String: Any]
            },
            current?.tab ?? "atSettings": true,
            "currentItem": back == nil ? "page" : "true",
            "backHref": back?.path ?? "/more",
            "backLabel": back.map { self["more.\($0.rawValue)"] } ?? self["nav.more"],
            "padName": "approval",
            "primary": self["approval.verb"],
        ]
    }
}
