import ParaphPDF
import ParaphWire
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct FormModelTests {
    /// A form with a line of five characters that must be filled, a box, a list, and a field for a signature.
    private static let fields = [
        "<</T(city)/FT/Tx/Subtype/Widget/Rect[100 700 300 730]/P 3 0 R/DA(/Helv 10 Tf 0 g)/TU(Town)/Ff 2/MaxLen 5>>",
        "<</T(yes)/FT/Btn/Subtype/Widget/Rect[100 650 120 670]/P 3 0 R/AS/Off/AP<</N<</On 14 0 R/Off 14 0 R>>>>>>",
        "<</T(days)/FT/Ch/Ff 2097152/Opt[(Monday)(Tuesday)(Sunday)]/Subtype/Widget/Rect[100 500 200 600]/P 3 0 R/DA(/Helv 10 Tf 0 g)>>",
        "<</T(Tenant)/FT/Sig/Subtype/Widget/Rect[100 100 300 160]/P 3 0 R>>",
        "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 0>>\nstream\n\nendstream",
        "<</T(floor)/FT/Tx/Subtype/Widget/Rect[320 700 400 730]/P 3 0 R/DA(/Helv 10 Tf 0 g)/TU(Floor)>>",
    ]
    private static let catalog =
        "/AcroForm<</Fields[10 0 R 11 0 R 12 0 R 13 0 R 15 0 R]/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"

    private static func run(_ body: @MainActor @Sendable (Reading, ViewerModel, FormModel) async throws -> Void) async throws {
        try await Reading.run { reading in
            try reading.put(FilesFixture.pdf(catalog: catalog, page: "/Annots[10 0 R 11 0 R 12 0 R 13 0 R 15 0 R]", more: fields))
            let viewer = await reading.viewer()
            try await body(reading, viewer, try #require(viewer.form))
        }
    }

    @Test func fieldsAreCalledWhatTheFormCallsThem() async throws {
        try await Self.run { _, viewer, form in
            #expect(form.fields.map(\.id) == ["city", "yes", "days", "floor"])
            #expect(form.fields.map(\.label) == ["Town", "Field 2", "Field 3", "Floor"])
            let text = FormFieldModel.Kind.text(isMultiline: false, isPassword: false)
            #expect(form.fields.map(\.kind) == [text, .checkbox, .list, text])
            #expect(
                form.fields[0].isRequired && form.fields[0].longest == 5
                    && form.fields[2].options.map(\.value) == ["Monday", "Tuesday", "Sunday"]
            )
            #expect(form.fields[0].places == [.init(page: 0, rectangle: PDFRectangle(100, 700, 300, 730), value: nil)])
            #expect(form.isOpen && !form.isClosed && !form.hasDrafts && form.hint.hasPrefix("Fill in the form, then sign it."))
        }
    }

    @Test func whatTheFormDoesNotTakeIsSaidBesideTheField() async throws {
        try await Self.run { _, viewer, form in
            form.fields[0].value = "Strasbourg"
            let signing = try #require(viewer.signing)
            await signing.begin()
            #expect(signing.step == .idle && form.fields[0].error == "“Town” takes 5 characters at most.")
            form.fields[0].value = "Paris"
            #expect(form.fields[0].error == nil)
            #expect(await form.check())
        }
    }

    @Test func whatMustBeFilledIsAskedFor() async throws {
        try await Self.run { _, viewer, form in
            let signing = try #require(viewer.signing)
            await signing.begin()
            #expect(
                signing.question?.title == "Sign with these fields empty?" && signing.question?.names == "Town" && signing.step == .idle
            )
            signing.fillIn()
            #expect(signing.question == nil)
            await signing.begin()
            await signing.signAnyway()
            #expect(signing.step == .choosing && signing.places.map(\.field) == ["Tenant"])
            #expect(
                signing.hint == "Tap a field, or wherever your signature goes." && signing.places[0].label == "Sign in the field Tenant"
            )
        }
    }

    @Test func whatIsFilledInIsSignedWithIt() async throws {
        try await Self.run { reading, viewer, form in
            form.fields[0].value = "Paris"
            form.fields[1].value = "On"
            form.fields[2].choices = ["Monday", "Sunday"]
            let signing = try #require(viewer.signing)
            await signing.begin()
            await signing.choose(signing.places[0])
            try await reading.draw(signing)
            #expect(signing.placed?.isMovable == false && signing.hint == "Your signature is in its field.")
            signing.move(byX: 10, y: 10)
            #expect(signing.placed?.box == PDFRectangle(100, 100, 300, 160))
            await signing.save()
            #expect(viewer.signedText != nil && viewer.verdict?.verdict.value?.state == .current)
            let again = try #require(viewer.form)
            #expect(again.fields[0].value == "Paris" && again.fields[1].value == "On" && again.fields[2].choices == ["Monday", "Sunday"])
            // It is signed: what is filled in now is a draft, beside which no verdict stands.
            #expect(!again.isOpen && again.isClosed && viewer.showsVerdict)
            again.open()
            again.fields[0].value = "Lyon"
            #expect(again.hasDrafts && !viewer.showsVerdict && again.hint.hasPrefix("This is your draft:"))
            again.discard()
            #expect(again.fields[0].value == "Paris" && viewer.showsVerdict)
        }
    }

    @Test func whatIsFilledInLaterIsTold() async throws {
        try await Self.run { reading, viewer, form in
            form.fields[0].value = "Paris"
            try await reading.sign(viewer, x: 450, y: 300)
            let again = try #require(viewer.form)
            again.open()
            again.fields[3].value = "2"
            try await reading.sign(viewer, 42, x: 450, y: 500)
            let verdict = try #require(viewer.verdict?.verdict.value)
            #expect(verdict.state == .filled && verdict.tone == .warning && verdict.title == "Filled in after it was signed · 1 field")
            #expect(verdict.changes.map(\.title).contains("Floor") && verdict.changes.first?.note == "After the signature of Anna Petrova")
            #expect(verdict.marks.contains { $0.rectangle == PDFRectangle(320, 700, 400, 730) && $0.isRemark })
        }
    }
}
