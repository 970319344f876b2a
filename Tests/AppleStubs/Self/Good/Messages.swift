import SwiftUI

struct Chat: Identifiable, Hashable {
    let id: Int; var text: String; var isOwn: Bool; var date: Date; var state: State
    enum State: String { case sending, sent, read, failed }
}

struct ChatScreen: View {
    @State private var messages: [Chat] = []
    @State private var draft = ""
    @State private var position = ScrollPosition(edge: .bottom)
    @State private var isAtEnd = true
    @State private var recipients: [Recipient] = []
    @FocusState private var isWriting: Bool
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.layoutDirection) private var direction
    struct Recipient: Identifiable, Hashable { var id: String }

    var body: some View {
        ScrollView {
            LazyVStack(spacing: 6) {
                ForEach(messages) { message in
                    Bubble(message: message)
                        .frame(maxWidth: .infinity, alignment: message.isOwn ? .trailing : .leading)
                        .transition(.asymmetric(insertion: .push(from: .bottom), removal: .opacity))
                        .scrollTransition { content, phase in content.opacity(phase.isIdentity ? 1 : 0.4) }
                        .id(message.id)
                }
            }
            .scrollTargetLayout()
            .padding(.horizontal)
        }
        .scrollPosition($position)
        .defaultScrollAnchor(.bottom)
        .onScrollGeometryChange(for: Bool.self) { geometry in
            geometry.visibleRect.maxY >= geometry.contentSize.height - 20
        } action: { _, new in
            isAtEnd = new
        }
        .scrollDismissesKeyboard(.immediately)
        .overlay(alignment: .bottomTrailing) {
            if !isAtEnd {
                Button("To the end", systemImage: "chevron.down") { withAnimation { position.scrollTo(edge: .bottom) } }
                    .labelStyle(.iconOnly)
                    .buttonStyle(.bordered)
                    .buttonBorderShape(.circle)
                    .padding()
            }
        }
        .safeAreaInset(edge: .bottom) {
            HStack(alignment: .bottom) {
                TextField("Message", text: $draft, axis: .vertical)
                    .lineLimit(1...6)
                    .textFieldStyle(.roundedBorder)
                    .focused($isWriting)
                Button {
                    messages.append(Chat(id: messages.count, text: draft, isOwn: true, date: .now, state: .sending))
                    draft.removeAll()
                } label: {
                    Image(systemName: "arrow.up.circle.fill").font(.title).symbolRenderingMode(.palette).foregroundStyle(.white, .tint)
                }
                .disabled(draft.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty)
                .accessibilityLabel("Send")
            }
            .padding(8)
            .background(.regularMaterial)
        }
        .searchable(text: $draft, tokens: $recipients, prompt: Text("To")) { Text($0.id) }
        .onChange(of: scenePhase, initial: true) { _, phase in if phase == .active { isWriting = true } }
        .task(id: messages.last?.id) { try? await Task.sleep(for: .seconds(1)) }
        .navigationTitle("Chat")
        .toolbarTitleDisplayMode(.inline)
    }
}

private struct Bubble: View {
    let message: Chat
    @Environment(\.colorSchemeContrast) private var contrast
    var body: some View {
        VStack(alignment: .trailing, spacing: 2) {
            Text(message.text)
            (Text(message.date, style: .time) + Text(" ")
                + Text(Image(systemName: message.state == .read ? "checkmark.circle.fill" : "checkmark")))
                .font(.caption2)
                .foregroundStyle(contrast == .increased ? .primary : .secondary)
        }
        .padding(.horizontal, 12).padding(.vertical, 8)
        .background {
            UnevenRoundedRectangle(
                topLeadingRadius: 16,
                bottomLeadingRadius: message.isOwn ? 16 : 4,
                bottomTrailingRadius: message.isOwn ? 4 : 16,
                topTrailingRadius: 16
            )
            .fill(message.isOwn ? AnyShapeStyle(.tint.opacity(0.2)) : AnyShapeStyle(.fill.tertiary))
        }
        .contentShape(.contextMenuPreview, .rect(cornerRadius: 16))
        .contextMenu { Button("Copy", systemImage: "doc.on.doc") { UIPasteboard.general.string = message.text } }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(message.text))
        .accessibilityValue(Text(LocalizedStringKey(message.state.rawValue)))
    }
}
