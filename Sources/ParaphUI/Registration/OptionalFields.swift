#if canImport(UIKit)
import ParaphViewModels
import ParaphWire
import SwiftUI

/// What a person may tell of themselves, and need not.
struct OptionalFields: View {
    @Bindable var form: ProfileForm
    /// The picture was chosen or taken away.
    var photoChanged: () async -> Void = {}
    @Environment(\.words) private var words

    var body: some View {
        VStack(alignment: .leading, spacing: Space.medium) {
            PhotoField(form: form, changed: photoChanged)
            FieldView(form.username)
            FieldView(form.phoneNumber)
            FieldView(form.companyName)
            FieldView(form.position)
            Toggle(words("field.birthday"), isOn: hasBirthday)
            if form.birthday != nil {
                DatePicker(words("field.birthday"), selection: birthday, in: form.birthdays, displayedComponents: .date)
                    .datePickerStyle(.compact)
                    .labelsHidden()
            }
            Picker(words("field.sex"), selection: $form.sex) {
                ForEach([nil, .female, .male] as [Profile.Sex?], id: \.self) { Text(form.label(of: $0)).tag($0) }
            }
        }
    }

    private var hasBirthday: Binding<Bool> {
        Binding {
            form.birthday != nil
        } set: { isTold in
            form.birthday = isTold ? form.birthdays.upperBound : nil
        }
    }

    private var birthday: Binding<Date> {
        Binding {
            form.birthday ?? form.birthdays.upperBound
        } set: { day in
            form.birthday = day
        }
    }
}
#endif
