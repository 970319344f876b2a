#if canImport(UIKit)
import CoreLocation
import ParaphViewModels
import ParaphWire
import SwiftUI

/// Where a document is signed and a photo that is taken now: both optional, and told only by who agrees.
struct CircumstancesView: View {
    let signing: DocumentSigningModel
    @State private var isTaking = false
    @Environment(\.theme) private var theme

    private var circumstances: CircumstancesModel { signing.circumstances }

    var body: some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Toggle(circumstances.label, isOn: isTold)
            Text(circumstances.hint).font(.footnote).foregroundStyle(theme.secondary)
            if circumstances.isTold, CameraSheet.isAvailable {
                Button(signing.photoLabel, systemImage: "camera") {
                    if signing.placed?.photo == nil { isTaking = true } else { Task { await signing.setPhoto(nil) } }
                }
                .frame(minHeight: Space.touch)
                .disabled(signing.isFixed)
            }
        }
        .fullScreenCover(isPresented: $isTaking) {
            CameraSheet { photo in
                Task { await signing.setPhoto(photo.jpeg(longest: 480, mostBytes: 256 << 10)) }
            }
            .ignoresSafeArea()
        }
        .task(id: circumstances.isTold) { await find() }
    }

    private var isTold: Binding<Bool> {
        Binding {
            circumstances.isTold
        } set: { isTold in
            Task {
                await circumstances.setTold(isTold)
                if !circumstances.isTold, signing.placed?.photo != nil { await signing.setPhoto(nil) }
            }
        }
    }

    private func find() async {
        guard circumstances.isTold, circumstances.place == nil else { return }
        circumstances.search = .searching
        let found = await PlaceFinder.find()
        guard !Task.isCancelled, circumstances.isTold else { return }
        switch found {
        case .place(let location):
            let (latitude, longitude) = (location.coordinate.latitude, location.coordinate.longitude)
            circumstances.place = SigningCircumstances.Place(latitude: latitude, longitude: longitude)
            circumstances.search = .found
        case .denied: circumstances.search = .denied
        case .notFound: circumstances.search = .notFound
        }
    }
}
#endif
