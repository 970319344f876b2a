#if canImport(UIKit)
import SwiftUI

/// A ring that fills to the similarity; its number is said in the words under it.
struct SimilarityRing: View {
    let similarity: Double
    let isMatch: Bool
    @State private var isFilled = false
    @Environment(\.theme) private var theme
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    var body: some View {
        ZStack {
            Circle().stroke(theme.line, lineWidth: 8)
            Circle()
                .trim(from: 0, to: isFilled ? similarity : 0)
                .stroke(isMatch ? theme.good : theme.bad, style: StrokeStyle(lineWidth: 8, lineCap: .round))
                .rotationEffect(.degrees(-90))
            Image(systemName: isMatch ? "checkmark" : "xmark")
                .font(.title)
                .foregroundStyle(isMatch ? theme.good : theme.bad)
        }
        .frame(width: 96, height: 96)
        .accessibilityHidden(true)
        .onAppear {
            withAnimation(reduceMotion ? nil : .easeOut(duration: 0.25)) { isFilled = true }
        }
    }
}
#endif
