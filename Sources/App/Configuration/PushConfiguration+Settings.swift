import Channels
import Configuration
import ServerKit

extension PushConfiguration {
    /// Where the operator of an instance is reached that is not public.
    static let nobody = "mailto:paraph@localhost.localdomain"

    /// Reads `pushContact` and Apple's settings.
    ///
    /// - Throws: ``ConfigurationError``.
    init(settings: Settings, site: Site) throws {
        let contact = settings.text("pushContact") ?? (site.isSecure ? site.publicURL : Self.nobody)
        guard contact.hasPrefix("mailto:") || contact.hasPrefix("https://"), contact.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw ConfigurationError(
                setting: "push-contact",
                problem: "must be mailto:ADDRESS or https://HOST, where push services reach you"
            )
        }
        self.init(
            contact: contact,
            apple: try APNsConfiguration(settings: settings)
        )
    }
}
