import LocalAuthentication
import SwiftUI
import UserNotifications

struct SettingsScreen: View {
    enum Panel: Hashable {
        case devices
        case session(id: String)
    }

    @AppStorage("language") private var language = "en"
    @AppStorage("lock", store: UserDefaults(suiteName: "group.example")) private var isLocked = false
    @AppStorage("server") private var server: URL?
    @State private var path = NavigationPath()
    @State private var authorization = UNAuthorizationStatus.notDetermined
    @State private var hours = 8.0
    @State private var isRevoking: String?

    var body: some View {
        NavigationStack(path: $path) {
            Form {
                Section {
                    Picker("Language", selection: $language) {
                        ForEach(["en", "ru", "fr"], id: \.self) { code in
                            Text(Locale.current.localizedString(forLanguageCode: code) ?? code).tag(code)
                        }
                    }
                    .pickerStyle(.navigationLink)
                    Toggle("Lock with Face ID", systemImage: "faceid", isOn: $isLocked)
                        .onChange(of: isLocked) { old, new in if new, !old { Task { await prove() } } }
                    VStack(alignment: .leading) {
                        Slider(value: $hours, in: 1...24, step: 1) {
                            Text("Keep for")
                        } minimumValueLabel: {
                            Text("1")
                        } maximumValueLabel: {
                            Text("24")
                        } onEditingChanged: { _ in
                        }
                        Text("\(hours, format: .number.precision(.fractionLength(0))) hours")
                    }
                }
                Section("Notices") {
                    switch authorization {
                    case .authorized, .provisional, .ephemeral:
                        Label("Allowed", systemImage: "checkmark").foregroundStyle(.green)
                    case .denied:
                        if let settings = URL(string: UIApplication.openSettingsURLString) {
                            Link("Allow in Settings", destination: settings)
                        }
                    case .notDetermined:
                        Button("Allow") {
                            Task { try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge]) }
                        }
                    @unknown default:
                        EmptyView()
                    }
                }
                NavigationLink("Devices", value: Panel.devices)
                Button("This session") { path.append(Panel.session(id: "1")) }
            }
            .formStyle(.grouped)
            .navigationDestination(for: Panel.self) { panel in
                switch panel {
                case .devices: devices
                case .session(let id): Text(verbatim: id).navigationBarBackButtonHidden()
                }
            }
        }
        .task { authorization = await UNUserNotificationCenter.current().notificationSettings().authorizationStatus }
        .preferredColorScheme(.dark)
        .dynamicTypeSize(...DynamicTypeSize.accessibility3)
    }

    private var devices: some View {
        List {
            ForEach(["a", "b"], id: \.self) { device in
                LabeledContent {
                    Text(Date.now, format: .relative(presentation: .named))
                } label: {
                    Text(verbatim: device)
                    Text("iPhone").font(.caption)
                }
            }
            .onDelete { _ in isRevoking = "a" }
            .onMove { _, _ in }
        }
        .navigationTitle(Text("Devices"))
        .popover(
            item: Binding(get: { isRevoking.map { Named(id: $0) } }, set: { isRevoking = $0?.id }),
            attachmentAnchor: .point(.center),
            arrowEdge: .top
        ) { named in
            Text(named.id).padding().presentationCompactAdaptation(.popover)
        }
    }

    private struct Named: Identifiable { var id: String }

    private func prove() async {
        let context = LAContext()
        context.localizedFallbackTitle = ""
        do { _ = try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "Lock") } catch let error
            as LAError where error.code == .userCancel
        {
            isLocked = false
        } catch {
            isLocked = false
        }
    }
}
