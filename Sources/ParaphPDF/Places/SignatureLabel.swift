/// What the words beside a line say of who or what it is for.
///
/// The words are few, of the languages of the app, and only say where to look first: a wrong guess is a place that a person moves.
enum SignatureLabel {
    /// The line is for a signature.
    case signature
    /// It belongs to a party, who signs there unless it says otherwise.
    case party
    /// It is for something else, such as a name or a date.
    case other
    /// It may belong to a party: words are not known, but stand as the words of one do.
    case guess

    // Beginnings of words, for Russian declines them; with a dot behind it, a whole word.
    private static let signatures: StaticString = """
        signature signed. sign. signatory signataire approuve. подпись. подписи. подписью. подписал подписан ознакомлен signe. signee. paraphe
        """
    private static let parties: StaticString = """
        landlord tenant lessor lessee seller buyer purchaser vendor client customer contractor consultant supplier provider employer employee \
        borrower lender party. witness guarantor agent. owner licensor licensee trustee director. directors. manager. secretary treasurer chair \
        president. accountant supervisor representative applicant notary guardian patient physician doctor. auditor principal. attorney \
        member. parent. trainee intern. student teacher inspector engineer recipient sender carrier driver donor holder. \
        арендодател арендатор наймодател нанимател продавец. продавц покупател заказчик исполнител подрядчик поставщик работодател работник \
        сотрудник заемщик займодав заимодав кредитор клиент сторона. стороны. поручител свидетел доверител поверенн собственник агент. агента. \
        принципал дарител одаряем хранител залогодател залогодержател директор бухгалтер руководител начальник управляющ председател секретар \
        казначе представител нотариус заявител учредител предпринимател пациент врач. врача. аудитор ревизор стажер студент родител \
        опекун водител перевозчик получател отправител плательщик владел инженер. \
        сдал. сдала. сдали. принял. приняла. приняли. передал. передала. получил. получила. выдал. выдала. отпустил проверил составил утверждаю. \
        bailleur bailleresse locataire preneur preneuse proprietaire vendeur vendeuse acheteur acheteuse acquereur prestataire fournisseur \
        employeur employe. salarie emprunteur preteur temoin caution. garant. garante. mandant mandataire directeur directrice secretaire \
        tresorier gerant. gerante. presidente. comptable representant notaire declarant demandeur interesse medecin associe. associee. \
        stagiaire scrutateur scrutatrice auditeur auditrice membre. parent. etudiant tuteur tutrice beneficiaire destinataire \
        expediteur transporteur hebergeant payeur.
        """
    private static let others: StaticString = """
        name. names. printed. print. date. dated. day. place. address phone telephone email. mail. title. position number. iban. passport amount. \
        дата. даты. имя. имени. фамили отчеств фио. расшифровк адрес телефон тел. должност место. паспорт инн. номер сумма. \
        nom. noms. prenom lieu. adresse courriel fonction. qualite. numero fait. montant.
        """
    /// What says the same where nothing else stands with it: "By: ____", "X ____".
    private static let alone: StaticString = "by. x."
    /// What ends a short label of who does something: "Received by", "Reçu par".
    private static let (doers, mostDone): (StaticString, Int) = ("by. par.", 4)
    /// Words that stand for a date only: nothing that has them is signed.
    private static let dates: StaticString = "date. dated. day. дата. даты."
    /// What stands before a body that signs, as in "For the company", "От организации", and such bodies.
    private static let (before, bodies): (StaticString, StaticString) =
        ("for. on. от. pour.", "company corporation bank. организаци компани общества. ооо. ао. ип. societe. entreprise. association.")
    /// A label has no more words than these, one that begins with a signature no more than twice as many; a sentence has.
    private static let mostWords = 6

