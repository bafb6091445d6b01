import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameWire

extension RunningServer {
    /// Returns the configuration of an app for this server. By default its storage is new and in memory.
    func configuration(app: String = "couple", storage: StorageLocation = .memory) -> AuthConfiguration {
        .production(server: url, app: app, storage: storage)
    }

    /// Returns the storage of a device. Calls with the same device name share their data.
    func storage(of device: String) -> StorageLocation {
        .folder(
            folder.appendingPathComponent("\(device)-state"),
            keyFile: folder.appendingPathComponent("\(device)-keys/key"))
    }

    /// Waits for a message that the server sends asynchronously, and returns it. Throws `notFound` after about a
    /// minute, a limit that suffices for a busy machine.
    func arrived<Message>(_ look: () -> Message?) async throws -> Message {
        for _ in 0..<12_000 {
            if let message = look() { return message }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw AuthError(.notFound, "the message has not come")
    }

    /// A client of the native API that stores no session, as for a thief or a second device.
    var service: any AuthServiceProtocol { configuration().service }
}

/// A reader of the codes in a server's emails, which returns each code once.
final class MailedCodes: Sendable {
    private let server: RunningServer
    private let read = Locked<[String: Int]>([:])

    init(_ server: RunningServer) {
        self.server = server
    }

    /// Waits for the next code sent to an address, and returns it. Throws if none arrives within a minute.
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
