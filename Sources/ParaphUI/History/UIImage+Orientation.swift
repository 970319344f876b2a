#if canImport(UIKit)
import UIKit

extension UIImage {
    /// The picture turned as EXIF numbers it, 1 … 8 (CIPA DC-008, tag 0112); its own pixels say nothing of that.
    func turned(_ orientation: Int?) -> UIImage {
        let turns: [Int: UIImage.Orientation] = [
            1: .up, 2: .upMirrored, 3: .down, 4: .downMirrored, 5: .leftMirrored, 6: .right, 7: .rightMirrored, 8: .left,
        ]
        guard let turn = orientation.flatMap({ turns[$0] }), let cgImage else { return self }
        return UIImage(cgImage: cgImage, scale: scale, orientation: turn)
    }
}
#endif
