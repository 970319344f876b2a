/// The mails about protected acts, in the languages that Paraph speaks; they hold no words of strangers.
enum StepUpNotice: Sendable {
    case code(OneTimeCode)
    /// The wait before a mailed code may approve has begun.
    case held
    case signatureEnrolled, firstRecoveryCodes, recoveryCodesMade, consentGiven, consentWithdrawn, usernameChanged, deviceProtected
    case appRegistered, appKeyRenewed, appDeleted, appAllowed, appAllowedByMail, appSignatureAllowed, appEnded, clientAllowed, exported
    case addressProved, tokenMade

    func english(undo: String) -> (String, String) {
        switch self {
        case .code(let code):
            (
                "Your Paraph code: \(code.digits)",
                "\(code.digits) confirms what you are doing in Paraph right now. It works for 15 minutes. Tell it to nobody.\n\n"
                    + "If you did not ask for it, sign in and end the sessions that you do not know under “Sessions”."
            )
        case .held:
            (
                "Somebody wants to confirm by mail",
                "From a device of yours, somebody asked to use a code by mail in place of your signature. The code can be asked for in three "
                    + "days.\n\nIf this was not you, sign in, end the sessions that you do not know under “Sessions”, and stop the wait "
                    + "under “Privacy and data”."
            )
        case .signatureEnrolled:
            ("Welcome to Paraph: your signature is ready", "Your account is set up. From now on your signature signs you in.\n\n\(undo)")
        case .firstRecoveryCodes:
            (
                "Recovery codes were made",
                "Each of them lets you in once, when you cannot use your signature or your device. Keep them in a safe place.\n\n\(undo)"
            )
        case .recoveryCodesMade: ("New recovery codes were made", "Earlier codes no longer work.\n\n\(undo)")
        case .consentGiven: ("You gave your consent", "You agreed to the processing of your signature.\n\n\(undo)")
        case .consentWithdrawn:
            ("Your consent was withdrawn", "Your signature and everything kept of it were deleted.\n\n\(undo)")
        case .usernameChanged: ("Your username was changed", "Sign in with the new one, or with your e-mail address.\n\n\(undo)")
        case .deviceProtected: ("A passkey is now a device’s key", "It is used before each signature on that device.\n\n\(undo)")
        case .appRegistered:
            ("An app was registered", "An app was registered in your name. You can see it under “For developers”.\n\n\(undo)")
        case .appKeyRenewed: ("An app has a new key", "An app of yours has a new key; the old one is worth nothing.\n\n\(undo)")
        case .appDeleted: ("An app was deleted", "An app of yours was deleted, with what people enrolled in it.\n\n\(undo)")
        case .appAllowed:
            ("You allowed an app", "An app may now ask for your signature. You can see it under “Activity”.\n\n\(undo)")
        case .appSignatureAllowed:
            (
                "An app may have a signature of yours",
                "You let an app have a signature of yours that is good in it alone. You can see it under “Activity”.\n\n\(undo)"
            )
        case .appAllowedByMail:
            (
                "You allowed an app",
                "By a link from our mail, an app may now ask for a signature of yours that is good in it alone. You can see it under "
                    + "“Activity”.\n\n\(undo)"
            )
        case .addressProved:
            (
                "You confirmed your account",
                "By a link from our mail, you confirmed that the account which an app made with this address is yours.\n\n"
                    + "If this was not you, register with this address at Paraph: then you can delete the account."
            )
        case .tokenMade:
            (
                "An administrator made a token for your account",
                "With it a program can act for you within what the administrator allowed, until it expires. It can neither sign nor change "
                    + "how you sign in.\n\nIf you do not know why, ask your administrator."
            )
        case .appEnded: ("You ended an app", "An app can no longer ask for your signature.\n\n\(undo)")
        case .clientAllowed:
            ("You allowed a program", "A program may now act for you. You can end it under “Sessions”.\n\n\(undo)")
        case .exported: ("Your data was downloaded", "Everything stored about you was downloaded.\n\n\(undo)")
        }
    }

