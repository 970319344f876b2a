#if canImport(UIKit)
import ParaphViewModels
import ParaphWire
import PhotosUI
import SwiftUI
import UIKit

/// The person's picture, chosen from their library.
struct PhotoField: View {
    @Bindable var form: ProfileForm
    /// The picture was chosen or taken away.
    var changed: () async -> Void = {}
    @State private var chosen: PhotosPickerItem?
    @State private var isUnreadable = false
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
    }

    private var picture: UIImage? { form.photo.flatMap { UIImage(data: Data($0.bytes)) } }

    /// Pictures of any kind become JPEG, at most 1024 points wide and high.
    private func take() async {
        isUnreadable = false
        guard let chosen else { return }
        let picture = try? await chosen.loadTransferable(type: Data.self).flatMap { UIImage(data: $0) }
        guard let picture, let small = await picture.byPreparingThumbnail(ofSize: fitting(picture.size)),
            let bytes = small.jpegData(compressionQuality: 0.85)
        else {
            isUnreadable = true
            return
        }
        form.photo = Content(mediaType: "image/jpeg", bytes: [UInt8](bytes))
        await changed()
    }

    private func fitting(_ size: CGSize) -> CGSize {
        let scale = min(1, 1024 / max(size.width, size.height, 1))
        return CGSize(width: size.width * scale, height: size.height * scale)
    }
}
#endif
