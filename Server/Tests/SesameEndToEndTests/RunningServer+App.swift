import Foundation
import Sesame

extension RunningServer {
    /// The parts of an app on a device of its own.
    func configuration(app: String = "couple", storage: StorageLocation = .memory) -> AuthConfiguration {
        .production(server: url, app: app, storage: storage)
    }

    /// What a device with that name keeps on the disk: made anew, it is the same place.
    func storage(of device: String) -> StorageLocation {
        .folder(
            folder.appendingPathComponent("\(device)-state"),
            keyFile: folder.appendingPathComponent("\(device)-keys/key"))
    }

    /// The client of the server's own protocol, as a thief or a second device has it.
    var service: any AuthServiceProtocol { configuration().service }
}
