import ParaphInk
import ParaphInkFormats
import Testing

/// The code of the library's article, which `scripts/check-docs` compares with it.
@Suite struct ArticleTests {
    @Test func formatsAreReadAndWritten() throws {
        let text = Array("2\n10 40 0 1 0 0 200\n60 12 10 1 0 0 600\n".utf8)
        let format = InkFormat.detect(text)
        let sample = try InkFormat.decode(text)

        #expect(format == .svc2004 && sample.pointCount == 2)

        let record = try InkFormat.iso19794.encode(sample)
        let json = try InkFormat.signToLogin.encode(sample)

        #expect(InkFormat.detect(record) == .iso19794 && InkFormat.detect(json) == .signToLogin)

        let bitmap = sample.bitmap(width: 320, height: 120, ink: .black, margin: 8)
        let picture = try PNG.encode(bitmap, texts: [PNG.Text(keyword: "Title", value: "Ada")])

        let upload = picture
        let photo = try Photo.sanitised(upload, limits: Photo.Limits(bytes: 5_000_000))
        let isPortrait = photo.height > photo.width

        #expect(!isPortrait)
    }
}
