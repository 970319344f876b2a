import ParaphStorage
import ServerKit

/// The mails of this domain, in the languages that Paraph speaks; none holds a link that signs anybody in.
enum Notice: Sendable {
    case registrationCode(OneTimeCode)
    case alreadyRegistered
    case deviceAdded(name: String)
    case deviceRequested(name: String)
    case deviceRemoved(name: String)
    case signatureReplaced
    case copyRefused(device: String)
    case signaturesStopped(device: String)
    case recoveryCodeUsed
    case passkey(PasskeyNotice)
    case accountDeleted
    case letIn(by: String)

    /// The mail to an address.
    func mail(to address: EmailAddress, in language: Language, site: Site) -> MailMessage {
        let (subject, text) =
            switch language {
            case .en: english
            case .ru: russian
            case .fr: french
            }
        return MailMessage(to: address.text, subject: subject, text: "\(text)\n\n\(site.publicURL)\n", language: language)
    }

    private var english: (String, String) {
        let undo = "If this was not you, sign in on a device of yours and remove what you do not know under “Devices”."
        return switch self {
        case .registrationCode(let code):
            (
                "Your Paraph code: \(code.digits)",
                "\(code.digits) is the code for your registration. It is good for 30 minutes.\n\n"
                    + "If you did not ask for it, do nothing: without the code nothing happens."
            )
        case .alreadyRegistered:
            (
                "You have a Paraph account already",
                "Somebody, probably you, tried to register this address, which has an account already. Sign in instead; on a new device "
                    + "choose “Add this device”.\n\nIf this was not you, do nothing: nothing has changed."
            )
        case .deviceAdded(let name): ("A device was added", "“\(name)” was added to your account and can now sign you in.\n\n\(undo)")
        case .deviceRequested(let name):
            (
                "A device asks to be added",
                "“\(name)” asks to be added to your account. Approve it on a device of yours only if you hold it in your hands; otherwise "
                    + "decline."
            )
        case .deviceRemoved(let name): ("A device was removed", "“\(name)” was removed from your account and signed out.\n\n\(undo)")
        case .signatureReplaced: ("Your signature was replaced", "From now on the new signature is compared.\n\n\(undo)")
        case .copyRefused(let device):
            (
                "A copy of your signature was sent",
                "From “\(device)”, a copy of an earlier signature of yours was sent; it was refused. Nobody draws quite the same signature "
                    + "twice, so somebody may have recorded yours, and have the key of that device. If it was not you who signed, remove the "
                    + "device under “Devices” and replace your signature. If it was you, sign once more: that happens very rarely."
            )
        case .signaturesStopped(let device):
            (
                "Signatures are not taken any more on a device",
                "Too many signatures in a row were not accepted on “\(device)”, so none is looked at there now. A recovery code opens it "
                    + "again. If it was not you who signed, remove the device."
            )
        case .recoveryCodeUsed: ("A recovery code was used", "One of your recovery codes was used and is worth nothing now.\n\n\(undo)")
        case .passkey(let notice): notice.english(undo: undo)
        case .accountDeleted: ("Your account was deleted", "Your account and everything kept of your signature were deleted.")
        case .letIn(let name):
            (
                "A document to read and sign",
                "\(name) lets you read and sign a document. Sign in; you find it among your documents, kept on the server."
            )
        }
    }

    private var russian: (String, String) {
        let undo = "Если это были не вы, войдите на своём устройстве и удалите в разделе «Устройства» всё незнакомое."
        return switch self {
        case .registrationCode(let code):
            (
                "Ваш код Paraph: \(code.digits)",
                "\(code.digits) — код для вашей регистрации. Он действует 30 минут.\n\nЕсли вы его не запрашивали, ничего не делайте: без "
                    + "кода ничего не произойдёт."
            )
        case .alreadyRegistered:
            (
                "У вас уже есть учётная запись Paraph",
                "Кто-то, вероятно вы, пытался зарегистрировать этот адрес, но учётная запись для него уже есть. Войдите в неё; на новом "
                    + "устройстве выберите «Добавить это устройство».\n\nЕсли это были не вы, ничего не делайте: ничего не изменилось."
            )
        case .deviceAdded(let name): ("Добавлено устройство", "Устройство «\(name)» добавлено и может использоваться для входа.\n\n\(undo)")
        case .deviceRequested(let name):
            (
                "Устройство просит добавить его",
                "Устройство «\(name)» просит добавить его к вашей учётной записи. Подтверждайте на своём устройстве, только если держите "
                    + "новое в руках; иначе отклоните."
            )
        case .deviceRemoved(let name): ("Устройство удалено", "Устройство «\(name)» удалено из вашей учётной записи.\n\n\(undo)")
        case .signatureReplaced: ("Ваша подпись заменена", "Теперь сравнивается новая подпись.\n\n\(undo)")
        case .copyRefused(let device):
            (
                "Отправлена копия вашей подписи",
                "С устройства «\(device)» отправлена копия подписи, которую вы поставили раньше. Мы её отклонили. Никто не расписывается "
                    + "дважды совсем одинаково: возможно, кто-то записал вашу подпись и владеет ключом этого устройства. Если расписывались "
                    + "не вы, удалите устройство в разделе «Устройства» и замените подпись. Если это были вы, распишитесь ещё раз: такое "
                    + "бывает очень редко."
            )
        case .signaturesStopped(let device):
            (
                "Подписи на устройстве больше не принимаются",
                "На устройстве «\(device)» подряд не принято слишком много подписей, поэтому они там больше не рассматриваются. Код "
                    + "восстановления вернёт эту возможность. Если подписывали не вы, удалите устройство."
            )
        case .recoveryCodeUsed: ("Использован код восстановления", "Один из ваших кодов восстановления использован.\n\n\(undo)")
        case .passkey(let notice): notice.russian(undo: undo)
        case .accountDeleted: ("Ваша учётная запись удалена", "Учётная запись и всё, что хранилось о вашей подписи, удалены.")
        case .letIn(let name):
            (
                "Документ для чтения и подписи",
                "\(name) открывает вам доступ к документу: его можно прочитать и подписать. Войдите; он среди ваших документов на сервере."
            )
        }
    }

