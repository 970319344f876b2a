import SwiftUI

struct ActivityEntry: Identifiable, Hashable {
    enum Kind: String, CaseIterable, Identifiable {
        case signedIn, signedDocument, refused
        var id: String { rawValue }
    }

    var id: Int
    var kind: Kind
    var date: Date
    var text: AttributedString
    var seconds: TimeInterval?
}

struct ActivityScreen: View {
    var entries: [ActivityEntry]
    var loadMore: @MainActor () async throws -> Bool
    @State private var kind: ActivityEntry.Kind?
    @State private var hasMore = true
    @State private var error: (any Error)?
    @State private var expanded: Set<Int> = []
    @Environment(\.locale) private var locale
    @Environment(\.calendar) private var calendar
    @Environment(\.openURL) private var openURL

    private var days: [(day: Date, entries: [ActivityEntry])] {
        Dictionary(grouping: entries.filter { kind == nil || $0.kind == kind }) { calendar.startOfDay(for: $0.date) }
            .sorted { $0.key > $1.key }
            .map { (day: $0.key, entries: $0.value) }
    }

    var body: some View {
        List {
            Picker("Kind", selection: $kind.animation()) {
                Text("All").tag(ActivityEntry.Kind?.none)
                ForEach(ActivityEntry.Kind.allCases) { Text(LocalizedStringKey($0.rawValue)).tag(Optional($0)) }
            }
            .pickerStyle(.menu)
            ForEach(days, id: \.day) { day in
                Section(day.day.formatted(.dateTime.weekday(.wide).day().month().locale(locale))) {
                    ForEach(day.entries) { entry in
                        row(entry)
                    }
                }
                .headerProminence(.increased)
            }
            if hasMore {
                HStack {
                    Spacer()
                    ProgressView()
                    Spacer()
                }
                .id(entries.count)
                .task {
                    do { hasMore = try await loadMore() } catch is CancellationError {} catch { self.error = error }
                }
                .listRowSeparator(.hidden, edges: .bottom)
            } else if let error {
                Text(error.localizedDescription)
            }
        }
        .listSectionSpacing(.compact)
        .environment(\.defaultMinListRowHeight, 44)
        .environment(\.openURL, OpenURLAction { url in url.scheme == "stl" ? .handled : .systemAction })
        .overlay { if entries.isEmpty { ContentUnavailableView("Nothing yet", systemImage: "clock") } }
    }

    @ViewBuilder private func row(_ entry: ActivityEntry) -> some View {
        let isExpanded = Binding {
            expanded.contains(entry.id)
        } set: { isOpen in
            if isOpen { expanded.insert(entry.id) } else { expanded.remove(entry.id) }
        }
        DisclosureGroup(isExpanded: isExpanded) {
            if let seconds = entry.seconds {
                Text("It took \(Duration.seconds(seconds).formatted(.units(allowed: [.seconds]))).")
            }
            Button("What is this?") { openURL(URL(filePath: "/help")) { accepted in print(accepted) } }
                .buttonStyle(.borderless)
        } label: {
            HStack(alignment: .firstTextBaseline) {
                Text(entry.text).textSelection(.enabled)
                Spacer(minLength: 8)
                Text(entry.date, style: .time).foregroundStyle(.tertiary).monospacedDigit()
            }
            .fixedSize(horizontal: false, vertical: true)
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(entry.kind == .refused ? .isHeader : [])
            .accessibilitySortPriority(entry.kind == .refused ? 1 : 0)
        }
    }
}
