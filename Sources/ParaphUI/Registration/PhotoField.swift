#if canImport(UIKit)
import ParaphViewModels
import ParaphWire
import PhotosUI
import SwiftUI
import UIKit

/// The person's picture, chosen from their library or taken now.
struct PhotoField: View {
    @Bindable var form: ProfileForm
    /// The picture was chosen or taken away.
    var changed: () async -> Void = {}
    @State private var chosen: PhotosPickerItem?
    @State private var isUnreadable = false
    @State private var isTaking = false
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        VStack(alignment: .leading, spacing: Space.small) {
            Text(words("photo.label")).font(.subheadline)
            HStack(spacing: Space.medium) {
                if let picture {
                    Image(uiImage: picture)
                        .resizable()
                        .scaledToFill()
                        .frame(width: 64, height: 64)
                        .clipShape(.circle)
                        .accessibilityLabel(words("script.photo.yours"))
                }
                PhotosPicker(words("photo.choose"), selection: $chosen, matching: .images)
                    .frame(minHeight: Space.touch)
                if CameraSheet.isAvailable {
                    Button(words("photo.take")) { isTaking = true }.frame(minHeight: Space.touch)
                }
                if form.photo != nil {
                    Button(words("photo.remove"), role: .destructive) {
                        (form.photo, chosen) = (nil, nil)
                        Task { await changed() }
                    }
                    .frame(minHeight: Space.touch)
                }
            }
            if isUnreadable {
                Text(words("script.photo.unreadable"))
                    .font(.footnote)
                    .foregroundStyle(theme.bad)
            }
        }
        .task(id: chosen) { await take() }
        .fullScreenCover(isPresented: $isTaking) {
            CameraSheet { picture in
                Task { await keep(picture) }
            }
            .ignoresSafeArea()
        }
    }

    private var picture: UIImage? { form.photo.flatMap { UIImage(data: Data($0.bytes)) } }

    /// Pictures of any kind become JPEG.
    private func take() async {
        isUnreadable = false
        guard let chosen else { return }
        await keep(try? await chosen.loadTransferable(type: Data.self).flatMap { UIImage(data: $0) })
    }

    private func keep(_ picture: UIImage?) async {
        guard let bytes = picture?.jpeg(longest: 1024, mostBytes: 1 << 20) else {
            isUnreadable = true
            return
        }
        isUnreadable = false
        form.photo = Content(mediaType: "image/jpeg", bytes: bytes)
        await changed()
    }
}
#endif
