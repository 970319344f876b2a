import ParaphWire
import ServerKit

/// What tokens open of this domain.
extension ScopeDeclaration {
    static let documents = [
        ScopeDeclaration(
            TokenScope("docs"),
            opens: [
                TokenRoute(DocumentsEndpoints.history), TokenRoute(DocumentsEndpoints.photo), TokenRoute(DocumentsEndpoints.ink),
                TokenRoute(DocumentsEndpoints.evidence),
            ],
            rights: [
                LocalizedText(
                    en: "read the histories of your documents: who signed them, when and how",
                    ru: "читать истории ваших документов: кто, когда и как их подписал",
                    fr: "lire l’historique de vos documents\u{A0}: qui les a signés, quand et comment"
                )
            ]
        ),
        ScopeDeclaration(
            TokenScope("service"),
            opens: CSCRoutes.tokenRoutes,
            rights: signing,
            clients: .assumed,
            refused: [
                "credential": "credential is not granted here: call credentials/authorize, and the person signs on their device."
            ]
        ),
        ScopeDeclaration(TokenScope("csc"), opens: CSCRoutes.tokenRoutes, rights: signing),
    ]

    /// The service authorisation of the Cloud Signature Consortium's API (version 2, section 8.4), by its own word and by ours.
    private static let signing = [
        LocalizedText(
            en: "see your name and the certificate that your signatures are sealed with",
            ru: "видеть ваше имя и сертификат, которым заверяются ваши подписи",
            fr: "voir votre nom et le certificat qui scelle vos signatures"
        ),
        LocalizedText(
            en: "ask you, on your device, to sign documents",
            ru: "просить вас на вашем устройстве подписать документы",
            fr: "vous demander, sur votre appareil, de signer des documents"
        ),
    ]
}
