#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

extension EnvironmentValues {
    /// The texts of what stands on every screen; the person's language unless the host app says otherwise.
    @Entry public var words = Words()
}
#endif
