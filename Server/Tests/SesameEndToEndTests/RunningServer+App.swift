import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameWire

extension RunningServer {
    /// Returns the configuration of an app on its own device.
    func configuration(app: String = "couple", storage: StorageLocation = .memory) -> AuthConfiguration {
        .production(server: url, app: app, storage: storage)
    }

    /// Returns the storage of the device with that name, the same for each call.
    func storage(of device: String) -> StorageLocation {
        .folder(
            folder.appendingPathComponent("\(device)-state"),
            keyFile: folder.appendingPathComponent("\(device)-keys/key"))
    }

    /// Waits for a message that the server sends by itself, and returns it. The limit is a minute, because the machine
    /// may be busy.
    func arrived<Message>(_ look: () -> Message?) async throws -> Message {
        for _ in 0..<12_000 {
            if let message = look() { return message }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw AuthError(.notFound, "the message has not come")
    }

    /// The client of the native API, as a thief or a second device uses it.
    var service: any AuthServiceProtocol { configuration().service }
}

/// The codes in a server's emails, each returned once.
final class MailedCodes: Sendable {
    private let server: RunningServer
    private let read = Locked<[String: Int]>([:])

    init(_ server: RunningServer) {
        self.server = server
    }

    /// Waits for the next code to that address, and returns it.
    func next(to address: String) async throws -> Secret {
        let number = read.withLock { read in
            read[address, default: 0] += 1
            return read[address, default: 0]
        }
        return try await server.arrived {
            let codes = server.providers.inbox.messages("mail", to: address).compactMap { $0["code"]?.string }
            return codes.count >= number ? Secret(codes[number - 1]) : nil
        }
    }
}
