import ServerKit

/// What this domain notes among what happened with accounts.
extension ActivityKind {
    /// All of them; one that stands below and not here fails `ActivityKindTests`.
    static let identity: [ActivityKind] = [
        .registered, .enrolled, .signatureModified, .signedIn, .signInRefused, .copyRefused, .guessingNoticed, .signaturesStopped,
        .signedOut, .deviceRequested, .deviceAdded, .deviceRemoved, .recoveryCodeUsed, .recoveryCodesRenewed, .passkeyAdded,
        .passkeyRemoved, .passkeyUsed, .passkeyRefused, .deviceProtected, .requestApproved, .requestRefused, .requestDeclined,
        .requestExpired, .requestReported, .requestsAllowed, .requestCodeSet, .requestCodeRemoved, .consentGiven, .consentWithdrawn,
        .profileChanged, .sessionRevoked, .exported,
        .tokenCreated,
        .accountDisabled, .accountEnabled, .clientAllowed, .clientEnded, .signatureGiven, .signatureRefused, .approvalRefused,
        .circumstancesAllowed, .circumstancesForbidden, .addressProved, .usernameChanged, .appRegistered, .appKeyRenewed, .appDeleted,
        .appAllowed, .appSignatureAllowed, .appEnded, .confirmationHeld, .confirmationCancelled, .phoneProved, .requestsThrottled,
    ]

