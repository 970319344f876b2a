#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI
import UIKit

/// Whether this device is alerted, and of what.
public struct AlertsView: View {
    let model: AlertsModel
    @Environment(\.theme) private var theme
    @Environment(\.openURL) private var openURL
    @Environment(\.scenePhase) private var phase

    /// Makes the view.
    public init(_ model: AlertsModel) {
        self.model = model
    }

    public var body: some View {
        List {
            if model.notice != nil {
                NoticeArea(screen: model)
                    .listRowInsets(EdgeInsets())
                    .listRowBackground(Color.clear)
            }
            VStack(alignment: .leading, spacing: Space.small) {
                Text(model.lead)
                Text(model.privacy).font(.footnote)
            }
            .foregroundStyle(theme.secondary)
            .listRowBackground(Color.clear)
            if let text = model.obstacle { obstacle(text) }
            Section {
                Toggle(model.switchLabel, isOn: isOn).frame(minHeight: Space.touch)
            }
            .disabled(!model.isSwitchable)
            Section {
                ForEach(model.rows) { row($0) }
            } header: {
                Text(model.aboutLabel)
            }
            .disabled(!model.isSwitchable || model.isOn != true)
        }
        .scrollContentBackground(.hidden)
        .background(theme.paper)
        .overlay { BusyMark(isBusy: model.isBusy) }
        .tint(theme.accent)
        .navigationTitle(model.title)
        // The person may be back from the system's settings.
        .task(id: phase) {
            if phase == .active { await model.load() }
        }
    }

    private func obstacle(_ text: String) -> some View {
        VStack(alignment: .leading, spacing: Space.small) {
            Label(text, systemImage: "exclamationmark.triangle").foregroundStyle(theme.warn)
            if model.isRefused {
                Button(model.settingsLabel) {
                    if let settings = URL(string: UIApplication.openNotificationSettingsURLString) { openURL(settings) }
                }
                .frame(minHeight: Space.touch)
            }
        }
        .listRowBackground(Rectangle().fill(theme.warnSoft))
    }

    private func row(_ row: AlertsModel.Row) -> some View {
        Toggle(isOn: isChosen(row)) {
            VStack(alignment: .leading, spacing: Space.tiny) {
                Text(row.label)
                Text(row.hint).font(.footnote).foregroundStyle(theme.secondary)
            }
        }
        .frame(minHeight: Space.touch)
    }

    private var isOn: Binding<Bool> {
        Binding {
            model.isOn == true
        } set: { isOn in
            Task { await model.setOn(isOn) }
        }
    }

    private func isChosen(_ row: AlertsModel.Row) -> Binding<Bool> {
        Binding {
            row.isChosen
        } set: { isChosen in
            Task { await model.choose(row.id, isChosen) }
        }
    }
}
#endif
