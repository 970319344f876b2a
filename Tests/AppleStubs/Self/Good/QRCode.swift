import CoreImage
import SwiftUI

struct QRCode: View {
    let text: String

    var body: some View {
        if let picture { Image(decorative: picture, scale: 1).interpolation(.none).resizable().scaledToFit() }
    }

    private var picture: CGImage? {
        let filter = CIFilter(name: "CIQRCodeGenerator", parameters: ["inputMessage": Data(text.utf8), "inputCorrectionLevel": "M"])
        guard let image = filter?.outputImage?.transformed(by: CGAffineTransform(scaleX: 4, y: 4)) else { return nil }
        return CIContext().createCGImage(image, from: image.extent)
    }
}
