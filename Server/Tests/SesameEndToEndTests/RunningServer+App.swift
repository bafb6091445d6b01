import Foundation
import Sesame

extension RunningServer {
    /// The parts of an app on a device of its own.
    func configuration(app: String = "couple", store: some SessionStore = MemorySessionStore()) -> AuthConfiguration {
        .production(server: url, app: app, store: store)
    }

    /// The client of the server's own protocol, as a thief or a second device has it.
    var service: any AuthServiceProtocol { configuration().service }
}
