import CCurl

/// One connection to a mail server, for one mail; blocks its thread.
struct CurlSession {
    /// libcurl wants this once, before any thread uses it.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let settings: SMTPSettings
    private let greeting: String

    init(_ settings: SMTPSettings, greeting: String) {
        self.settings = settings
        self.greeting = greeting
    }

    func send(_ message: MailMessage, _ upload: CurlUpload) throws {
        guard Self.isReady, let handle = curl_easy_init() else {
            throw MailError(.unreachable, "libcurl cannot start; is there memory left?")
        }
        defer { curl_easy_cleanup(handle) }
        var receivers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(receivers) }
        receivers = curl_slist_append(nil, "<\(message.recipient.text)>")
        guard receivers != nil else { throw MailError(.unreachable, "libcurl has no memory left") }

        try withExtendedLifetime(upload) {
            let context = Unmanaged.passUnretained(upload).toOpaque()
            try prepare(handle, size: message.bytes.count)
            try check(paraph_curl_set_string(handle, CURLOPT_MAIL_FROM, "<\(message.sender.text)>"))
            try check(paraph_curl_set_list(handle, CURLOPT_MAIL_RCPT, receivers))
            try check(paraph_curl_set_long(handle, CURLOPT_UPLOAD, 1))
            try check(paraph_curl_set_callback(handle, CURLOPT_READFUNCTION, CurlUpload.readCallback))
            try check(paraph_curl_set_pointer(handle, CURLOPT_READDATA, context))
            try check(paraph_curl_set_long(handle, CURLOPT_NOPROGRESS, 0))
            try check(paraph_curl_set_progress(handle, CurlUpload.progressCallback))
            try check(paraph_curl_set_pointer(handle, CURLOPT_XFERINFODATA, context))
            let code = curl_easy_perform(handle)
            guard code == CURLE_OK else { throw failure(code, of: handle) }
        }
    }

    private func prepare(_ handle: UnsafeMutableRawPointer, size: Int) throws {
        try check(paraph_curl_set_string(handle, CURLOPT_URL, "\(settings.url)/\(greeting)"))
        try check(paraph_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps"))
        // A proxy from the environment is for the web, not for mail.
        try check(paraph_curl_set_string(handle, CURLOPT_PROXY, ""))
        try check(paraph_curl_set_long(handle, CURLOPT_NOSIGNAL, 1))
        try check(paraph_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT, min(15, settings.timeoutSeconds)))
        // 100 kB a second are enough for a large mail, and the outbox's lease of 300 s is not passed.
        let limit = min(settings.timeoutSeconds + size / 100_000, 280)
        try check(paraph_curl_set_long(handle, CURLOPT_TIMEOUT, limit))
        // After a failure libcurl says QUIT and waits for its answer; without this for two minutes, whatever the limit.
        try check(paraph_curl_set_long(handle, CURLOPT_SERVER_RESPONSE_TIMEOUT, limit))
        let wish = settings.security == .required ? CURLUSESSL_ALL : CURLUSESSL_TRY
        try check(paraph_curl_set_long(handle, CURLOPT_USE_SSL, Int(wish.rawValue)))
        try check(paraph_curl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)))
        if let authorities = settings.authorities {
            try check(paraph_curl_set_string(handle, CURLOPT_CAINFO, authorities))
        }
        if let account = settings.account {
            try check(paraph_curl_set_string(handle, CURLOPT_USERNAME, account.user))
            try check(paraph_curl_set_string(handle, CURLOPT_PASSWORD, account.password))
        }
    }

    private func check(_ code: CURLcode) throws {
        guard code == CURLE_OK else {
            throw MailError(.unreachable, "libcurl does not take a setting: \(String(cString: curl_easy_strerror(code)))")
        }
    }

    /// What a failure means; the server's own words may hold the address, so only its number is told.
    private func failure(_ code: CURLcode, of handle: UnsafeMutableRawPointer) -> MailError {
        var answer = 0
        let known = paraph_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &answer) == CURLE_OK
        let reason = "\(settings.host): \(String(cString: curl_easy_strerror(code)))" + (known && answer > 0 ? ", answer \(answer)" : "")
        // RFC 5321, section 4.2.3: these speak of the mailbox or the mail. Others speak of the account or the server, which can be mended.
        let isFinal = [550, 551, 552, 553].contains(answer)
        return MailError(isFinal ? .refused : .unreachable, reason)
    }
}
