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

    private static let signatures: StaticString =
        "signature signatures signed sign подпись подписи подписал подписала signe signee paraphe"
    private static let parties: StaticString = """
        landlord tenant lessor lessee seller buyer purchaser vendor client customer contractor supplier provider employer employee borrower lender party \
        witness guarantor agent owner \
        арендодатель арендатор наймодатель наниматель продавец покупатель заказчик исполнитель подрядчик поставщик работодатель работник заемщик \
        займодавец заимодавец кредитор клиент сторона поручитель свидетель доверитель поверенный собственник \
        bailleur bailleresse locataire preneur preneuse proprietaire vendeur vendeuse acheteur acheteuse acquereur cliente prestataire fournisseur employeur salarie salariee \
        emprunteur preteur temoin caution garant mandant mandataire
        """
    private static let others: StaticString = """
        name names printed print date dated day place address phone telephone email mail title position number iban passport \
        дата имя фамилия отчество фио расшифровка ф адрес телефон должность место паспорт инн номер \
        nom noms prenom prenoms lieu adresse courriel fonction qualite numero fait
        """
    /// What says the same where nothing else stands with it: "By: ____", "X ____".
    private static let alone: StaticString = "by x"
    /// Words that stand for a date only: nothing that has them is signed.
    private static let dates: StaticString = "date dated day дата"
    /// A label has no more words than these; a sentence has.
    private static let mostWords = 6

    /// Reads the words in front of a line; nil where they say nothing of it.
    ///
    /// Of a sentence its last word counts.
    init?(_ words: [[UInt8]]) {
        guard let last = words.last else { return nil }
        let looked = words.count <= Self.mostWords ? words : [last]
        let isFor = (
            signature: looked.contains { Self.has(Self.signatures, $0) }, party: looked.contains { Self.has(Self.parties, $0) },
            other: looked.contains { Self.has(Self.others, $0) }, date: looked.contains { Self.has(Self.dates, $0) }
        )
        if isFor.signature && !isFor.date || words.count == 1 && Self.has(Self.alone, last) {
            self = .signature
        } else if isFor.other || isFor.date {
            self = .other
        } else if isFor.party {
            self = .party
        } else {
            return nil
        }
    }

    /// Whether a list of words has a word.
    static func has(_ list: StaticString, _ word: [UInt8]) -> Bool {
        list.withUTF8Buffer { list in
            var start = 0
            for end in 0...list.count where end == list.count || list[end] <= 0x20 {
                if end - start == word.count, list[start..<end].elementsEqual(word) { return true }
                start = end + 1
            }
            return false
        }
    }
}
