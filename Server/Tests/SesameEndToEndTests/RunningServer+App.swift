import Foundation
import Sesame
import SesameCore
import SesameProviders
import SesameWire

extension RunningServer {
    /// The parts of an app on a device of its own.
    func configuration(app: String = "couple", storage: StorageLocation = .memory) -> AuthConfiguration {
        .production(server: url, app: app, storage: storage)
    }

    /// The place on the disk of the device with that name: made anew, it is the same place.
    func storage(of device: String) -> StorageLocation {
        .folder(
            folder.appendingPathComponent("\(device)-state"),
            keyFile: folder.appendingPathComponent("\(device)-keys/key"))
    }

    /// A message that the server sends by itself, as soon as it is there: a minute is for a machine that is busy.
    func arrived<Message>(_ look: () -> Message?) async throws -> Message {
        for _ in 0..<12_000 {
            if let message = look() { return message }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw AuthError(.notFound, "the message has not come")
    }

    /// The client of the server's own protocol, as a thief or a second device has it.
    var service: any AuthServiceProtocol { configuration().service }
}

/// The codes that a server mails, as their people read them: each one once.
final class MailedCodes: Sendable {
    private let server: RunningServer
    private let read = Locked<[String: Int]>([:])

    init(_ server: RunningServer) {
        self.server = server
    }

    /// The next code to that address, as soon as it is there.
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
