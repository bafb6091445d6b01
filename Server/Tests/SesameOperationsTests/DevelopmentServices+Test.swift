import SesameOperations
import SesameSurface

extension DevelopmentServices {
    /// Returns substitutes for no provider, with FCM at the paths of the development one.
    static func test(_ role: Role = .instead, at url: String = "http://localhost:8081") -> DevelopmentServices {
        DevelopmentServices(
            role: role, providers: [:], messages: url + "/messages",
            push: FCMEndpoints(token: url + "/fcm/token", service: url + "/fcm"))
    }
}
