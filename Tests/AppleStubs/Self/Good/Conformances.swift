import AuthenticationServices
import CoreLocation
import SwiftUI
import UIKit
import UserNotifications

// What views rely on without naming it: values of these types are compared, hashed, listed, sent and kept.
func comparable<T: Comparable>(_: T.Type) {}
func hashable<T: Hashable & Sendable>(_: T.Type) {}
func listed<T: CaseIterable & Sendable>(_: T.Type) -> T.AllCases { T.allCases }
func kept<T: Codable>(_: T.Type) {}

func conformances() -> [Any] {
    comparable(DynamicTypeSize.self)
    comparable(ScenePhase.self)
    hashable(Font.Weight.self)
    hashable(Color.self)
    hashable(UIKeyboardType.self)
    hashable(UNAuthorizationStatus.self)
    hashable(PresentationDetent.self)
    hashable(Namespace.ID.self)
    kept(TabViewCustomization.self)
    kept(NavigationPath.CodableRepresentation.self)
    let sizes = listed(DynamicTypeSize.self).filter { $0 >= .accessibility1 && $0 < .accessibility5 }
    return [
        ColorScheme.allCases.count, Font.TextStyle.allCases, sizes.count,
        UITouch.TouchType.pencil.rawValue, UIUserInterfaceIdiom(rawValue: 1) as Any, Axis.horizontal.rawValue,
        Set([Edge.top, .bottom]).count, [Edge.Set.top, .horizontal].contains(.all), Edge.Set.all.subtracting(.top).isEmpty,
        CGPoint.zero.applying(.identity), ScenePhase.active > .background, Angle.degrees(3) + .radians(1),
        ASAuthorizationError.Code.canceled.rawValue,
        CLAuthorizationStatus.denied == .restricted, UIControl.State.normal, UIImage.Orientation.up.rawValue, Visibility.allCases,
    ]
}
