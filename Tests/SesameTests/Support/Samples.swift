import Sesame
import SesameCore

extension UserAuthInfo {
    static let first = UserAuthInfo.mock(uid: "uid-1")
    static let second = UserAuthInfo(uid: "uid-2", email: "two@example.com", displayName: "Test User 2")
    static let guest = UserAuthInfo(uid: "uid-3", isAnonymous: true)
}

extension AuthError {
    static let isOffline = AuthError(.offline, "no network")
    static let isLocked = AuthError(.storageLocked, "the device is locked")
    static let isFull = AuthError(.storageUnavailable, "no space left")
}

extension PushToken {
    static let one = PushToken(.fcmToken, Secret("token-one-of-the-device-of-test-user-1"))
    static let two = PushToken(.fcmToken, Secret("token-two-of-the-device-of-test-user-1"))
}

extension ProfileField where Value == String {
    static var name: Self { .string("name") }
    static var city: Self { .string("city") }
}
