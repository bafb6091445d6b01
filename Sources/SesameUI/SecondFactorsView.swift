#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    /// The user's second factors, with a button to remove each, and buttons to add others.
    ///
    /// The view is a section of ``AccountView``, which asks for the confirmation that the server may require.
    struct SecondFactorsView: View {
        private let state: AppState
        private let texts: Texts
        private let factors: AccountData<SecondFactorStatus>
        @State private var removed: SecondFactorInfo?
        @State private var asksForNumber = false
        @State private var number = ""
        @State private var replacesCodes = false
        @State private var isMailed = false

        init(_ state: AppState, _ factors: AccountData<SecondFactorStatus>, texts: Texts) {
            self.state = state
            self.factors = factors
            self.texts = texts
        }

        /// Returns true if the user has a second factor or the app offers one, or if loading the factors failed.
        static func isShown(_ factors: AccountData<SecondFactorStatus>) -> Bool {
            factors.value.map { !$0.factors.isEmpty || !$0.offered.isEmpty } ?? (factors.problem != nil)
        }

        var body: some View {
            Section {
                Text(texts[.factorsTitle])
                    .font(.headline)
                    .accessibilityAddTraits(.isHeader)
                ForEach(status?.factors ?? [], id: \.id) { factor in
                    HStack {
                        Text(texts.name(of: factor))
                        Spacer()
                        Button(texts[.remove], role: .destructive) { removed = factor }
                            .buttonStyle(.borderless)
                            .accessibilityLabel(Text("\(texts[.remove]): \(texts.name(of: factor))"))
                            .confirmationDialog(
                                texts.text(.factorRemoveQuestion, texts.name(of: factor)),
                                isPresented: asksAboutRemoval(of: factor), titleVisibility: .visible
                            ) {
                                Button(texts[.remove], role: .destructive) {
                                    Task { await state.removeSecondFactor(factor.id) }
                                }
                                Button(texts[.cancel], role: .cancel) {}
                            } message: {
                                Text(texts[.factorRemoveText])
                            }
                    }
                }
                if offers(.authenticator) {
                    Button(texts[.factorAddApp]) {
                        Task { await state.startSecondFactorEnrollment(.authenticator()) }
                    }
                }
                if offers(.phone) {
                    Button(texts[.factorAddPhone]) { asksForNumber = true }
                        .alert(texts[.factorPhone], isPresented: $asksForNumber) {
                            TextField(texts[.factorPhone], text: $number).phoneNumber()
                            Button(texts[.secondFactorSendText]) { begin(.phone(number)) }
                            Button(texts[.cancel], role: .cancel) {}
                        } message: {
                            Text(texts[.factorPhoneText])
                        }
                }
                if let status, !status.factors.isEmpty, status.offersRecoveryCodes {
                    Button(texts.text(.recoveryCodesMake, "\(status.recoveryCodesLeft)")) {
                        if status.recoveryCodesLeft > 0 { replacesCodes = true } else { makeCodes() }
                    }
                    .confirmationDialog(
                        texts[.recoveryCodesQuestion], isPresented: $replacesCodes, titleVisibility: .visible
                    ) {
                        Button(texts[.recoveryCodesReplace], role: .destructive) { makeCodes() }
                        Button(texts[.cancel], role: .cancel) {}
                    }
                }
                if needsVerification {
                    Button(texts[.emailVerify]) {
                        Task { isMailed = await state.sendVerification(language: texts.language.rawValue) }
                    }
                }
                if isMailed { Text(texts[.emailVerifySent]) }
                if let problem = factors.problem {
                    Text(texts.message(for: problem))
                    Button(texts[.actionRetry]) { Task { await factors.load() } }
                }
            }
        }

        private var status: SecondFactorStatus? { factors.value }

        private func offers(_ kind: SecondFactorKind) -> Bool { status?.addable.contains(kind) == true }

        /// True if a factor could not be added because the account's email address is not verified.
        private var needsVerification: Bool {
            state.problem?.code == .invalidTransition && state.problem?.fields.contains("email") == true
        }

        private func makeCodes() {
            Task { await state.generateRecoveryCodes() }
        }

        private func begin(_ factor: NewSecondFactor) {
            number = ""
            Task { await state.startSecondFactorEnrollment(factor, language: texts.language.rawValue) }
        }

        private func asksAboutRemoval(of factor: SecondFactorInfo) -> Binding<Bool> {
            Binding(
                get: { @MainActor in removed?.id == factor.id },
                set: { @MainActor isPresented in if !isPresented { removed = nil } })
        }
    }
#endif
