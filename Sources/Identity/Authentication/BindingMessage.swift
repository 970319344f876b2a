import ParaphWire
import ServerKit

extension ChallengePurpose {
    /// What the person agrees to, in one sentence that the device shows and signs.
    func bindingMessage(in language: Language, host: String, deviceName: String?, asked: ClientRequestRecord.Details?) -> String {
        let device = deviceName ?? ""
        let count = asked?.digests.count ?? 0
        return switch (self, language) {
        case (.signIn, .en): "Sign in to \(host)"
        case (.signIn, .ru): "Вход на \(host)"
        case (.signIn, .fr): "Connexion à \(host)"
        case (.modifySignature, .en): "Replace your reference signature at \(host)"
        case (.modifySignature, .ru): "Замена образца подписи на \(host)"
        case (.modifySignature, .fr): "Remplacement de la signature de référence sur \(host)"
        case (.addDevice, .en): "Add the device “\(device)” to your account at \(host)"
        case (.addDevice, .ru): "Добавление устройства «\(device)» к вашей учётной записи на \(host)"
        case (.addDevice, .fr): "Ajout de l’appareil « \(device) » à votre compte sur \(host)"
        case (.deleteAccount, .en): "Delete your account at \(host) for good"
        case (.deleteAccount, .ru): "Безвозвратное удаление вашей учётной записи на \(host)"
        case (.deleteAccount, .fr): "Suppression définitive de votre compte sur \(host)"
        case (.recoveryCodes, .en): "Make new recovery codes at \(host)"
        case (.recoveryCodes, .ru): "Создание новых кодов восстановления на \(host)"
        case (.recoveryCodes, .fr): "Création de nouveaux codes de secours sur \(host)"
        case (.addPasskey, .en): "Add a passkey to your account at \(host)"
        case (.addPasskey, .ru): "Добавление ключа доступа к вашей учётной записи на \(host)"
        case (.addPasskey, .fr): "Ajout d’une clé d’accès à votre compte sur \(host)"
        case (.protectDevice, .en): "Make a passkey the key of this device at \(host)"
        case (.protectDevice, .ru): "Ключ доступа станет ключом этого устройства на \(host)"
        case (.protectDevice, .fr): "Une clé d’accès devient la clé de cet appareil sur \(host)"
        case (.signDocument, .en): "Sign this document at \(host)"
        case (.signDocument, .ru): "Подписание этого документа на \(host)"
        case (.signDocument, .fr): "Signature de ce document sur \(host)"
        case (.answerRequest, .en): "Sign for \(asker(asked, language)) at \(host); documents: \(count)"
        case (.answerRequest, .ru): "Подпись для \(asker(asked, language)) на \(host); документов: \(count)"
        case (.answerRequest, .fr): "Signature pour \(asker(asked, language)) sur \(host) ; documents : \(count)"
        }
    }

    /// Who asks, in quotes where it has a name, which is isolated so that its direction turns nothing around (UAX #9, section 2.4).
    private func asker(_ asked: ClientRequestRecord.Details?, _ language: Language) -> String {
        switch (asked?.clientName.map { "\u{2068}\($0)\u{2069}" }, language) {
        case (let name?, .en): "“\(name)”"
        case (let name?, .ru): "«\(name)»"
        case (let name?, .fr): "« \(name) »"
        case (nil, .en): "a program of your administrator"
        case (nil, .ru): "программы администратора"
        case (nil, .fr): "un programme de votre administrateur"
        }
    }
}

extension Site {
    /// The public address without its scheme, as people know it.
    var host: String {
        publicURL.firstRange(of: "://").map { String(publicURL[$0.upperBound...]) } ?? publicURL
    }
}