    static let phoneProved = Self(
        "phoneProved",
        icon: "person",
        en: "Phone number verified",
        ru: "Номер телефона подтверждён",
        fr: "Numéro de téléphone vérifié"
    )
    static let requestsThrottled = Self(
        "requestsThrottled",
        icon: "no",
        isWarning: true,
        en: "A program asked too often and must wait",
        ru: "Слишком много запросов: программа должна подождать",
        fr: "Trop de demandes\u{A0}: le programme doit attendre"
    )
    static let registered = Self("registered", icon: "person", en: "Account created", ru: "Учётная запись создана", fr: "Compte créé")
    static let enrolled = Self("enrolled", icon: "signature", en: "Signature created", ru: "Подпись создана", fr: "Signature créée")
    static let signatureModified = Self(
        "signatureModified",
        icon: "signature",
        en: "Signature changed",
        ru: "Подпись изменена",
        fr: "Signature modifiée"
    )
    static let signedIn = Self("signedIn", icon: "signature", en: "Signed in", ru: "Вход выполнен", fr: "Connexion")
    static let signInRefused = Self(
        "signInRefused",
        icon: "no",
        isWarning: true,
        en: "Sign-in refused",
        ru: "Во входе отказано",
        fr: "Connexion refusée"
    )
    static let copyRefused = Self(
        "copyRefused",
        icon: "no",
        isWarning: true,
        en: "A copy of a signature was refused",
        ru: "Отклонена копия подписи",
        fr: "Copie d’une signature refusée"
    )
    static let guessingNoticed = Self(
        "guessingNoticed",
        icon: "no",
        isWarning: true,
        en: "Somebody tried to guess your signature",
        ru: "Кто-то подбирал вашу подпись",
        fr: "Quelqu’un a tenté de deviner votre signature"
    )
    static let signaturesStopped = Self(
        "signaturesStopped",
        icon: "no",
        isWarning: true,
        en: "Signing blocked on a device",
        ru: "Подписание на устройстве заблокировано",
        fr: "Signature bloquée sur un appareil"
    )
    static let requestCodeSet = Self(
        "requestCodeSet",
        icon: "request",
        en: "Code for requests set",
        ru: "Код для запросов установлен",
        fr: "Code pour les demandes défini"
    )
    static let requestCodeRemoved = Self(
        "requestCodeRemoved",
        icon: "request",
        isWarning: true,
        en: "Code for requests removed",
        ru: "Код для запросов удалён",
        fr: "Code pour les demandes supprimé"
    )
    static let signedOut = Self("signedOut", icon: "out", en: "Signed out", ru: "Выход выполнен", fr: "Déconnexion")
    static let deviceRequested = Self(
        "deviceRequested",
        icon: "device",
        isWarning: true,
        en: "A new device asked to be added",
        ru: "Запрос на новое устройство",
        fr: "Un nouvel appareil a demandé à être ajouté"
    )
    static let deviceAdded = Self("deviceAdded", icon: "device", en: "Device added", ru: "Устройство добавлено", fr: "Appareil ajouté")
    static let deviceRemoved = Self(
        "deviceRemoved",
        icon: "device",
        en: "Device removed",
        ru: "Устройство удалено",
        fr: "Appareil supprimé"
    )
    static let recoveryCodeUsed = Self(
        "recoveryCodeUsed",
        icon: "key",
        isWarning: true,
        en: "Recovery code used",
        ru: "Использован код восстановления",
        fr: "Code de secours utilisé"
    )
    static let recoveryCodesRenewed = Self(
        "recoveryCodesRenewed",
        icon: "key",
        en: "New recovery codes",
        ru: "Новые коды восстановления",
        fr: "Nouveaux codes de secours"
    )
    static let passkeyAdded = Self(
        "passkeyAdded",
        icon: "key",
        isWarning: true,
        en: "Passkey added",
        ru: "Добавлен ключ доступа",
        fr: "Clé d’accès ajoutée"
    )
    static let passkeyRemoved = Self(
        "passkeyRemoved",
        icon: "key",
        en: "Passkey removed",
        ru: "Ключ доступа удалён",
        fr: "Clé d’accès supprimée"
    )
    static let passkeyUsed = Self(
        "passkeyUsed",
        icon: "key",
        en: "Passkey used",
        ru: "Использован ключ доступа",
        fr: "Clé d’accès utilisée"
    )
    static let passkeyRefused = Self(
        "passkeyRefused",
        icon: "no",
        isWarning: true,
        en: "Passkey refused",
        ru: "Ключ доступа отклонён",
        fr: "Clé d’accès refusée"
    )
    static let deviceProtected = Self(
        "deviceProtected",
        icon: "key",
        en: "Device protected by a passkey",
        ru: "Устройство защищено ключом доступа",
        fr: "Appareil protégé par une clé d’accès"
    )
    static let requestApproved = Self(
        "requestApproved",
        icon: "signature",
        en: "Request signed",
        ru: "Запрос подписан",
        fr: "Demande signée"
    )
    static let requestRefused = Self(
        "requestRefused",
        icon: "no",
        isWarning: true,
        en: "Signature not accepted for a request",
        ru: "Подпись для запроса не принята",
        fr: "Signature non acceptée pour une demande"
    )
    static let requestDeclined = Self("requestDeclined", icon: "no", en: "Request declined", ru: "Запрос отклонён", fr: "Demande refusée")
    static let requestExpired = Self(
        "requestExpired",
        icon: "no",
        isWarning: true,
        en: "Request not answered",
        ru: "Запрос остался без ответа",
        fr: "Demande restée sans réponse"
    )
    static let requestReported = Self(
        "requestReported",
        icon: "privacy",
        isWarning: true,
        en: "Request reported",
        ru: "Жалоба на запрос",
        fr: "Demande signalée"
    )
    static let requestsAllowed = Self(
        "requestsAllowed",
        icon: "privacy",
        isWarning: true,
        en: "Requests of a reported program allowed again",
        ru: "Снова разрешены запросы программы, на которую была жалоба",
        fr: "Demandes d’un programme signalé à nouveau autorisées"
    )
    static let consentGiven = Self("consentGiven", icon: "privacy", en: "Consent given", ru: "Согласие дано", fr: "Consentement donné")
    static let consentWithdrawn = Self(
        "consentWithdrawn",
        icon: "privacy",
        isWarning: true,
        en: "Consent withdrawn",
        ru: "Согласие отозвано",
        fr: "Consentement retiré"
    )
    static let profileChanged = Self("profileChanged", icon: "person", en: "Profile changed", ru: "Профиль изменён", fr: "Profil modifié")
    static let sessionRevoked = Self("sessionRevoked", icon: "session", en: "Session ended", ru: "Сеанс завершён", fr: "Session terminée")
    static let exported = Self("exported", icon: "privacy", en: "Data downloaded", ru: "Данные скачаны", fr: "Données téléchargées")
    static let tokenCreated = Self(
        "tokenCreated",
        icon: "key",
        isWarning: true,
        en: "Access token created by an administrator",
        ru: "Администратор создал токен доступа",
        fr: "Jeton d’accès créé par un administrateur"
    )
    static let accountDisabled = Self(
        "accountDisabled",
        icon: "no",
        en: "Account disabled",
        ru: "Учётная запись отключена",
        fr: "Compte désactivé"
    )
    static let accountEnabled = Self(
        "accountEnabled",
        icon: "yes",
        en: "Account enabled",
        ru: "Учётная запись включена",
        fr: "Compte activé"
    )
    static let clientAllowed = Self(
        "clientAllowed",
        icon: "app",
        isWarning: true,
        en: "Access given to a program",
        ru: "Программе открыт доступ",
        fr: "Accès accordé à un programme"
    )
    static let clientEnded = Self(
        "clientEnded",
        icon: "app",
        en: "Access for a program ended",
        ru: "Доступ программы закрыт",
        fr: "Accès d’un programme retiré"
    )
    /// That a signature was drawn for a document which is not signed with it yet.
    static let signatureGiven = Self(
        "signatureGiven",
        icon: "signature",
        en: "Signature drawn for a document, not saved yet",
        ru: "Подпись для документа дана, но не сохранена",
        fr: "Signature tracée pour un document, pas enregistrée"
    )
    static let signatureRefused = Self(
        "signatureRefused",
        icon: "no",
        isWarning: true,
        en: "Signature for a document not accepted",
        ru: "Подпись для документа не принята",
        fr: "Signature non acceptée pour un document"
    )
    static let approvalRefused = Self(
        "approvalRefused",
        icon: "no",
        isWarning: true,
        en: "Approval by signature not accepted",
        ru: "Подтверждение подписью не принято",
        fr: "Approbation par signature non acceptée"
    )
    static let circumstancesAllowed = Self(
        "circumstancesAllowed",
        icon: "privacy",
        isWarning: true,
        en: "Place and photo at signing allowed",
        ru: "Разрешены место и фото при подписании",
        fr: "Lieu et photo à la signature autorisés"
    )
    static let circumstancesForbidden = Self(
        "circumstancesForbidden",
        icon: "privacy",
        en: "Place and photo at signing no longer allowed",
        ru: "Место и фото при подписании больше не разрешены",
        fr: "Lieu et photo à la signature plus autorisés"
    )
    static let addressProved = Self(
        "addressProved",
        icon: "mail",
        isWarning: true,
        en: "Account of an app confirmed",
        ru: "Учётная запись из приложения подтверждена",
        fr: "Compte d’une application confirmé"
    )
    static let usernameChanged = Self(
        "usernameChanged",
        icon: "person",
        isWarning: true,
        en: "Username changed",
        ru: "Имя для входа изменено",
        fr: "Nom d’utilisateur changé"
    )
    static let appRegistered = Self(
        "appRegistered",
        icon: "app",
        en: "App registered",
        ru: "Приложение зарегистрировано",
        fr: "Application enregistrée"
    )
    static let appKeyRenewed = Self(
        "appKeyRenewed",
        icon: "app",
        en: "New key for an app",
        ru: "Новый ключ приложения",
        fr: "Nouvelle clé d’application"
    )
    static let appDeleted = Self("appDeleted", icon: "app", en: "App deleted", ru: "Приложение удалено", fr: "Application supprimée")
    static let appAllowed = Self(
        "appAllowed",
        icon: "app",
        isWarning: true,
        en: "App allowed",
        ru: "Приложение разрешено",
        fr: "Application autorisée"
    )
    static let appSignatureAllowed = Self(
        "appSignatureAllowed",
        icon: "app",
        isWarning: true,
        en: "Signature in an app allowed",
        ru: "Разрешена подпись в приложении",
        fr: "Signature dans une application autorisée"
    )
    static let appEnded = Self(
        "appEnded",
        icon: "app",
        en: "App ended",
        ru: "Доступ приложения отозван",
        fr: "Accès d’une application terminé"
    )
    /// The wait before a mailed code may approve, begun and cancelled.
    static let confirmationHeld = Self(
        "confirmationHeld",
        icon: "key",
        isWarning: true,
        en: "Confirmation by mail requested",
        ru: "Запрошено подтверждение по почте",
        fr: "Confirmation par e-mail demandée"
    )
    static let confirmationCancelled = Self(
        "confirmationCancelled",
        icon: "key",
        en: "Confirmation by mail stopped",
        ru: "Подтверждение по почте остановлено",
        fr: "Confirmation par e-mail arrêtée"
    )
}
