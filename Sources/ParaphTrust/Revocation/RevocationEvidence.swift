import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers about revocation, read once, that certificates are looked up in.
struct RevocationEvidence: Sendable {
    /// More than a document holds.
    private static let answerLimit = 512
    /// More than travel with a response.
    private static let responderLimit = 16

    private struct Responder {
        let certificate: Certificate
        let fields: CertificateFields
    }

    private let lists: [CertificateRevocationList]
    private let responses: [OCSPResponse]
    private let responders: [Responder]
    /// What cannot be read, in words.
    let unreadable: [String]

    init(_ material: RevocationMaterial, certificates: [Certificate] = []) {
        var unreadable: [String] = []
        func read<Answer>(_ ders: [[UInt8]], _ parse: ([UInt8]) throws(TrustError) -> Answer) -> [Answer] {
            var answers: [Answer] = []
            for der in ders.prefix(Self.answerLimit) {
                do {
                    answers.append(try parse(der))
                } catch {
                    unreadable.append(error.detail)
                }
            }
            return answers
        }
        lists = read(material.crls) { der throws(TrustError) in try CertificateRevocationList(der: der) }
        responses = read(material.ocspResponses) { der throws(TrustError) in try OCSPResponse(der: der) }
        responders = certificates.compactMap { certificate in
            (try? certificate.fields()).map { Responder(certificate: certificate, fields: $0) }
        }
        self.unreadable = unreadable
    }

    /// What is known about a certificate that an issuer issued.
    func status(of certificate: Certificate, issuer: Certificate, at date: Date) -> RevocationStatus {
        guard let fields = try? certificate.fields(), let issuerFields = try? issuer.fields() else {
            return .unknown("The certificate cannot be written.")
        }
        var reason = "There is no answer about it."
        var statements: [RevocationStatement] = []
        for response in responses {
            let answers = response.answers.filter { $0.identifier.isOf(fields, issuer: issuerFields) }
            guard !answers.isEmpty else { continue }
            if let obstacle = obstacle(response, issuer, issuerFields) {
                reason = obstacle
                continue
            }
            for answer in answers {
                if answer.hasUnknownCritical {
                    reason = "The OCSP answer has a critical extension that is unknown here."
                } else if let statement = Self.statement(answer, about: certificate) {
                    statements.append(statement)
                }
            }
        }
        statements += listStatements(certificate, fields, issuer, issuerFields, &reason)
        return RevocationStatement.status(statements, at: date, otherwise: reason)
    }

    private static func statement(_ answer: OCSPAnswer, about certificate: Certificate) -> RevocationStatement? {
        var revoked: (Date, RevocationReason?)?
        switch answer.status {
        case .good: break
        case .revoked(let date, let reason): revoked = (date, reason)
        case .unknown: return nil
        }
        let expiry = certificate.notValidAfter
        let covers = answer.thisUpdate <= expiry || answer.archiveCutoff.map { $0 <= expiry } ?? false
        return RevocationStatement(
            revoked: revoked,
            thisUpdate: answer.thisUpdate,
            nextUpdate: answer.nextUpdate,
            coversExpired: covers
        )
    }

    /// Why a response cannot be used, nil where it can.
    private func obstacle(_ response: OCSPResponse, _ issuer: Certificate, _ issuerFields: CertificateFields) -> String? {
        if let obstacle = response.obstacle { return obstacle }
        if response.responder.names(issuerFields) { return response.signed.obstacle(to: issuer.publicKey) }
        let own = response.certificates.prefix(Self.responderLimit).lazy.compactMap { der -> Responder? in
            guard let fields = try? CertificateFields(der[...]), response.responder.names(fields) else { return nil }
            return (try? Certificate(der: der)).map { Responder(certificate: $0, fields: fields) }
        }
        let others = responders.lazy.filter { response.responder.names($0.fields) }
        for responder in Array(own) + Array(others.prefix(Self.responderLimit)) {
            let (candidate, fields) = (responder.certificate, responder.fields)
            guard candidate.issuer == issuer.subject, issuer.publicKey.isValidSignature(candidate.signature, for: candidate) else {
                continue
            }
            if let problem = CertificatePurpose.ocspSigning.problem(candidate) { return problem.detail }
            guard candidate.notValidBefore <= response.producedAt, response.producedAt <= candidate.notValidAfter else {
                return "The OCSP responder's certificate was not valid when it answered."
            }
            // Lists only: a responder that answers about itself proves nothing.
            if candidate.extensions[oid: [1, 3, 6, 1, 5, 5, 7, 48, 1, 5]] == nil {
                var reason = ""
                let statements = listStatements(candidate, fields, issuer, issuerFields, &reason)
                if case .revoked = RevocationStatement.status(statements, at: response.producedAt, otherwise: "") {
                    return "The OCSP responder's certificate was revoked."
                }
            }
            return response.signed.obstacle(to: candidate.publicKey)
        }
        return "The OCSP responder's certificate is not there, or is not one of the issuer's."
    }

    private func listStatements(
        _ certificate: Certificate,
        _ fields: CertificateFields,
        _ issuer: Certificate,
        _ issuerFields: CertificateFields,
        _ reason: inout String
    ) -> [RevocationStatement] {
        var statements: [RevocationStatement] = []
        for list in lists where list.issuer == issuerFields.subject {
            if let obstacle = list.obstacle {
                reason = obstacle
                continue
            }
            guard list.scope.covers(certificate) else { continue }
            if let usage = try? issuer.extensions.keyUsage, !usage.cRLSign {
                reason = "The issuer may not sign revocation lists."
                continue
            }
            if let obstacle = list.signed.obstacle(to: issuer.publicKey) {
                reason = obstacle
                continue
            }
            do {
                let entry = try list.entry(serial: fields.serial)
                let expiry = certificate.notValidAfter
                statements.append(
                    RevocationStatement(
                        revoked: entry.map { ($0.date, $0.reason) },
                        thisUpdate: list.thisUpdate,
                        nextUpdate: list.nextUpdate,
                        coversExpired: list.thisUpdate <= expiry || list.keepsExpiredSince.map { $0 <= expiry } ?? false
                    )
                )
            } catch {
                reason = error.detail
            }
        }
        return statements
    }
}

extension OCSPResponse.Responder {
    /// Whether it is a certificate's subject.
    func names(_ fields: CertificateFields) -> Bool {
        switch self {
        case .name(let name): name == fields.subject
        case .key(let hash): hash.elementsEqual(fields.keyHash)
        }
    }
}
