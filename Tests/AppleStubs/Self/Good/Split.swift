import SwiftUI

struct Mailbox: Identifiable, Hashable, Sendable {
    var id: String
    var name: String
    var children: [Mailbox]?
}

struct MessagesSplit: View {
    let mailboxes: [Mailbox]
    @State private var mailbox: Mailbox.ID?
    @State private var chosen: Set<Int> = []
    @State private var visibility = NavigationSplitViewVisibility.automatic
    @State private var column = NavigationSplitViewColumn.sidebar
    @State private var showsInspector = false
    @State private var asks = false
    @Environment(\.editMode) private var editMode

    var body: some View {
        NavigationSplitView(columnVisibility: $visibility, preferredCompactColumn: $column) {
            List(mailboxes, selection: $mailbox) { mailbox in
                Label(mailbox.name, systemImage: "tray")
            }
            .listStyle(.sidebar)
            .navigationTitle("Mailboxes")
            .navigationSplitViewColumnWidth(min: 200, ideal: 260, max: 320)
        } content: {
            ScrollViewReader { proxy in
                List(0..<100, id: \.self, selection: $chosen) { number in
                    Text("Message \(number)")
                        .listRowSeparator(.hidden)
                        .listRowBackground(Color.clear)
                        .listRowInsets(EdgeInsets(top: 4, leading: 16, bottom: 4, trailing: 16))
                        .swipeActions(edge: .leading, allowsFullSwipe: false) {
                            Button {
                                proxy.scrollTo(number, anchor: .top)
                            } label: {
                                Image(systemName: "flag")
                            }
                        }
                }
                .safeAreaInset(edge: .bottom) {
                    if editMode?.wrappedValue.isEditing == true {
                        Button("Delete", role: .destructive) { asks = true }
                            .frame(maxWidth: .infinity)
                            .padding()
                            .background(.bar)
                    }
                }
            }
        } detail: {
            Group {
                if chosen.isEmpty {
                    ContentUnavailableView("No message", systemImage: "envelope", description: Text("Choose one."))
                } else {
                    ScrollView {
                        LazyVStack(alignment: .leading, spacing: 8, pinnedViews: [.sectionHeaders]) {
                            Section {
                                ForEach(chosen.sorted(), id: \.self) { Text($0, format: .number) }
                            } header: {
                                Text("Chosen").font(.headline).frame(maxWidth: .infinity, alignment: .leading).background(.thinMaterial)
                            }
                        }
                        .padding(.horizontal)
                        .scrollTargetLayout()
                    }
                    .scrollBounceBehavior(.basedOnSize)
                    .contentMargins(.vertical, 12, for: .scrollContent)
                }
            }
            .inspector(isPresented: $showsInspector) {
                Form { LabeledContent("Read", value: Date.now, format: .dateTime) }
                    .inspectorColumnWidth(min: 200, ideal: 300, max: 400)
            }
            .toolbar {
                Toggle("Info", systemImage: "info.circle", isOn: $showsInspector)
            }
        }
        .navigationSplitViewStyle(.balanced)
        .confirmationDialog("Delete \(chosen.count) messages?", isPresented: $asks, titleVisibility: .visible) {
            Button("Delete", role: .destructive) { chosen.removeAll() }
            Button("Cancel", role: .cancel) {}
        } message: {
            Text("This cannot be undone.")
        }
    }
}
