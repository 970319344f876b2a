public import ParaphInk

extension SignToLoginFormat {
    /// Writes one signature object.
    ///
    /// Time, pen-up and the pen's angles have no place in this format; pressures are written from 0 to 1, all 0 where there is none.
    /// - Throws: ``FormatError`` if the sample is not valid.
    public static func encode(_ sample: Sample) throws(FormatError) -> [UInt8] {
        let sample = try sample.checked(Sample.Limits())
        let hasPressure = sample.channels.contains(.pressure)
        var text = "{\"pressure\":0,\"dot_count\":\(sample.pointCount),\"signature_contents\":["
        var isFirst = true
        for stroke in sample.strokes {
            for point in stroke.points {
                text += isFirst ? "" : ","
                text += "{\"x\":\(Numeral.text(point.x)),\"y\":\(Numeral.text(point.y))"
                text += ",\"p\":\(hasPressure ? Numeral.text(point.pressure) : "0")}"
                isFirst = false
            }
        }
        return Array((text + "]}").utf8)
    }
}
