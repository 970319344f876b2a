import ParaphWire
import Testing

/// What a call's parameters are in a request.
@Suite struct EndpointTests {
    @Test func aQueryIsWrittenByItsNamesAndHeadersByTheirs() {
        let query = ContentQuery(version: 2, range: "bytes=0-99")
        #expect(FilesEndpoints.content.target("a b", query: query) == "/v1/files/a%20b/content?version=2")
        #expect(FilesEndpoints.content.headers(query) == ["Range": "bytes=0-99"])
        #expect(FilesEndpoints.content.target("1", query: ContentQuery()) == "/v1/files/1/content")
        #expect(SyncEndpoints.changes.target(query: ChangesQuery(after: "k&1=2")) == "/v1/changes?after=k%261%3D2")
        #expect(IdentityEndpoints.authorization.target(query: AuthorizationQuery("a=b&c=d")) == "/v1/oauth2/authorization?a=b&c=d")
    }

    @Test func everyMemberIsReadAsItWasWritten() {
        var read = ContentQuery()
        let query = ContentQuery(version: 2, range: "a", ifRange: "b", ifMatch: "c", ifNoneMatch: "d")
        for member in ContentQuery.members {
            #expect(member.write(ContentQuery()) == nil)
            #expect(member.write(query).map { member.read($0, &read) } == true)
        }
        #expect(read == query)
        #expect(ContentQuery.members.first?.read("two", &read) == false)
    }

    @Test func aPathWithoutAValueForItsParameterIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = FilesEndpoints.content.path() }
        await #expect(processExitsWith: .failure) { _ = FilesEndpoints.dismiss.path("1") }
        await #expect(processExitsWith: .failure) { _ = FilesEndpoints.list.path("1") }
    }
}
