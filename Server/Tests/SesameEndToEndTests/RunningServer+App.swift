import Foundation
import Sesame

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

    /// The client of the server's own protocol, as a thief or a second device has it.
    var service: any AuthServiceProtocol { configuration().service }
}
