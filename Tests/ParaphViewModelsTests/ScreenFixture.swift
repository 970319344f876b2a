import Foundation
import ParaphInk
import ParaphVerification
import ParaphWire
import Synchronization
import TestSupport

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// A phone with the screens of an app on it.
@MainActor struct Screens {
    let fixture: ClientFixture
    let phone: Phone
    let context: AppContext

    init(_ fixture: ClientFixture, _ phone: Phone? = nil, language: Words.Language = .en, drafts: Drafts? = nil) throws {
        self.fixture = fixture
        self.phone = try phone ?? fixture.phone()
        let time = fixture.time
        context = AppContext(client: self.phone.client, words: Words(language), drafts: drafts) {
            Date(timeIntervalSince1970: Double(time.now().milliseconds) / 1000)
        }
    }

    var words: Words { context.words }

    /// Moves the hand over a pad, as a sample has it.
    func draw(_ sample: Sample, on pad: PadModel) {
        pad.erase()
        for stroke in sample.strokes {
            pad.begin(sample.tool, at: 1000 + (stroke.points.first?.time ?? 0))
            for var point in stroke.points {
                point.time += 1000
                pad.add(point)
            }
            pad.end()
        }
    }

    /// Draws the person's signature, another one for each number.
    func sign(_ number: Int, on pad: PadModel) { draw(phone.signer.genuine(number), on: pad) }

    /// Fills in what a registration needs.
    func fill(_ model: RegistrationModel, email: String = "anna@example.org") {
        model.email.value = email
        model.form.userName.value = "Anna Petrova"
        model.isAgreed = true
    }

    /// Registers as far as the pad.
    func register(_ model: RegistrationModel, email: String = "anna@example.org") async throws {
        await model.load()
        fill(model, email: email)
        await model.submit()
        model.code.value = try await fixture.code(to: email)
        await model.confirm()
    }

    /// Draws for all places that are open, and submits.
    func drawAll(_ model: EnrolmentModel, from first: Int = 0) async {
        var number = first
        while !model.missing.isEmpty, number < first + 40 {
            sign(number, on: model.pad)
            number += 1
            let isLast = model.missing.count == 1
            await model.advance()
            if isLast { return }
        }
    }
}
