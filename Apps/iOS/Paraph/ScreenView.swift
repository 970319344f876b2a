import ParaphUI
import ParaphViewModels
import ParaphWire
import SwiftUI
import UIKit

/// A screen with its model, which lasts as long as it is shown.
struct ScreenView: View {
    let screen: Screen
    let services: Services
    let start: StartModel
    let router: Router

    private var context: AppContext { services.context }

    var body: some View {
        switch screen {
        case .document(let source):
            Held(ViewerModel(context, source, places: services.places)) { model in
                ViewerView(model) { router.show(.history(of: $0)) }
            }
        case .history(let id):
            Held(HistoryModel(context, of: id)) { model in
                HistoryView(model) { router.show(.document(.file($0.fileId))) }
            }
        case .settings(let item): settings(item)
        case .request(let id): Held(RequestsModel(context)) { RequestsView($0, opening: id) }
        case .device(let id): Held(DevicesModel(context)) { DevicesView($0, opening: id) }
        case .people(let row): Held(PeopleModel(context, row)) { if let model = $0 { PeopleView(model) } }
        case .deleteAccount: Held(DeleteAccountModel(context, places: services.places)) { DeleteAccountView($0) }
        }
    }

    @ViewBuilder private func settings(_ item: SettingsModel.Item) -> some View {
        switch item {
        case .profile: Held(ProfileModel(context)) { ProfileView($0) }
        case .requests: Held(RequestsModel(context)) { RequestsView($0) }
        case .signature: Held(SignatureModel(context)) { SignatureView($0) }
        case .devices: Held(DevicesModel(context)) { DevicesView($0) }
        case .passkeys:
            Held(PasskeysModel(context, deviceName: UIDevice.current.name, maker: services.passkeys)) { PasskeysView($0) }
        case .permissions: Held(PermissionsModel(context, server: services.server)) { PermissionsView($0) }
        case .about: AboutView(AboutModel(context, host: services.host, version: services.version))
        case .sessions: Held(SessionsModel(context)) { SessionsView($0) }
        case .codes: Held(RecoveryCodesModel(context, host: services.host)) { RecoveryCodesView($0) }
        case .notifications: Held(AlertsModel(context, permission: services.alerts)) { AlertsView($0) }
        case .privacy: Held(PrivacyModel(context)) { PrivacyView($0) { router.show(.deleteAccount) } }
        case .language: Held(LanguageModel(context) { services.speak($0) }) { LanguageView($0) }
        }
    }
}

/// Keeps a screen's model.
private struct Held<Model, Content: View>: View {
    @State private var model: Model
    private let content: (Model) -> Content

    init(_ model: Model, @ViewBuilder content: @escaping (Model) -> Content) {
        _model = State(initialValue: model)
        self.content = content
    }

    var body: some View { content(model) }
}