    func russian(undo: String) -> (String, String) {
        switch self {
        case .code(let code):
            (
                "Ваш код Paraph: \(code.digits)",
                "\(code.digits) подтверждает то, что вы сейчас делаете в Paraph. Код действует 15 минут. Никому его не сообщайте.\n\n"
                    + "Если вы его не запрашивали, войдите и завершите незнакомые сеансы в разделе «Сеансы»."
            )
        case .held:
            (
                "Запрошено подтверждение по почте",
                "С вашего устройства кто-то попросил использовать код из письма вместо подписи. Запросить код можно будет через три дня.\n\n"
                    + "Если это были не вы, войдите, завершите незнакомые сеансы в разделе «Сеансы» и остановите ожидание в разделе "
                    + "«Приватность и данные»."
            )
        case .signatureEnrolled:
            ("Добро пожаловать в Paraph: ваша подпись готова", "Учётная запись создана. Теперь вы входите с помощью подписи.\n\n\(undo)")
        case .firstRecoveryCodes:
            (
                "Созданы коды восстановления",
                "Каждый код позволяет войти один раз, если подписью или устройством воспользоваться не удаётся. Храните коды в надёжном месте.\n\n\(undo)"
            )
        case .recoveryCodesMade: ("Созданы новые коды восстановления", "Прежние коды больше не действуют.\n\n\(undo)")
        case .consentGiven: ("Вы дали согласие", "Вы согласились на обработку вашей подписи.\n\n\(undo)")
        case .consentWithdrawn: ("Ваше согласие отозвано", "Ваша подпись и всё, что о ней хранилось, удалены.\n\n\(undo)")
        case .usernameChanged:
            ("Имя для входа изменено", "Входите с новым именем или с адресом электронной почты.\n\n\(undo)")
        case .deviceProtected:
            ("Ключ доступа стал ключом устройства", "Он используется перед каждой подписью на этом устройстве.\n\n\(undo)")
        case .appRegistered:
            ("Зарегистрировано приложение", "На ваше имя зарегистрировано приложение. Оно в разделе «Для разработчиков».\n\n\(undo)")
        case .appKeyRenewed: ("У приложения новый ключ", "У вашего приложения новый ключ; старый больше не действует.\n\n\(undo)")
        case .appDeleted:
            ("Приложение удалено", "Ваше приложение удалено вместе с образцами подписей, созданными в нём.\n\n\(undo)")
        case .appAllowed:
            ("Вы разрешили приложение", "Приложение может запрашивать вашу подпись. Оно указано в разделе «События».\n\n\(undo)")
        case .appSignatureAllowed:
            (
                "Приложение может получить вашу подпись",
                "Вы разрешили приложению образец подписи, который действует только в нём. Оно указано в разделе «События».\n\n\(undo)"
            )
        case .appAllowedByMail:
            (
                "Вы разрешили приложение",
                "По ссылке из нашего письма вы разрешили приложению запросить образец подписи, который действует только в нём. Оно указано "
                    + "в разделе «События».\n\n\(undo)"
            )
        case .addressProved:
            (
                "Вы подтвердили учётную запись",
                "По ссылке из нашего письма вы подтвердили, что учётная запись, созданная приложением с этим адресом, ваша.\n\n"
                    + "Если это были не вы, зарегистрируйтесь в Paraph с этим адресом: тогда вы сможете удалить учётную запись."
            )
        case .tokenMade:
            (
                "Администратор создал токен для вашей учётной записи",
                "С ним программа может действовать от вашего имени в пределах, заданных администратором, до окончания срока. Подписывать и "
                    + "менять способы входа она не может.\n\nЕсли вы не знаете, зачем это, спросите администратора."
            )
        case .appEnded: ("Вы отозвали доступ приложения", "Приложение больше не может запрашивать вашу подпись.\n\n\(undo)")
        case .clientAllowed:
            ("Вы разрешили программу", "Программа может действовать от вашего имени. Завершить это можно в разделе «Сеансы».\n\n\(undo)")
        case .exported: ("Ваши данные скачаны", "Скачано всё, что о вас хранится.\n\n\(undo)")
        }
    }

