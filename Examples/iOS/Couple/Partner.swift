import Sesame
import SesameTexts
import SwiftUI

/// The partner, found by a code, and the gift of a subscription: both at the app's own back end.
struct Partner: View {
    private let service: PartnerService
    private let profiles: ProfileStore
    private let user: UserAuthInfo
    @State private var code: String?
    @State private var typed = ""
    @State private var notice: String?
    @State private var isBusy = false

    init(_ couple: Couple, _ user: UserAuthInfo) {
        service = PartnerService(
            Surroundings(app: "couple").address("CoupleBackEnd"), auth: couple.auth, profiles: couple.profiles,
            transport: Surroundings.transport)
        profiles = couple.profiles
        self.user = user
    }

    var body: some View {
        Section {
            if let partner, !partner.isEmpty {
                Text("Your partner: \(partner)")
                Button("Part", role: .destructive) {
                    run { () async throws(AuthError) in
                        try await service.part(user)
                        return nil
                    }
                }
            } else {
                if let code { Text(code).font(.headline).textSelection(.enabled) }
                Button("Show my code") {
                    run { () async throws(AuthError) in
                        code = try await service.code(for: user)
                        return nil
                    }
                }
            }
            TextField("A code", text: $typed)
            Button("Connect with my partner") {
                run { () async throws(AuthError) in try await service.connect(user, by: typed) }
            }
            .disabled(typed.isEmpty)
            Button("Take a gift") {
                run { () async throws(AuthError) in try await service.redeem(typed, for: user) }
            }
            .disabled(typed.isEmpty)
            if let notice { Text(notice) }
        }
        .disabled(isBusy)
    }

    private var partner: String? { FirebaseService(profiles).currentUser?.partnerId }

    /// Asks the back end, and says what came of it.
    private func run(_ request: @escaping @MainActor () async throws(AuthError) -> PartnerService.Outcome?) {
        isBusy = true
        Task {
            defer { isBusy = false }
            do throws(AuthError) {
                notice = try await request().flatMap(words)
                if notice == nil { typed = "" }
            } catch {
                notice = Texts().message(for: error)
            }
        }
    }

    private func words(for outcome: PartnerService.Outcome) -> String? {
        switch outcome {
        case .taken: nil
        case .unknown: "Nobody has that code."
        case .own: "That is your own code."
        case .hasPartner: "One of you has a partner."
        }
    }
}
