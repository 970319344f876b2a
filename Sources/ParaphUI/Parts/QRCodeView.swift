#if canImport(UIKit)
import CoreImage
import SwiftUI

/// A QR code (ISO/IEC 18004), dark on light in any mode, so that every camera reads it.
struct QRCodeView: View {
    let text: String
    let label: String

    var body: some View {
        if let picture {
            Image(decorative: picture, scale: 1)
                .interpolation(.none)
                .resizable()
                .scaledToFit()
                .padding(Space.note)
                .background(.white, in: .rect(cornerRadius: Space.small))
                .accessibilityElement()
                .accessibilityLabel(label)
        }
    }

    private var picture: CGImage? {
        let filter = CIFilter(name: "CIQRCodeGenerator", parameters: ["inputMessage": Data(text.utf8), "inputCorrectionLevel": "M"])
        guard let image = filter?.outputImage else { return nil }
        return CIContext().createCGImage(image, from: image.extent)
    }
}
#endif