    private var french: (String, String) {
        let undo =
            "Si ce n’était pas vous, connectez-vous sur un de vos appareils et supprimez sous « Appareils » ce que vous ne connaissez pas."
        return switch self {
        case .registrationCode(let code):
            (
                "Votre code Paraph : \(code.digits)",
                "\(code.digits) est le code de votre inscription. Il est valable 30 minutes.\n\nSi vous ne l’avez pas demandé, ne faites "
                    + "rien : sans le code, rien ne se passe."
            )
        case .alreadyRegistered:
            (
                "Vous avez déjà un compte Paraph",
                "Quelqu’un, sans doute vous, a voulu inscrire cette adresse, qui a déjà un compte. Connectez-vous ; sur un nouvel appareil, "
                    + "choisissez « Ajouter cet appareil ».\n\nSi ce n’était pas vous, ne faites rien : rien n’a changé."
            )
        case .deviceAdded(let name): ("Un appareil a été ajouté", "« \(name) » a été ajouté et peut vous connecter.\n\n\(undo)")
        case .deviceRequested(let name):
            (
                "Un appareil demande à être ajouté",
                "« \(name) » demande à être ajouté à votre compte. N’approuvez sur un de vos appareils que si vous l’avez en main ; sinon, "
                    + "refusez."
            )
        case .deviceRemoved(let name): ("Un appareil a été supprimé", "« \(name) » a été supprimé de votre compte.\n\n\(undo)")
        case .signatureReplaced: ("Votre signature a été remplacée", "Désormais, c’est la nouvelle signature qui est comparée.\n\n\(undo)")
        case .copyRefused(let device):
            (
                "Une copie de votre signature a été envoyée",
                "Depuis « \(device) », une copie d’une de vos signatures précédentes a été envoyée ; elle a été refusée. Personne ne signe "
                    + "deux fois tout à fait de la même manière : quelqu’un a peut-être enregistré la vôtre et détient la clé de cet "
                    + "appareil. Si ce n’était pas vous, supprimez l’appareil sous « Appareils » et remplacez votre signature. Si c’était "
                    + "vous, signez encore une fois : cela arrive très rarement."
            )
        case .signaturesStopped(let device):
            (
                "Les signatures ne sont plus acceptées sur un appareil",
                "Trop de signatures de suite ont été refusées sur « \(device) » ; elles n’y sont plus examinées. Un code de secours les "
                    + "rétablit. Si ce n’est pas vous qui avez signé, supprimez l’appareil."
            )
        case .recoveryCodeUsed:
            ("Un code de secours a été utilisé", "Un de vos codes de secours a été utilisé et ne vaut plus rien.\n\n\(undo)")
        case .passkey(let notice): notice.french(undo: undo)
        case .accountDeleted:
            ("Votre compte a été supprimé", "Votre compte et tout ce qui était conservé de votre signature ont été supprimés.")
        case .letIn(let name):
            (
                "Un document à lire et à signer",
                "\(name) vous permet de lire et de signer un document. Connectez-vous ; il est parmi vos documents, conservé sur le serveur."
            )
        }
    }
}

extension IdentityEnvironment {
    /// Mails a notice to a person, if the address is known to be theirs.
    func notify(_ person: PersonRecord, of notice: Notice, in tx: any WriteTransaction) throws {
        guard person.emailProved else { return }
        try mailer.enqueue(notice.mail(to: person.email, in: person.language, site: site), in: tx)
    }
}
