#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// The fields of a form where they stand on a page.
struct PageFields: View {
    let form: FormModel
    let page: Int
    let scale: PageScale

    var body: some View {
        ForEach(form.fields) { field in
            ForEach(field.places.filter { $0.page == page }, id: \.self) { place in
                let frame = scale.frame(place.rectangle)
                PageField(field: field, place: place)
                    .font(.system(size: min(17, max(8, frame.height * 0.6))))
                    .frame(width: frame.width, height: frame.height)
                    .offset(x: frame.minX, y: frame.minY)
            }
        }
    }
}
#endif
