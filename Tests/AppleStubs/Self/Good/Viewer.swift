import PDFKit
import SwiftUI

@Observable
final class ViewerModel {
    var zoom = 1.0
    var found: [String] = []
    var query = ""
    var isSearching = false
    var warning: LocalizedStringResource? = "Changed since the last signature"
    var placed: [Placed] = []
    struct Placed: Identifiable { var id = UUID(); var frame: CGRect; var angle = Angle.zero }
}

struct ViewerScreen: View {
    @Bindable var model: ViewerModel
    let url: URL
    @State private var selected: ViewerModel.Placed.ID?
    @State private var showsHistory = false
    @State private var detent: PresentationDetent = .medium
    @Environment(\.undoManager) private var undoManager

    var body: some View {
        GeometryReader { proxy in
            ZStack {
                Color(uiColor: .secondarySystemBackground).ignoresSafeArea()
                ForEach($model.placed) { $placed in
                    SignatureImage(isSelected: selected == placed.id)
                        .frame(width: placed.frame.width, height: placed.frame.height)
                        .rotationEffect(placed.angle)
                        .position(x: placed.frame.midX, y: placed.frame.midY)
                        .onTapGesture { selected = placed.id }
                        .gesture(
                            DragGesture(minimumDistance: 1)
                                .onChanged { value in
                                    placed.frame.origin = CGPoint(
                                        x: min(max(0, value.location.x), proxy.size.width),
                                        y: value.location.y
                                    )
                                }
                        )
                        .highPriorityGesture(RotateGesture().onChanged { placed.angle = $0.rotation })
                        .contextMenu {
                            Button(role: .destructive) {
                                model.placed.removeAll { $0.id == placed.id }
                            } label: {
                                Label("Remove", systemImage: "trash")
                            }
                        } preview: {
                            SignatureImage(isSelected: false).frame(width: 200, height: 100)
                        }
                }
            }
        }
        .safeAreaInset(edge: .top) {
            if let warning = model.warning {
                Label {
                    Text(warning)
                } icon: {
                    Image(systemName: "exclamationmark.triangle.fill")
                }
                .font(.callout.bold())
                .padding(.horizontal, 12).padding(.vertical, 8)
                .frame(maxWidth: .infinity, alignment: .leading)
                .background(.yellow.gradient.opacity(0.4))
                .accessibilityElement(children: .combine)
                .transition(.move(edge: .top).combined(with: .opacity))
            }
        }
        .searchable(text: $model.query, isPresented: $model.isSearching, prompt: Text("Find"))
        .searchSuggestions { ForEach(model.found, id: \.self) { Text($0).searchCompletion($0) } }
        .onSubmit(of: .search) { model.isSearching = false }
        .toolbar(.hidden, for: .tabBar)
        .toolbarBackground(.visible, for: .navigationBar)
        .toolbarTitleMenu {
            Button("Rename") {}
            RenameButton()
        }
        .toolbar {
            ToolbarItemGroup(placement: .topBarTrailing) {
                Button("History", systemImage: "clock") { showsHistory.toggle() }
                Menu {
                    Button("Print", systemImage: "printer") { UIPrintInteractionController.shared.present(animated: true) }
                    Button("Undo") { undoManager?.undo() }.disabled(undoManager?.canUndo != true)
                } label: {
                    Image(systemName: "ellipsis.circle")
                }
                .menuOrder(.fixed)
            }
            ToolbarItem(placement: .principal) { Text(url.lastPathComponent).font(.headline).lineLimit(1).truncationMode(.middle) }
        }
        .sheet(isPresented: $showsHistory, onDismiss: { selected = nil }) {
            NavigationStack { Text("History").navigationTitle("History") }
                .presentationDetents([.fraction(0.3), .medium, .large], selection: $detent)
                .presentationDragIndicator(.visible)
                .presentationBackgroundInteraction(.enabled(upThrough: .medium))
        }
        .userActivity("org.example.view") { activity in
            activity.title = url.lastPathComponent
            activity.isEligibleForHandoff = true
        }
        .onKeyPress(.escape) {
            selected = nil; return .handled
        }
    }
}

struct SignatureImage: View {
    let isSelected: Bool
    var body: some View {
        Image("signature")
            .resizable()
            .scaledToFit()
            .overlay(alignment: .bottomTrailing) {
                if isSelected { Image(systemName: "arrow.up.left.and.arrow.down.right").offset(x: 8, y: 8) }
            }
            .accessibilityLabel(Text("Signature"))
    }
}
