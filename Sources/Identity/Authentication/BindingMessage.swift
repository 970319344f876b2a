import ParaphWire
import ServerKit

extension ChallengePurpose {
    /// What the person agrees to, in one sentence that the device shows and signs.
    func bindingMessage(in language: Language, host: String, subject: ApprovalSubject?, asked: ClientRequestRecord.Details?) -> String {
        let device = subject?.name ?? ""
        let count = asked?.digests.count ?? 0
        let isSignIn = asked?.digests.isEmpty == true
        return switch (self, language) {
        case (.signIn, .en): "Sign in to \(host)"
        case (.signIn, .ru): "Вход на \(host)"
        case (.signIn, .fr): "Connexion à \(host)"
        case (.modifySignature, .en): "Replace your reference signature at \(host)"
        case (.modifySignature, .ru): "Замена образца подписи на \(host)"
        case (.modifySignature, .fr): "Remplacement de la signature de référence sur \(host)"
        case (.addDevice, .en): "Add the device “\(device)” to your account at \(host)"
        case (.addDevice, .ru): "Добавление устройства «\(device)» к вашей учётной записи на \(host)"
        case (.addDevice, .fr): "Ajout de l’appareil «\u{A0}\(device)\u{A0}» à votre compte sur \(host)"
        case (.removeDevice, .en): "Remove the device “\(device)” from your account at \(host)"
        case (.removeDevice, .ru): "Удаление устройства «\(device)» из вашей учётной записи на \(host)"
        case (.removeDevice, .fr): "Suppression de l’appareil «\u{A0}\(device)\u{A0}» de votre compte sur \(host)"
        case (.removePasskey, .en): "Remove the passkey “\(device)” from your account at \(host)"
        case (.removePasskey, .ru): "Удаление ключа доступа «\(device)» из вашей учётной записи на \(host)"
        case (.removePasskey, .fr): "Suppression de la clé d’accès «\u{A0}\(device)\u{A0}» de votre compte sur \(host)"
        case (.giveConsent, .en): "Give your consent again at \(host)"
        case (.giveConsent, .ru): "Повторное согласие на \(host)"
        case (.giveConsent, .fr): "Nouveau consentement sur \(host)"
        case (.withdrawConsent, .en): "Withdraw your consent and delete your signature at \(host)"
        case (.withdrawConsent, .ru): "Отзыв согласия и удаление вашей подписи на \(host)"
        case (.withdrawConsent, .fr): "Retrait du consentement et suppression de votre signature sur \(host)"
        case (.changeUsername, .en): "Change your username at \(host)"
        case (.changeUsername, .ru): "Изменение имени для входа на \(host)"
        case (.changeUsername, .fr): "Changement de nom d’utilisateur sur \(host)"
        case (.exportData, .en): "Download your data from \(host)"
        case (.exportData, .ru): "Загрузка ваших данных с \(host)"
        case (.exportData, .fr): "Téléchargement de vos données depuis \(host)"
        case (.allowApp, _), (.allowAppSignature, _), (.endApp, _), (.deleteApp, _), (.renewAppKey, _):
            appMessage(subject, in: language, host: host)
        case (.deleteAccount, .en): "Delete your account at \(host) for good"
        case (.deleteAccount, .ru): "Безвозвратное удаление вашей учётной записи на \(host)"
        case (.deleteAccount, .fr): "Suppression définitive de votre compte sur \(host)"
        case (.recoveryCodes, .en): "Get new recovery codes at \(host)"
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
        case (.answerRequest, .en) where isSignIn: "Confirm to \(asker(asked, language)) that it is you, at \(host)"
        case (.answerRequest, .ru) where isSignIn: "Подтверждение для \(asker(asked, language)), что это вы, на \(host)"
        case (.answerRequest, .fr) where isSignIn:
            "Confirmation à \(asker(asked, language)) que c’est bien vous, sur \(host)"
        case (.answerRequest, .en): "Sign for \(asker(asked, language)) at \(host); documents: \(count)"
        case (.answerRequest, .ru): "Подпись для \(asker(asked, language)) на \(host); документов: \(count)"
        case (.answerRequest, .fr): "Signature pour \(asker(asked, language)) sur \(host)\u{A0}; documents\u{A0}: \(count)"
        }
    }

    /// Who asks, in quotes where it has a name, which is isolated so that its direction turns nothing around (UAX #9, section 2.4).
    private func asker(_ asked: ClientRequestRecord.Details?, _ language: Language) -> String {
        switch (asked?.clientName.map { "\u{2068}\($0)\u{2069}" }, language) {
        case (let name?, .en): "“\(name)”"
        case (let name?, .ru): "«\(name)»"
        case (let name?, .fr): "«\u{A0}\(name)\u{A0}»"
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
