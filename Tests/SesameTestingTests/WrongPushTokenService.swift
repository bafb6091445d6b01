import Sesame
import SesameCore
import SesameTesting

/// A back end for push registrations with one mistake. The mistake's raw value is part of the name of the case that
/// finds it.
struct WrongPushTokenService: PushTokenService {
    enum Mistake: String, CaseIterable {
        case registersNothing = "under its installation's id"
        case registersTwice = "a repeated registration adds no second one"
        case keepsTokens = "replaces the installation's previous one"
        case keepsOneDevice = "several devices"
        case sharesTokens = "the user who registered it last"
        case asksForAnybody = "cannot be registered for another user"
        case removesAll = "and the others stay"
        case missesTheGone = "a missing registration is no error"
        case removesAnybodys = "cannot remove another user's registration"
    }

    let mistake: Mistake
    let service: any PushTokenService
    let book: MockPushTokenService

    func register(_ token: PushToken, installation: String, for uid: String) async throws(AuthError) {
        let known = book.registrations.filter { $0.uid == uid }
        switch mistake {
        case .registersNothing: return
        case .registersTwice where known.contains { $0.token == token }:
            let other = PushToken(token.kind, Secret("\(token.value.exposed)-again"))
            try await service.register(other, installation: "\(installation)-again", for: uid)
        case .keepsTokens where known.contains { $0.installation == installation }: return
        case .keepsOneDevice:
            for device in known { try await remove(device) }
            try await service.register(token, installation: installation, for: uid)
        case .sharesTokens:
            let own = PushToken(token.kind, Secret("\(token.value.exposed)-\(uid)"))
            try await service.register(own, installation: installation, for: uid)
        case .asksForAnybody: try await book.register(token, installation: installation, for: uid)
        default: try await service.register(token, installation: installation, for: uid)
        }
    }

    func remove(installation: String, of session: Session) async throws(AuthError) {
        let uid = session.user.uid
        for device in book.registrations {
            switch mistake {
            case .removesAll where device.uid == uid: try await remove(device)
            case .removesAnybodys where device.installation == installation: try await remove(device)
            default: break
            }
        }
        if mistake == .missesTheGone, !book.registrations.contains(where: { $0.installation == installation }) {
            throw AuthError(.notFound, "there is no such device")
        }
        try await service.remove(installation: installation, of: session)
    }

    private func remove(_ device: MockPushTokenService.Registration) async throws(AuthError) {
        try await book.remove(installation: device.installation, of: .sample(1, user: .mock(uid: device.uid)))
    }
}
