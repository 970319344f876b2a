import PhotosUI
import SwiftUI

@Observable
final class ProfileModel {
    var email = ""
    var name = ""
    var phone = ""
    var company: String?
    var birthday = Date.now
    var sex = Sex.unsaid
    var pen = Color.blue
    var agrees = false
    var limit = 5
    var photo: Image?
    var errors: [Field: String] = [:]
    enum Sex: String, CaseIterable, Identifiable {
        case unsaid, female, male
        var id: Self { self }
    }
    enum Field: Hashable { case email, name, phone, company }
}

struct ProfileForm: View {
    @Bindable var model: ProfileModel
    let onContinue: () async throws -> Void
    @FocusState private var focus: ProfileModel.Field?
    @State private var item: PhotosPickerItem?
    @State private var failure: (any Error)?
    @State private var isSending = false
    @Environment(\.dismiss) private var dismiss
    @ScaledMetric(relativeTo: .body) private var photoSize: CGFloat = 64

    private var company: Binding<String> {
        Binding(get: { model.company ?? "" }, set: { model.company = $0.isEmpty ? nil : $0 })
    }

    var body: some View {
        Form {
            Section("Required") {
                TextField("E-mail", text: $model.email, prompt: Text("name@example.org"))
                    .textContentType(.emailAddress)
                    .keyboardType(.emailAddress)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                    .focused($focus, equals: .email)
                    .submitLabel(.next)
                if let error = model.errors[.email] {
                    Text(error).font(.footnote).foregroundStyle(.red).accessibilityLabel("Error: \(error)")
                }
                TextField("Name", text: $model.name)
                    .textContentType(.name)
                    .focused($focus, equals: .name)
                    .submitLabel(.done)
            }
            .onSubmit { focus = focus == .email ? .name : nil }
            Section {
                PhotosPicker(selection: $item, matching: .images) {
                    if let photo = model.photo {
                        photo.resizable().scaledToFill().frame(width: photoSize, height: photoSize).clipShape(.circle)
                    } else {
                        Label("Picture", systemImage: "person.crop.circle")
                    }
                }
                TextField("Company", text: company)
                DatePicker("Birthday", selection: $model.birthday, in: ...Date.now, displayedComponents: .date)
                Picker("Sex", selection: $model.sex) {
                    ForEach(ProfileModel.Sex.allCases) { sex in
                        Text(sex.rawValue.capitalized).tag(sex)
                    }
                }
                .pickerStyle(.segmented)
                ColorPicker("Pen", selection: $model.pen, supportsOpacity: false)
                Stepper("Tries: \(model.limit)", value: $model.limit, in: 1...9)
                Toggle(isOn: $model.agrees) { Text("I agree") }
            } header: {
                Text("Optional")
            }
            Section {
                LabeledContent("Device", value: "iPhone")
                Link("Help", destination: URL(filePath: "/help"))
                DisclosureGroup("More") { Text("…") }
            }
        }
        .scrollDismissesKeyboard(.interactively)
        .disabled(isSending)
        .interactiveDismissDisabled(!model.name.isEmpty)
        .onChange(of: item) { _, newItem in
            Task {
                if let data = try? await newItem?.loadTransferable(type: Data.self), let image = UIImage(data: data) {
                    model.photo = Image(uiImage: image)
                }
            }
        }
        .toolbar {
            ToolbarItem(placement: .cancellationAction) {
                Button("Cancel", role: .cancel) { dismiss() }
            }
            ToolbarItem(placement: .confirmationAction) {
                Button("Continue") { Task { await send() } }.disabled(model.email.isEmpty)
            }
            ToolbarItemGroup(placement: .keyboard) {
                Spacer()
                Button("Done") { focus = nil }
            }
        }
        .alert("Not sent", isPresented: Binding(get: { failure != nil }, set: { if !$0 { failure = nil } }), presenting: failure) { _ in
            Button("OK") {}
        } message: { failure in
            Text(failure.localizedDescription)
        }
        .sensoryFeedback(.error, trigger: model.errors.count)
    }

    private func send() async {
        isSending = true
        defer { isSending = false }
        do { try await onContinue() } catch { failure = error }
    }
}