    /// Reads the words in front of a line; nil where they say nothing of it.
    ///
    /// Of a sentence its last word counts, and its first where that speaks of signing: "Signed for and on behalf of …".
    @inline(never) init?(_ words: [[UInt8]]) {
        guard let first = words.first, let last = words.last else { return nil }
        let looked = words.count <= Self.mostWords ? words : [last]
        let isFor = (
            signature: looked.contains { Self.has(Self.signatures, $0) }
                || words.count <= 2 * Self.mostWords && Self.has(Self.signatures, first),
            party: looked.contains { Self.has(Self.parties, $0) }
                || looked.count > 1 && Self.has(Self.before, first) && looked.contains { Self.has(Self.bodies, $0) }
                || words.count > 1 && words.count <= Self.mostDone && Self.has(Self.doers, last),
            other: looked.contains { Self.has(Self.others, $0) } || Self.has("ф.", first),
            date: looked.contains { Self.has(Self.dates, $0) }
        )
        if Self.has("расшифровк", first) {
            self = .other
        } else if isFor.signature && (!isFor.date || Self.isJoined(looked)) || words.count == 1 && Self.has(Self.alone, last) {
            self = .signature
        } else if isFor.other || isFor.date {
            self = .other
        } else if isFor.party {
            self = .party
        } else {
            return nil
        }
    }

    /// What joins two things that are written on one line.
    private static let joints: StaticString = "/. et. and. и."

    /// Whether a date and a signature stand side by side, as in "Signature / Date": "Place and date of signature" asks for none.
    @inline(never) private static func isJoined(_ words: [[UInt8]]) -> Bool {
        var isSigned = has(signatures, words[0])
        for index in 1..<words.count {
            let isSigning = has(signatures, words[index])
            if has(joints, words[index - 1]), isSigning || isSigned && has(dates, words[index]) { return true }
            isSigned = isSigned || isSigning
        }
        return false
    }

    /// What stands before the name of a party that is not known, and how words end that say who does something.
    private static let (articles, doing): (StaticString, StaticString) =
        ("le. la. l. les. the. for. pour. от. за.", "er or ee eur euse trice ant ante aire тель щик чик")
    /// Words that end so and name no party.
    private static let things: StaticString =
        "answer. other. order. letter. paper. chapter. matter. error. quarter. color. floor. degree. restant. montant."
    /// How many words such a label has at most, and of how many bytes a word is at least whose end counts.
    private static let (mostActing, leastActing) = (5, 5)
    /// Words behind which a place or a date is written.
    private static let prepositions: StaticString = "at. on. in. this. le. a. в. на."

    /// Whether words that are not known may name a party; in front of a line an article begins a sentence.
    @inline(never) static func mayBeParty(_ words: [[UInt8]], isCaption: Bool = true) -> Bool {
        guard let first = words.first, let last = words.last, words.count <= mostActing else { return false }
        if isCaption, words.count > 1, has(articles, first) { return true }
        return acts(first) || acts(last)
    }

    private static func acts(_ word: [UInt8]) -> Bool {
        guard word.count >= leastActing, !has(things, word) else { return false }
        return has(doing, word, isEnding: true)
    }

    /// Whether a date or a place is written behind words in front of a line.
    @inline(never) static func leadsToDate(_ words: [[UInt8]]) -> Bool { words.last.map { has(prepositions, $0) } ?? false }

    /// Whether words are few and begin with one for a signature.
    @inline(never) static func begins(_ words: [[UInt8]]) -> Bool {
        words.count <= mostWords && words.first.map { has(signatures, $0) } ?? false && SignatureLabel(words) == .signature
    }

    /// Whether a word begins, or ends, as one of a list does, or is one of it where a dot stands behind that.
    @inline(never) static func has(_ list: StaticString, _ word: [UInt8], isEnding: Bool = false) -> Bool {
        list.withUTF8Buffer { list in
            var start = 0
            for end in 0...list.count where end == list.count || list[end] <= 0x20 {
                let isWhole = end > start && list[end - 1] == UInt8(ascii: ".")
                let count = end - start - (isWhole ? 1 : 0)
                if count > 0, isWhole ? word.count == count : word.count >= count {
                    let first = isEnding ? word.count - count : 0
                    var same = 0
                    while same < count, word[first + same] == list[start + same] { same += 1 }
                    if same == count { return true }
                }
                start = end + 1
            }
            return false
        }
    }
}
