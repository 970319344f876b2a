import ServerKit

/// The mails of this domain, in the languages that Paraph speaks; none holds a link that signs its recipient in, nor words of strangers.
///
/// Names are repeated as ``Swift/String/asNameInMail``, those of devices once they are approved.
enum IdentityNotice: Sendable {
    case registrationCode(MailedCode)
    case alreadyRegistered
    case deviceAdded(name: String)
    /// The last one for a while, however many others ask.
    case deviceRequested(DeviceType, isLast: Bool)
    case deviceRemoved(name: String)
    case signatureReplaced
    case copyRefused(device: String)
    /// In a device or an app; `nil` where it is an app whose name no administrator looked at.
    case guessingNoticed(place: String?)
    case signaturesRefused(device: String)
    case signaturesStopped(device: String)
    case recoveryCodeUsed
    case passkey(PasskeyNotice)
    case accountDeleted
    /// The accounts that these apps made of an address ended, because its owner proved it elsewhere.
    case appAccountsEnded([ProofLetter.App])
    /// A signature that is good in an app alone was given there, perhaps in place of another, as a letter had allowed.
    case appSignature(ProofLetter.App, isReplaced: Bool)
    case stepUp(StepUpNotice)

    var english: (String, String) {
        let undo = "If this was not you, sign in on a device of yours and remove what you do not know under “Devices”."
        return switch self {
        case .registrationCode(let code):
            (
                "Your Paraph code: \(code.text)",
                (code.isLong
                    ? "\(code.text) is the code for your registration. It works for a day, even if you start again. It is longer than usual, "
                        + "so that nobody guesses it."
                    : "\(code.text) is the code for your registration. It works for 30 minutes, even if you start again.")
                    + "\n\nIf you did not ask for it, do nothing: without the code nothing happens."
            )
        case .alreadyRegistered:
            (
                "You have a Paraph account already",
                "Somebody, probably you, tried to register this address, which has an account already. Sign in instead; to use a new "
                    + "device, approve it on one that you already use, or enter a recovery code.\n\nIf this was not you, do nothing: nothing has changed."
            )
        case .deviceAdded(let name):
            ("A device was added", "“\(name.asNameInMail)” was added to your account and can now sign you in.\n\n\(undo)")
        case .deviceRequested(let type, let isLast):
            (
                "A device asks to be added",
                "A device\(type.label.map { " (\($0))" } ?? "") asks to be added to your account. Approve it on a device of yours only if you "
                    + "hold it in your hands; otherwise decline."
                    + (isLast
                        ? "\n\nSeveral have asked lately. We write about no others for a while; you see them under “Devices”." : "")
            )
        case .deviceRemoved(let name):
            ("A device was removed", "“\(name.asNameInMail)” was removed from your account and signed out.\n\n\(undo)")
        case .signatureReplaced: ("Your signature was replaced", "From now on your new signature is used.\n\n\(undo)")
        case .copyRefused(let device):
            (
                "A copy of your signature was sent",
                "From “\(device.asNameInMail)”, a copy of an earlier signature of yours was sent; it was refused. Nobody draws quite the same signature "
                    + "twice, so somebody may have recorded yours, and have the key of that device. If it was not you who signed, remove the "
                    + "device under “Devices” and replace your signature. If it was you, sign once more: that happens very rarely."
            )
        case .guessingNoticed(let place):
            (
                "Somebody seems to be guessing your signature",
                "From \(place.map { "“\($0.asNameInMail)”" } ?? "an app that somebody registered"), signatures were sent one after another that "
                    + "hardly differ. A hand does not sign so evenly: a program seems to be trying out how you sign. None of them was accepted, "
                    + "and whoever sent them must wait before they may send more. You can sign in elsewhere as usual. "
                    + (place == nil
                        ? "“Activity” in Paraph names the app. If you do not know it, end it under More → Sessions."
                        : "If you do not know it, remove it from your account.")
            )
        case .signaturesRefused(let device):
            (
                "Your signature did not match five times",
                "Five signatures in a row did not match yours on “\(device.asNameInMail)”. If it was you, wait half a minute and sign as you usually do, or "
                    + "use a recovery code or a passkey.\n\n\(undo)"
            )
        case .signaturesStopped(let device):
            (
                "Signing was blocked on a device",
                "Too many signatures in a row did not match on “\(device.asNameInMail)”, so you cannot sign there now. A recovery code unblocks it. "
                    + "If it was not you who signed, remove the device."
            )
        case .recoveryCodeUsed: ("A recovery code was used", "One of your recovery codes was used and no longer works.\n\n\(undo)")
        case .passkey(let notice): notice.english(undo: undo)
        case .stepUp(let notice): notice.english(undo: undo)
        case .appSignature(let app, let isReplaced):
            (
                "An app has a new signature of yours",
                "\(Self.list([app], "“%”", other: "An app that somebody registered")) has a signature of yours that is good in it alone, as you allowed"
                    + "\(isReplaced ? "; it took the place of the one before" : "").\n\nIf this was not you, end the app under More → Sessions. "
                    + "If you never signed in to Paraph itself, register with this address first."
            )
        case .appAccountsEnded(let apps):
            (
                "Your accounts in apps have ended",
                "You confirmed that this address is yours, so the accounts that apps had made with it ended, with what was kept of them: "
                    + "\(Self.list(apps, "“%”", other: "apps that somebody registered")). Nobody had confirmed those. To use these apps again, give "
                    + "your signature in them once more."
            )
        case .accountDeleted: ("Your account was deleted", "Your account and everything kept of your signature were deleted.")
        }
    }

