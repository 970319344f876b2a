#if canImport(UIKit)
import UIKit

extension UIImage {
    /// The picture as a JPEG, which has nothing of where and by what it was taken.
    ///
    /// - Parameters:
    ///   - longest: The longer side, in pixels; a smaller picture stays as it is.
    ///   - most: The most bytes: the quality is lowered until it has no more.
    /// - Returns: the bytes; `nil` where there is no such quality.
    func jpeg(longest: Double, mostBytes most: Int) -> [UInt8]? {
        let factor = min(1, longest / max(size.width, size.height, 1))
        let small = preparingThumbnail(of: CGSize(width: size.width * factor, height: size.height * factor))
        for quality in [0.85, 0.7, 0.5, 0.3] {
            if let bytes = small?.jpegData(compressionQuality: quality), bytes.count <= most { return [UInt8](bytes) }
        }
        return nil
    }
}
#endif
