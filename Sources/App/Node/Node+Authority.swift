import Documents
import ServerKit

extension Node {
    /// The instance's own certification authority.
    var authority: Authority {
        let site = configuration.site
        let host = site.publicURL.split(separator: "/").last.map { $0.prefix { $0 != ":" } }.map(String.init)
        return Authority(
            database: database,
            keys: keyRing,
            time: time,
            settings: AuthoritySettings(
                organisation: configuration.organisation,
                host: host.flatMap { $0.isEmpty || $0.hasPrefix("[") ? nil : $0 } ?? "localhost",
                publicURL: configuration.isSiteNamed ? site.publicURL : nil
            )
        )
    }
}