    var russian: (String, String) {
        let undo = "Если это были не вы, войдите на своём устройстве и удалите в разделе «Устройства» всё незнакомое."
        return switch self {
        case .registrationCode(let code):
            (
                "Ваш код Paraph: \(code.text)",
                (code.isLong
                    ? "\(code.text) — код для вашей регистрации. Он действует сутки, даже если вы начнёте заново. Он длиннее обычного, чтобы "
                        + "его никто не подобрал."
                    : "\(code.text) — код для вашей регистрации. Он действует 30 минут, даже если вы начнёте заново.")
                    + "\n\nЕсли вы его не запрашивали, ничего не делайте: без кода ничего не произойдёт."
            )
        case .alreadyRegistered:
            (
                "У вас уже есть учётная запись Paraph",
                "Кто-то, вероятно вы, пытался зарегистрировать этот адрес, но учётная запись для него уже есть. Войдите в неё; вход на новом "
                    + "устройстве подтвердите на прежнем или введите код восстановления.\n\nЕсли это были не вы, ничего не делайте: ничего не изменилось."
            )
        case .deviceAdded(let name):
            ("Добавлено устройство", "Устройство «\(name.asNameInMail)» добавлено и может использоваться для входа.\n\n\(undo)")
        case .deviceRequested(let type, let isLast):
            (
                "Запрос на новое устройство",
                "Устройство\(type.label.map { " (\($0))" } ?? "") просит добавить его к вашей учётной записи. Подтверждайте на своём устройстве, "
                    + "только если держите новое в руках; иначе отклоните."
                    + (isLast
                        ? "\n\nТаких просьб недавно было несколько. О следующих мы пока не пишем: они видны в разделе «Устройства»." : "")
            )
        case .deviceRemoved(let name):
            ("Устройство удалено", "Устройство «\(name.asNameInMail)» удалено из вашей учётной записи.\n\n\(undo)")
        case .signatureReplaced: ("Ваша подпись заменена", "Теперь действует новая подпись.\n\n\(undo)")
        case .copyRefused(let device):
            (
                "Отправлена копия вашей подписи",
                "С устройства «\(device.asNameInMail)» отправлена копия подписи, которую вы поставили раньше. Мы её отклонили. Никто не расписывается "
                    + "дважды совсем одинаково: возможно, кто-то записал вашу подпись и владеет ключом этого устройства. Если расписывались "
                    + "не вы, удалите устройство в разделе «Устройства» и замените подпись. Если это были вы, распишитесь ещё раз: такое "
                    + "бывает очень редко."
            )
        case .guessingNoticed(let place):
            (
                "Похоже, кто-то подбирает вашу подпись",
                "Из \(place.map { "«\($0.asNameInMail)»" } ?? "приложения, которое кто-то зарегистрировал,") одна за другой пришли подписи, которые "
                    + "почти не отличаются. Рука так ровно не расписывается: похоже, программа пробует, как вы расписываетесь. Ни одну из них мы "
                    + "не приняли, и теперь тому, кто их отправил, придётся подождать. В других местах вы входите как обычно. "
                    + (place == nil
                        ? "Название приложения видно в Paraph в разделе «События». Если оно вам незнакомо, отключите его: «Ещё» → «Сеансы»."
                        : "Если это название вам незнакомо, удалите его из учётной записи.")
            )
        case .signaturesRefused(let device):
            (
                "Подпись не совпала пять раз",
                "На устройстве «\(device.asNameInMail)» пять подписей подряд не совпали с вашей. Если расписывались вы, подождите полминуты и распишитесь "
                    + "как обычно или используйте код восстановления либо ключ доступа.\n\n\(undo)"
            )
        case .signaturesStopped(let device):
            (
                "Подписание на устройстве заблокировано",
                "На устройстве «\(device.asNameInMail)» подряд не совпало слишком много подписей, поэтому подписывать на нём сейчас нельзя. Код "
                    + "восстановления снимет блокировку. Если подписывали не вы, удалите устройство."
            )
        case .recoveryCodeUsed:
            ("Использован код восстановления", "Один из ваших кодов восстановления использован и больше не действует.\n\n\(undo)")
        case .passkey(let notice): notice.russian(undo: undo)
        case .stepUp(let notice): notice.russian(undo: undo)
        case .appSignature(let app, let isReplaced):
            (
                "У приложения новый образец вашей подписи",
                "\(Self.list([app], "«%»", other: "Приложение, которое кто-то зарегистрировал")): создан образец вашей подписи, который действует "
                    + "только в этом приложении, как вы и разрешили\(isReplaced ? "; он заменил прежний" : "").\n\nЕсли это были не вы, отключите "
                    + "приложение: «Ещё» → «Сеансы». Если вы ещё не входили в сам Paraph, сначала зарегистрируйтесь с этим адресом."
            )
        case .appAccountsEnded(let apps):
            (
                "Ваши учётные записи в приложениях удалены",
                "Вы подтвердили, что этот адрес ваш, поэтому неподтверждённые учётные записи, созданные с ним приложениями, удалены вместе с "
                    + "сохранёнными данными: \(Self.list(apps, "«%»", other: "приложения, которые кто-то зарегистрировал")). Чтобы снова "
                    + "пользоваться этими приложениями, распишитесь в них ещё раз."
            )
        case .accountDeleted: ("Ваша учётная запись удалена", "Учётная запись и всё, что хранилось о вашей подписи, удалены.")
        }
    }

