import AsyncHTTPClient
import Foundation
import ParaphClient
import ParaphClientNIO
import ParaphWire

/// A program on the SDK: it becomes one of its person's devices, and lists what the server keeps for them.
@main
enum HostCLI {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let server = URL(string: arguments[1]) else {
            print("usage: HostCLI SERVER API-KEY E-MAIL FOLDER")
            exit(2)
        }
        let http = HTTPClient(configuration: AsyncHTTPClientTransport.configuration)
        let client = try ParaphClient(
            server: server,
            apiKey: arguments[2],
            device: DeviceDescription(name: "HostCLI"),
            secrets: FileSecrets(folder: URL(filePath: arguments[4])),
            transport: AsyncHTTPClientTransport(http)
        )
        if await client.signIn.current == nil { try await join(client, as: arguments[3]) }
        for file in try await client.files.list().items {
            print("\(file.name): version \(file.version), \(file.signatures ?? 0) signatures")
        }
        try await http.shutdown()
    }

    /// Shows a code, and waits until the person has typed it on a device that their account knows.
    private static func join(_ client: ParaphClient, as identifier: String) async throws {
        let device = try await client.devices.request(for: identifier)
        print("On a device of yours, open Devices and type \(device.code)")
        fflush(nil)
        while try await client.devices.status(of: device) == .pending { try await Task.sleep(for: .seconds(2)) }
        guard await client.signIn.current != nil else {
            print("The device was not added.")
            exit(1)
        }
    }
}
