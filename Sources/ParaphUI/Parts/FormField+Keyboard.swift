#if canImport(UIKit)
import ParaphViewModels
import SwiftUI
import UIKit

extension FormField.Kind {
    var keyboard: UIKeyboardType {
        switch self {
        case .email, .identifier: .emailAddress
        case .phone: .phonePad
        case .mailedCode: .numberPad
        case .username, .recoveryCode: .asciiCapable
        default: .default
        }
    }

    var content: UITextContentType? {
        switch self {
        case .email: .emailAddress
        case .name: .name
        case .username, .identifier: .username
        case .phone: .telephoneNumber
        case .organisation: .organizationName
        case .position: .jobTitle
        case .mailedCode: .oneTimeCode
        default: nil
        }
    }

    var capitalization: TextInputAutocapitalization {
        switch self {
        case .name, .organisation: .words
        case .position: .sentences
        case .recoveryCode: .characters
        default: .never
        }
    }

    /// Whether it is to stay as it is typed.
    var isLiteral: Bool { self != .position }
}
#endif
