public import Foundation
public import Observation
import ParaphClient
public import ParaphWire

/// The fields in which a person tells of themselves.
@Observable public final class ProfileForm {
    public let userName: FormField
    public let username: FormField
    public let phoneNumber: FormField
    public let companyName: FormField
    public let position: FormField
    /// The day of birth, at any time of it in this device's time zone.
    public var birthday: Date?
    public var sex: Profile.Sex?
    /// A picture, JPEG or PNG.
    public var photo: Content? {
        didSet { isPhotoChanged = true }
    }

    private let words: Words
    private let country: String?
    private var isPhotoChanged = false

    /// Makes the fields; `country` (ISO 3166-1) is where the person lives, as their device says.
    init(_ words: Words, country: String? = Locale.current.region?.identifier) {
        self.words = words
        self.country = country
        userName = .userName(words)
        username = .username(words)
        phoneNumber = .phoneNumber(words, country: country)
        companyName = .companyName(words)
        position = .position(words)
    }

    /// The days that a birthday may be.
    public var birthdays: ClosedRange<Date> {
        let first = calendar.date(from: DateComponents(year: 1900, month: 1, day: 1)) ?? .distantPast
        return first...max(first, Date())
    }

    /// What a choice of sex says; `nil` for that nothing is said.
    public func label(of sex: Profile.Sex?) -> String {
        switch sex {
        case nil: words("field.sexUnsaid")
        case .female: words("field.female")
        case .male: words("field.male")
        }
    }

    var fields: [FormField] { [userName, username, phoneNumber, companyName, position] }

    /// Whether all fields are right; each that is not says so.
    func check() -> Bool { fields.map { $0.check() }.allSatisfy(\.self) }

    /// Whether something is told that the person need not tell, so that it should be in sight.
    public var hasMore: Bool { fields.dropFirst().contains { $0.given != nil } || birthday != nil || sex != nil }

    var profile: Profile {
        Profile(
            userName: userName.given ?? "",
            companyName: companyName.given,
            position: position.given,
            phoneNumber: phoneNumber.given.map { (try? PhoneNumber(typed: $0, country: country).text) ?? $0 },
            birthday: birthday.map(day),
            sex: sex
        )
    }

    /// What is in the form, to be kept.
    struct Draft: Codable, Hashable {
        var fields: [String: String]
        var birthday: Date?
        var sex: Profile.Sex?
        var photo: Data?
        var photoType: String?

        var isEmpty: Bool { fields.values.allSatisfy(\.isEmpty) && birthday == nil && sex == nil && photo == nil }
    }

    var draft: Draft {
        let texts = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        return Draft(fields: texts, birthday: birthday, sex: sex, photo: photo.map { Data($0.bytes) }, photoType: photo?.mediaType)
    }

    /// Shows what was typed before the system ended the app.
    func fill(_ draft: Draft) {
        for field in fields { field.value = draft.fields[field.name] ?? "" }
        (birthday, sex) = (draft.birthday, draft.sex)
        if let bytes = draft.photo, let type = draft.photoType { photo = Content(mediaType: type, bytes: [UInt8](bytes)) }
    }

    /// Shows what the account has.
    func fill(_ person: Person) {
        let profile = person.profile
        userName.value = profile.userName
        username.value = person.username ?? ""
        phoneNumber.value = profile.phoneNumber ?? ""
        companyName.value = profile.companyName ?? ""
        position.value = profile.position ?? ""
        birthday = profile.birthday.flatMap(date)
        sex = profile.sex
    }

    /// Shows the picture that the account has.
    func show(photo: Content?) {
        self.photo = photo
        isPhotoChanged = false
    }

    /// Sends a picture that was chosen or taken away; one that does not arrive is offered again by the profile.
    func sendPhoto(_ client: ParaphClient) async {
        guard isPhotoChanged else { return }
        do {
            try await client.account.setPhoto(photo)
            isPhotoChanged = false
        } catch {
            // It is an extra: nothing else waits for it.
        }
    }

    private var calendar: Calendar { Calendar(identifier: .gregorian) }

    private func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    private func date(_ day: String) -> Date? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        return calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 12))
    }
}
