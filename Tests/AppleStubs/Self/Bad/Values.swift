import Observation
import SwiftUI

@Observable
@MainActor
final class Model {
    var name = ""
    var date: Date?
}

final class Plain {
    var name = ""
}

struct WrongValues: View {
    // wrong: 'init(wrappedValue:)' is unavailable: The wrapped value must be an object that conforms to Observable
    @Bindable var plain: Plain
    @State private var model = Model()
    // wrong: generic struct 'FocusState' requires that 'WrongValues.Field' conform to 'Hashable'
    @FocusState private var field: Field?
    struct Field {}

    var body: some View {
        Form {
            // wrong: cannot convert value of type 'String' to expected argument type 'Binding<String>'
            TextField("Name", text: model.name)
        }
    }
}

struct OptionalDate: View {
    @State private var model = Model()
    var body: some View {
        // wrong: cannot convert value of type 'Binding<Date?>' to expected argument type 'Binding<Date>'
        DatePicker("Date", selection: $model.date)
    }
}

// wrong: type 'NoBody' does not conform to protocol 'View'
struct NoBody: View {
    let name = "Signed"
}

struct Unidentified {
    var name: String
}

struct Rows: View {
    let rows: [Unidentified]
    var body: some View {
        // wrong: requires that 'Unidentified' conform to 'Identifiable'
        ForEach(rows) { row in
            Text(row.name)
        }
    }
}

func phase(_ phase: ScenePhase) -> Bool {
    // wrong: switch covers known cases, but 'ScenePhase' may have additional unknown values
    switch phase {
    case .active: true
    case .inactive, .background: false
    }
}
