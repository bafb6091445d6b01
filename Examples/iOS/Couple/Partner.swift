import Sesame
import SesameTexts
import SwiftUI

/// A form section that connects the user with a partner by a code, and redeems gift codes. The app's own back end
/// handles both.
struct Partner: View {
    private let service: PartnerService
    private let user: UserAuthInfo
    private let partner: String
    @State private var code: String?
    @State private var typed = ""
    @State private var notice: String?
    @State private var isBusy = false

    /// Creates the section with a client of the app's back end.
    /// - Parameter partner: The partner's account id; empty for none.
    init(_ couple: Couple, _ user: UserAuthInfo, partner: String) {
        service = PartnerService(
            Surroundings(app: "couple").address("CoupleBackEnd"), auth: couple.auth, profiles: couple.profiles,
            transport: Surroundings.transport)
        self.user = user
        self.partner = partner
    }

    var body: some View {
        Section {
            if partner.isEmpty {
                if let code { Text(code).font(.headline).textSelection(.enabled) }
                Button("Show my code") {
                    run { () async throws(AuthError) in
                        code = try await service.code(for: user)
                        return nil
                    }
                }
            } else {
                Text("Your partner: \(partner)")
                Button("Part", role: .destructive) {
                    run { () async throws(AuthError) in
                        try await service.part(user)
                        code = nil
                        return nil
                    }
                }
            }
            TextField("A code", text: $typed)
                .textInputAutocapitalization(.never)
                .autocorrectionDisabled()
            Button("Connect with my partner") {
                run { () async throws(AuthError) in try await service.connect(user, by: typed) }
            }
            .disabled(typed.isEmpty)
            Button("Redeem a gift") {
                run { () async throws(AuthError) in try await service.redeem(typed, for: user) }
            }
            .disabled(typed.isEmpty)
            if let notice { Text(notice) }
        }
        .disabled(isBusy)
    }

    /// Sends a request to the back end, and shows the outcome of a code, or the error.
    private func run(_ request: @escaping @MainActor () async throws(AuthError) -> PartnerService.Outcome?) {
        (isBusy, notice) = (true, nil)
        Task {
            defer { isBusy = false }
            do throws(AuthError) {
                guard let outcome = try await request() else { return }
                if outcome == .taken { typed = "" }
                notice = words(for: outcome)
            } catch {
                notice = Texts().message(for: error)
            }
        }
    }

    private func words(for outcome: PartnerService.Outcome) -> String {
        switch outcome {
        case .taken: "The code was accepted."
        case .unknown: "The code is unknown or expired."
        case .own: "This is your own code."
        case .hasPartner: "One of you already has a partner."
        }
    }
}
