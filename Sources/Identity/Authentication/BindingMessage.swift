import ParaphWire
import ServerKit

extension ChallengePurpose {
    /// What the person agrees to, in one sentence that the device shows and signs.
    func bindingMessage(in language: Language, host: String, deviceName: String?) -> String {
        let device = deviceName ?? ""
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
        }
    }
}

extension Site {
    /// The public address without its scheme, as people know it.
    var host: String {
        publicURL.firstRange(of: "://").map { String(publicURL[$0.upperBound...]) } ?? publicURL
    }
}
