import Hummingbird
import ParaphWire
import ServerKit

extension NativeEnrolment {
    /// The most bytes of a request: thirty samples as text.
    private static let requestLimit = 9_000_000
    /// The most bytes of a request with one sample as text.
    private static let sampleLimit = 2_000_000

    /// Adds the calls about a person's own template.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.checkSample, limit: Self.sampleLimit) { request, _, context in
            try await check(request, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.enrol, limit: Self.requestLimit) { request, _, context in
            try await enrol(request, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.addSamples, limit: Self.requestLimit) { request, _, context in
            try await enrol(request, by: context.requireCaller(), id: context.parameter("id"))
        }
    }
}
