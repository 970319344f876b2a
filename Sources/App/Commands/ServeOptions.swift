import ArgumentParser

/// The flags of a node that serves.
struct ServeOptions: ParsableArguments {
    @OptionGroup var node: NodeOptions

    @Option(help: "The address to listen on (default: 127.0.0.1).")
    var host: String?

    @Option(help: "The port to listen on (default: 8080).")
    var port: Int?

    @Option(help: "Where people reach this instance: https://sign.example.org.")
    var publicUrl: String?

    @Option(help: "A PEM file with the certificate chain.")
    var tlsCert: String?

    @Option(help: "A PEM file with the certificate's private key.")
    var tlsKey: String?

    @Option(help: "Where mail goes: smtp://HOST:PORT, smtps://HOST:PORT, folder:PATH or print (default: a folder in the data folder).")
    var mail: String?

    @Option(help: "The address that mail comes from.")
    var mailFrom: String?

    @Option(help: "How often anybody may ask: on, off, or a factor of the usual limits (default: on).")
    var rateLimits: String?

    @Option(help: "How sure it must be that a signature is the person's own: lenient, balanced, strict or strictest (default: balanced).")
    var strictness: String?

    @Option(help: "The proxies whose X-Forwarded-For is believed: addresses or networks, separated by commas.")
    var trustedProxies: String?

    @Option(help: "How many connections may be open at a time (default: 16384, and fewer where ulimit -n allows no more).")
    var maxConnections: Int?

    @Option(help: "The folder that this node makes backups of itself in.")
    var backupTo: String?

    @Option(help: "How long from one backup to the next: 30m, 1h, 7d (default: 24h).")
    var backupEvery: String?

    @Option(help: "How many backups stay (default: all).")
    var backupKeep: Int?

    @Option(help: "What a link to a document's history shows to those who did not sign: nothing, names or everything (default: names).")
    var documentLinksShow: String?

    @Option(help: "The iOS apps that open links to histories: ids with the team's prefix, separated by commas.")
    var iosAppIds: String?

    @Option(help: "The number of the iOS app in the App Store, which histories offer.")
    var iosAppStoreId: String?

    @Option(help: "The organisation that runs this instance, as the certificate of its seal names it (default: the host's name).")
    var organisation: String?

    @Option(help: "The country whose telephone numbers may be typed without +: FR, GB… (default: the one of each device's language).")
    var country: String?

    @Option(help: "How many days an account stays that an organisation's app made, and that nobody proved or used (default: 400).")
    var unusedAccounts: Int?

    @Option(help: "Where browsers' push services reach you: mailto:ADDRESS or https://HOST (default: the public address).")
    var pushContact: String?

    @Option(help: "The file of the key by which Apple's push service knows you: AuthKey_….p8.")
    var pushAppleKey: String?

    @Option(help: "That key's id, ten letters and digits.")
    var pushAppleKeyId: String?

    @Option(help: "The id of the team in Apple's developer account, ten letters and digits.")
    var pushAppleTeamId: String?

    @Option(help: "The bundle id of the app that alerts go to.")
    var pushAppleTopic: String?

    @Option(help: "Apple's production or sandbox, or https://HOST of a relay (default: production).")
    var pushAppleEnvironment: String?

    @Option(help: "A PEM file of the roots of a relay's certificate (default: the system's).")
    var pushAppleRoots: String?

    @Option(help: "The address that is told by mail of alarms, such as requests that people reported.")
    var administrator: String?

    @Option(help: "The language of those mails: en, ru or fr (default: en).")
    var administratorLanguage: String?

    @Option(help: "Where texts go: kannel:USER@http://HOST:PORT/cgi-bin/sendsms, or twilio:ACCOUNT-SID (default: none are sent).")
    var sms: String?

    @Option(help: "The number or name that texts come from.")
    var smsFrom: String?

    @Option(help: "A file with the gateway's password or token; PARAPH_SMS_SECRET has it else.")
    var smsSecretFile: String?

    @Option(help: "Where the gateway reaches this server to say what became of texts (default: the public address).")
    var smsReceipts: String?

    @Option(help: "A checkout's folder Sources/WebUI: its pages are served as they are now, for whoever works on them.")
    var webSource: String?

    @Option(help: "A table of places as GeoNames makes it (cities500.txt): tells where people sign (default: 400 places of time zones).")
    var placeTable: String?

    @Option(help: "Which addresses of clients and of browsers' push services are called: public, or any (default: public).")
    var outgoingAddresses: String?

    /// The configuration that the flags, the environment and the file make together; `fallback` holds what counts where none of them says.
    func load(fallback: [String: String] = [:]) async throws -> NodeConfiguration {
        try await node.load(
            adding: [
                "host": host, "port": port.map(String.init), "publicUrl": publicUrl, "tlsCert": tlsCert, "tlsKey": tlsKey, "mail": mail,
                "mailFrom": mailFrom, "rateLimits": rateLimits, "strictness": strictness, "trustedProxies": trustedProxies,
                "maxConnections": maxConnections.map(String.init),
                "backupTo": backupTo, "backupEvery": backupEvery, "backupKeep": backupKeep.map(String.init),
                "documentLinksShow": documentLinksShow, "iosAppIds": iosAppIds, "iosAppStoreId": iosAppStoreId,
                "organisation": organisation, "country": country, "unusedAccounts": unusedAccounts.map(String.init),
                "placeTable": placeTable, "outgoingAddresses": outgoingAddresses, "webSource": webSource, "pushContact": pushContact,
                "pushAppleKey": pushAppleKey, "pushAppleKeyId": pushAppleKeyId, "pushAppleTeamId": pushAppleTeamId,
                "pushAppleTopic": pushAppleTopic, "pushAppleEnvironment": pushAppleEnvironment, "pushAppleRoots": pushAppleRoots,
                "administrator": administrator, "administratorLanguage": administratorLanguage, "sms": sms, "smsFrom": smsFrom,
                "smsSecretFile": smsSecretFile, "smsReceipts": smsReceipts,
            ],
            fallback: fallback
        )
    }
}
