import Foundation

/// A root, an issuing authority, a signer, a timestamp authority and an OCSP responder, made by openssl in a folder.
struct TestPKI {
    let folder: TemporaryFolder

    init(_ folder: TemporaryFolder) { self.folder = folder }

    /// Makes all of it: `NAME.key`, `NAME.pem` for root, ca, signer, tsa, ocsp, and the authority's `index.txt`.
    func make() throws {
        try folder.write(Self.configuration, "pki.cnf")
        try folder.write("", "index.txt")
        try folder.write("1000\n", "serial")
        try folder.write("01\n", "crlnumber")
        try folder.write("01\n", "tsserial")
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config pki.cnf"
        try run("req -x509 \(key) -keyout root.key -out root.pem -days 3650 -subj /CN=Root -extensions v3_ca")
        try request("ca", "Issuing%20CA", "v3_ca", by: "root")
        try request("signer", "Signer", "v3_signer", by: "ca")
        try request("tsa", "TSA", "v3_tsa", by: "ca")
        try request("ocsp", "Responder", "v3_ocsp", by: "ca")
    }

    /// Issues a certificate; `dates` are openssl's options.
    func request(_ name: String, _ title: String, _ section: String, by issuer: String, dates: String = "-days 3000") throws {
        try run(
            "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config pki.cnf -keyout \(name).key -out \(name).csr -subj /CN=\(title)"
        )
        try run(
            "ca -batch -config pki.cnf -extensions \(section) -cert \(issuer).pem -keyfile \(issuer).key -in \(name).csr -out \(name).pem -notext \(dates)"
        )
    }

    /// Revokes a certificate.
    func revoke(_ name: String, by issuer: String = "ca", reason: String = "keyCompromise") throws {
        try run("ca -config pki.cnf -cert \(issuer).pem -keyfile \(issuer).key -revoke \(name).pem -crl_reason \(reason)")
    }

    /// The revocation list of an authority, in DER.
    func list(by issuer: String = "ca", _ options: String = "") throws -> [UInt8] {
        try run("ca -config pki.cnf -cert \(issuer).pem -keyfile \(issuer).key -gencrl \(options) -out list.pem")
        try run("crl -in list.pem -outform DER -out list.der")
        return try folder.bytes("list.der")
    }

    /// A responder's answer to a request.
    func answer(_ request: [UInt8], signer: String = "ocsp", _ options: String = "") throws -> [UInt8] {
        try folder.write(request, "request.der")
        try run(
            "ocsp -index index.txt -CA ca.pem -rsigner \(signer).pem -rkey \(signer).key -reqin request.der -respout response.der -ndays 7 \(options)"
        )
        return try folder.bytes("response.der")
    }

    func run(_ arguments: String) throws { try OpenSSL.must(arguments, in: folder.url) }

    private static let configuration = """
        [req]
        distinguished_name = dn
        [dn]
        [ca]
        default_ca = own
        [own]
        database = index.txt
        new_certs_dir = .
        serial = serial
        crlnumber = crlnumber
        default_md = sha256
        default_days = 3000
        default_crl_days = 30
        policy = any
        unique_subject = no
        crl_extensions = crl
        [crl]
        authorityKeyIdentifier = keyid
        [any]
        commonName = supplied
        [v3_ca]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [v3_issuer]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign
        subjectKeyIdentifier = hash
        [v3_signer]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature,nonRepudiation
        subjectKeyIdentifier = hash
        authorityKeyIdentifier = keyid
        authorityInfoAccess = OCSP;URI:http://ocsp.example/,caIssuers;URI:http://ca.example/ca.cer
        crlDistributionPoints = URI:http://crl.example/list.crl
        [v3_tsa]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature
        extendedKeyUsage = critical,timeStamping
        subjectKeyIdentifier = hash
        crlDistributionPoints = URI:http://crl.example/list.crl
        [v3_ocsp]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature
        extendedKeyUsage = OCSPSigning
        subjectKeyIdentifier = hash
        noCheck = ignored
        [v3_watched]
        keyUsage = critical,digitalSignature
        extendedKeyUsage = OCSPSigning
        [tsa]
        default_tsa = service
        [service]
        serial = tsserial
        crypto_device = builtin
        signer_cert = tsa.pem
        certs = ca.pem
        signer_key = tsa.key
        signer_digest = sha256
        default_policy = 1.2.3.4
        digests = sha256, sha384, sha512
        accuracy = secs:1, millisecs:500
        ess_cert_id_alg = sha256
        tsa_name = yes
        ess_cert_id_chain = no
        """
}