    func french(undo: String) -> (String, String) {
        switch self {
        case .code(let code):
            (
                "Votre code Paraph\u{A0}: \(code.digits)",
                "\(code.digits) confirme ce que vous faites en ce moment dans Paraph. Il est valable 15 minutes. Ne le donnez à personne.\n\n"
                    + "Si vous ne l’avez pas demandé, connectez-vous et terminez sous «\u{A0}Sessions\u{A0}» celles que vous ne connaissez pas."
            )
        case .held:
            (
                "Une confirmation par e-mail est demandée",
                "Depuis un de vos appareils, quelqu’un a demandé un code par e-mail à la place de votre signature. Le code pourra être "
                    + "demandé dans trois jours.\n\nSi ce n’était pas vous, connectez-vous, terminez sous «\u{A0}Sessions\u{A0}» celles que vous ne "
                    + "connaissez pas et arrêtez l’attente sous «\u{A0}Vie privée et données\u{A0}»."
            )
        case .signatureEnrolled:
            (
                "Bienvenue sur Paraph\u{A0}: votre signature est prête",
                "Votre compte est créé. Désormais, votre signature vous connecte.\n\n\(undo)"
            )
        case .firstRecoveryCodes:
            (
                "Des codes de secours ont été créés",
                "Chacun vous permet de vous connecter une fois, quand votre signature ou votre appareil fait défaut. Gardez-les en lieu sûr.\n\n\(undo)"
            )
        case .recoveryCodesMade: ("De nouveaux codes de secours ont été créés", "Les codes précédents ne fonctionnent plus.\n\n\(undo)")
        case .consentGiven: ("Vous avez donné votre consentement", "Vous acceptez le traitement de votre signature.\n\n\(undo)")
        case .consentWithdrawn:
            ("Votre consentement a été retiré", "Votre signature et tout ce qui en était conservé ont été supprimés.\n\n\(undo)")
        case .usernameChanged:
            ("Votre nom d’utilisateur a changé", "Connectez-vous avec le nouveau ou avec votre adresse e-mail.\n\n\(undo)")
        case .deviceProtected:
            ("Une clé d’accès est devenue la clé d’un appareil", "Elle sert avant chaque signature sur cet appareil.\n\n\(undo)")
        case .appRegistered:
            (
                "Une application a été enregistrée",
                "Une application a été enregistrée à votre nom. Elle est sous «\u{A0}Pour les développeurs\u{A0}».\n\n\(undo)"
            )
        case .appKeyRenewed:
            (
                "Une application a une nouvelle clé",
                "Une de vos applications a une nouvelle clé\u{A0}; l’ancienne ne vaut plus rien.\n\n\(undo)"
            )
        case .appDeleted:
            (
                "Une application a été supprimée",
                "Une de vos applications a été supprimée, avec les signatures qui y étaient enregistrées.\n\n\(undo)"
            )
        case .appAllowed:
            (
                "Vous avez autorisé une application",
                "Une application peut désormais demander votre signature. Elle est sous «\u{A0}Activité\u{A0}».\n\n\(undo)"
            )
        case .appSignatureAllowed:
            (
                "Une application peut avoir une signature de vous",
                "Vous avez autorisé une application à avoir une signature de vous qui ne vaut que chez elle. Elle est sous «\u{A0}Activité\u{A0}»."
                    + "\n\n\(undo)"
            )
        case .appAllowedByMail:
            (
                "Vous avez autorisé une application",
                "Par un lien de notre e-mail, une application peut désormais demander une signature de vous qui ne vaut que chez elle. Elle "
                    + "est sous «\u{A0}Activité\u{A0}».\n\n\(undo)"
            )
        case .addressProved:
            (
                "Vous avez confirmé votre compte",
                "Par un lien de notre e-mail, vous avez confirmé que le compte créé par une application avec cette adresse est le vôtre.\n\n"
                    + "Si ce n’était pas vous, inscrivez-vous sur Paraph avec cette adresse\u{A0}: vous pourrez alors supprimer le compte."
            )
        case .tokenMade:
            (
                "Un administrateur a créé un jeton pour votre compte",
                "Avec lui, un programme peut agir pour vous dans les limites fixées par l’administrateur, jusqu’à son expiration. Il ne peut "
                    + "ni signer ni changer vos moyens de connexion.\n\nSi vous ne savez pas pourquoi, demandez à votre administrateur."
            )
        case .appEnded:
            ("Vous avez mis fin à une application", "Une application ne peut plus demander votre signature.\n\n\(undo)")
        case .clientAllowed:
            (
                "Vous avez autorisé un programme",
                "Un programme peut désormais agir pour vous. Vous pouvez y mettre fin sous «\u{A0}Sessions\u{A0}».\n\n\(undo)"
            )
        case .exported: ("Vos données ont été téléchargées", "Tout ce qui est conservé à votre sujet a été téléchargé.\n\n\(undo)")
        }
    }
}

extension IdentityNotice {
    /// The mail about a protected act; `nil` where the table says that none is sent.
    ///
    /// The name is that of the device or passkey that it is about.
    init?(_ act: ProtectedAct, name: String) {
        guard act.rule.isMailed else { return nil }
        switch act {
        case .addDevice, .recoverDevice: self = .deviceAdded(name: name)
        case .removeDevice: self = .deviceRemoved(name: name)
        case .protectDevice: self = .stepUp(.deviceProtected)
        case .firstSignature: self = .stepUp(.signatureEnrolled)
        case .replaceSignature: self = .signatureReplaced
        case .firstRecoveryCodes: self = .stepUp(.firstRecoveryCodes)
        case .renewRecoveryCodes: self = .stepUp(.recoveryCodesMade)
        case .firstPasskey, .addPasskey, .addDevicePasskey: self = .passkey(.added(name: name))
        case .removePasskey: self = .passkey(.removed(name: name))
        case .giveConsentAgain: self = .stepUp(.consentGiven)
        case .withdrawConsent: self = .stepUp(.consentWithdrawn)
        case .changeUsername: self = .stepUp(.usernameChanged)
        case .registerApp: self = .stepUp(.appRegistered)
        case .renewAppKey: self = .stepUp(.appKeyRenewed)
        case .deleteApp: self = .stepUp(.appDeleted)
        case .allowApp: self = .stepUp(.appAllowed)
        case .allowAppByMail: self = .stepUp(.appAllowedByMail)
        case .proveAddress: self = .stepUp(.addressProved)
        case .allowAppSignature: self = .stepUp(.appSignatureAllowed)
        case .endApp: self = .stepUp(.appEnded)
        case .allowClient: self = .stepUp(.clientAllowed)
        case .makeToken: self = .stepUp(.tokenMade)
        case .exportData: self = .stepUp(.exported)
        case .deleteAccount: self = .accountDeleted
        case .signIn, .firstDevice, .giveConsent, .allowCircumstances, .forbidCircumstances, .firstUsername, .endClient, .disableAccount,
            .enableAccount:
            return nil
        }
    }
}
