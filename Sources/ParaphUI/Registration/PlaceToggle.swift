#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Where the person is, told only by who switches it on.
struct PlaceToggle: View {
    let model: RegistrationModel
    @Environment(\.locale) private var locale
    @Environment(\.theme) private var theme

    var body: some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Toggle(model.placeLabel, isOn: isTold)
            Text(model.placeHint).font(.footnote).foregroundStyle(theme.secondary)
        }
        .task(id: model.isPlaceTold) { await find() }
    }

    private var isTold: Binding<Bool> {
        Binding {
            model.isPlaceTold
        } set: { isTold in
            model.setPlaceTold(isTold)
        }
    }

    private func find() async {
        guard model.placeSearch == .searching else { return }
        let found = await PlaceFinder.find()
        guard !Task.isCancelled, model.isPlaceTold else { return }
        switch found {
        case .place(let location):
            let place = await PlaceFinder.described(location, in: locale)
            guard model.isPlaceTold else { return }
            (model.place, model.placeSearch) = (place, .found)
        case .denied: model.placeSearch = .denied
        case .notFound: model.placeSearch = .notFound
        }
    }
}
#endif
