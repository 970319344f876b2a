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
    @Bindable var plain: Plain  // wrong: 'init(wrappedValue:)' is unavailable: The wrapped value must be an object that conforms to Observable
    @State private var model = Model()
    @FocusState private var field: Field?  // wrong: generic struct 'FocusState' requires that 'WrongValues.Field' conform to 'Hashable'
    struct Field {}

    var body: some View {
        Form {
            TextField("Name", text: model.name)  // wrong: cannot convert value of type 'String' to expected argument type 'Binding<String>'
        }
    }
}

struct OptionalDate: View {
    @State private var model = Model()
    var body: some View {
        DatePicker("Date", selection: $model.date)  // wrong: cannot convert value of type 'Binding<Date?>' to expected argument type 'Binding<Date>'
    }
}

struct NoBody: View {  // wrong: type 'NoBody' does not conform to protocol 'View'
    let name = "Signed"
}

struct Unidentified {
    var name: String
}

struct Rows: View {
    let rows: [Unidentified]
    var body: some View {
        ForEach(rows) { row in  // wrong: requires that 'Unidentified' conform to 'Identifiable'
            Text(row.name)
        }
    }
}

func phase(_ phase: ScenePhase) -> Bool {
    switch phase {  // wrong: switch covers known cases, but 'ScenePhase' may have additional unknown values
    case .active: true
    case .inactive, .background: false
    }
}
