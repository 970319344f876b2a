#if canImport(UIKit)
public import ParaphViewModels
import ParaphWire
public import SwiftUI
import UIKit

/// Who is signed in, and all screens about the account.
public struct SettingsView<More: View>: View {
    let model: SettingsModel
    private let open: (SettingsModel.Item) -> Void
    private let signOut: () async -> Void
    private let more: More
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - open: Shows a screen.
    ///   - signOut: Signs out, such as `StartModel.signOut()`.
    ///   - more: Rows of the app's own.
    public init(
        _ model: SettingsModel,
        open: @escaping (SettingsModel.Item) -> Void,
        signOut: @escaping () async -> Void,
        @ViewBuilder more: () -> More = { EmptyView() }
    ) {
        self.model = model
        self.open = open
        self.signOut = signOut
        self.more = more()
    }

    public var body: some View {
        List {
            if model.notice != nil {
                NoticeArea(screen: model)
                    .listRowInsets(EdgeInsets())
                    .listRowBackground(Color.clear)
            }
            if let owner = model.owner.value { Section { row(of: owner) } }
            Section {
                ForEach(SettingsModel.Item.allCases, id: \.self) { item in
                    Button {
                        open(item)
                    } label: {
                        Label(model.label(of: item), systemImage: symbol(item))
                            .frame(maxWidth: .infinity, minHeight: Space.touch, alignment: .leading)
                            .contentShape(.rect)
                    }
                    .buttonStyle(.plain)
                }
                more
            }
            Section {
                Button(model.signOutLabel, role: .destructive) { Task { await signOut() } }
                    .frame(minHeight: Space.touch)
            }
        }
        .scrollContentBackground(.hidden)
        .background(theme.paper)
        .tint(theme.accent)
        .navigationTitle(model.title)
        .task { await model.load() }
    }

    private func row(of owner: SettingsModel.Owner) -> some View {
        Button {
            open(.profile)
        } label: {
            HStack(spacing: Space.note) {
                if let photo = owner.photo.flatMap({ UIImage(data: Data($0.bytes)) }) {
                    Image(uiImage: photo.turned(owner.photo?.orientation))
                        .resizable()
                        .scaledToFill()
                        .frame(width: 56, height: 56)
                        .clipShape(.circle)
                        .accessibilityHidden(true)
                } else {
                    Image(systemName: "person.crop.circle")
                        .font(.largeTitle)
                        .foregroundStyle(theme.secondary)
                        .accessibilityHidden(true)
                }
                VStack(alignment: .leading, spacing: Space.tiny) {
                    Text(owner.name).font(.headline)
                    Text(owner.email).font(.subheadline).foregroundStyle(theme.secondary)
                }
            }
            .contentShape(.rect)
        }
        .buttonStyle(.plain)
        .accessibilityElement(children: .combine)
    }

    private func symbol(_ item: SettingsModel.Item) -> String {
        switch item {
        case .profile: "person"
        case .requests: "tray.and.arrow.down"
        case .signature: "signature"
        case .devices: "iphone"
        case .passkeys: "person.badge.key"
        case .permissions: "square.stack.3d.up"
        case .about: "info.circle"
        case .sessions: "rectangle.stack.person.crop"
        case .codes: "lifepreserver"
        case .notifications: "bell"
        case .privacy: "hand.raised"
        case .language: "globe"
        }
    }
}
#endif