    var french: (String, String) {
        let undo =
            "Si ce n’était pas vous, connectez-vous sur un de vos appareils et supprimez sous «\u{A0}Appareils\u{A0}» ce que vous ne connaissez pas."
        return switch self {
        case .registrationCode(let code):
            (
                "Votre code Paraph\u{A0}: \(code.text)",
                (code.isLong
                    ? "\(code.text) est le code de votre inscription. Il est valable un jour, même si vous recommencez. Il est plus long que "
                        + "d’habitude, pour que personne ne le devine."
                    : "\(code.text) est le code de votre inscription. Il est valable 30 minutes, même si vous recommencez.")
                    + "\n\nSi vous ne l’avez pas demandé, ne faites rien\u{A0}: sans le code, rien ne se passe."
            )
        case .alreadyRegistered:
            (
                "Vous avez déjà un compte Paraph",
                "Quelqu’un, sans doute vous, a voulu inscrire cette adresse, qui a déjà un compte. Connectez-vous\u{A0}; sur un nouvel appareil, "
                    + "confirmez depuis un appareil que vous utilisez déjà ou saisissez un code de secours.\n\nSi ce n’était pas vous, ne faites rien\u{A0}: rien n’a changé."
            )
        case .deviceAdded(let name):
            ("Un appareil a été ajouté", "«\u{A0}\(name.asNameInMail)\u{A0}» a été ajouté et peut vous connecter.\n\n\(undo)")
        case .deviceRequested(let type, let isLast):
            (
                "Un appareil demande à être ajouté",
                "Un appareil\(type.label.map { " (\($0))" } ?? "") demande à être ajouté à votre compte. N’approuvez sur un de vos appareils que "
                    + "si vous l’avez en main\u{A0}; sinon, refusez."
                    + (isLast
                        ? "\n\nPlusieurs l’ont demandé récemment. Nous n’écrivons plus pour les suivants pendant un moment\u{A0}; ils sont sous "
                            + "«\u{A0}Appareils\u{A0}»." : "")
            )
        case .deviceRemoved(let name):
            ("Un appareil a été supprimé", "«\u{A0}\(name.asNameInMail)\u{A0}» a été supprimé de votre compte.\n\n\(undo)")
        case .signatureReplaced: ("Votre signature a été remplacée", "Votre nouvelle signature est utilisée désormais.\n\n\(undo)")
        case .copyRefused(let device):
            (
                "Une copie de votre signature a été envoyée",
                "Depuis «\u{A0}\(device.asNameInMail)\u{A0}», une copie d’une de vos signatures précédentes a été envoyée\u{A0}; elle a été refusée. Personne ne signe "
                    + "deux fois tout à fait de la même manière\u{A0}: quelqu’un a peut-être enregistré la vôtre et détient la clé de cet "
                    + "appareil. Si ce n’était pas vous, supprimez l’appareil sous «\u{A0}Appareils\u{A0}» et remplacez votre signature. Si c’était "
                    + "vous, signez encore une fois\u{A0}: cela arrive très rarement."
            )
        case .guessingNoticed(let place):
            (
                "Quelqu’un semble deviner votre signature",
                "Depuis \(place.map { "«\u{A0}\($0.asNameInMail)\u{A0}»" } ?? "une application que quelqu’un a enregistrée"), des signatures presque identiques "
                    + "sont arrivées l’une après l’autre. Une main ne signe pas si régulièrement\u{A0}: un programme semble essayer comment vous signez. "
                    + "Aucune n’a été acceptée, et il faut maintenant attendre avant d’en envoyer d’autres de là. Ailleurs, vous vous connectez "
                    + "comme d’habitude. "
                    + (place == nil
                        ? "Dans Paraph, «\u{A0}Activité\u{A0}» nomme l’application. Si vous ne la connaissez pas, mettez-y fin sous Plus → Sessions."
                        : "Si vous ne reconnaissez pas ce nom, supprimez-le de votre compte.")
            )
        case .signaturesRefused(let device):
            (
                "Votre signature n’a pas été reconnue cinq fois",
                "Cinq signatures de suite ne correspondaient pas à la vôtre sur «\u{A0}\(device.asNameInMail)\u{A0}». Si c’était vous, attendez une demi-minute et "
                    + "signez comme d’habitude, ou utilisez un code de secours ou une clé d’accès.\n\n\(undo)"
            )
        case .signaturesStopped(let device):
            (
                "La signature est bloquée sur un appareil",
                "Trop de signatures de suite ont été refusées sur «\u{A0}\(device.asNameInMail)\u{A0}»\u{A0}; vous ne pouvez plus y signer. Un code de secours lève "
                    + "le blocage. Si ce n’est pas vous qui avez signé, supprimez l’appareil."
            )
        case .recoveryCodeUsed:
            ("Un code de secours a été utilisé", "Un de vos codes de secours a été utilisé et ne fonctionne plus.\n\n\(undo)")
        case .passkey(let notice): notice.french(undo: undo)
        case .stepUp(let notice): notice.french(undo: undo)
        case .appSignature(let app, let isReplaced):
            (
                "Une application a une nouvelle signature de vous",
                "\(Self.list([app], "«\u{A0}%\u{A0}»", other: "Une application que quelqu’un a enregistrée")) a une signature de vous qui ne vaut que chez elle, "
                    + "comme vous l’avez autorisé\(isReplaced ? "\u{A0}; elle remplace la précédente" : "").\n\nSi ce n’était pas vous, mettez fin à "
                    + "l’application sous Plus → Sessions. Si vous ne vous êtes jamais connecté à Paraph même, inscrivez-vous d’abord avec "
                    + "cette adresse."
            )
        case .appAccountsEnded(let apps):
            (
                "Vos comptes dans des applications ont été supprimés",
                "Vous avez confirmé que cette adresse est la vôtre\u{A0}: les comptes non confirmés que des applications avaient créés avec elle ont "
                    + "été supprimés, avec leurs données\u{A0}: \(Self.list(apps, "«\u{A0}%\u{A0}»", other: "applications que quelqu’un a enregistrées")). Pour "
                    + "utiliser à nouveau ces applications, redonnez-y votre signature."
            )
        case .accountDeleted:
            ("Votre compte a été supprimé", "Votre compte et tout ce qui était conservé de votre signature ont été supprimés.")
        }
    }

    /// Apps as a mail names them: those whose names an administrator looked at, and that there are others.
    private static func list(_ apps: [ProofLetter.App], _ quotes: String, other: String) -> String {
        let names = apps.filter(\.isNameApproved).map { quotes.replacing("%", with: $0.name.asNameInMail) }
        let shown = names.count > 20 ? names.prefix(20) + ["…"] : names[...]
        return (shown + (names.count < apps.count ? [other] : [])).joined(separator: ", ")
    }
}
