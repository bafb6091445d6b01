import SesameOperations
import SesameSurface

extension DevelopmentServices {
    /// Returns development services without identity providers, with the paths of the development FCM.
    static func test(_ role: Role = .replacing, at url: String = "http://localhost:8081") -> DevelopmentServices {
        DevelopmentServices(
            role: role, providers: [:], messages: url + "/messages",
            push: FCMEndpoints(token: url + "/fcm/token", service: url + "/fcm"))
    }
}
