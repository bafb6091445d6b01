#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    /// The outcome of an act: the key of an authenticator app and the field for its first code, or recovery codes.
    struct AccountOutcomeView: View {
        private let state: AppState
        private let texts: Texts
        @State private var code = ""

        init(_ state: AppState, texts: Texts) {
            self.state = state
            self.texts = texts
        }

        var body: some View {
            Form {
                switch state.outcome {
                case .enrolment(let factor, let setup): enrolment(of: factor, setup)
                case .recoveryCodes(let codes): recovery(codes)
                case nil: EmptyView()
                }
            }
            .disabled(state.isBusy)
            .overlay { if state.isBusy { ProgressView() } }
            .navigationTitle(isRecovery ? texts[.recoveryCodesTitle] : texts[.factorsTitle])
        }

        private var isRecovery: Bool { if case .recoveryCodes = state.outcome { true } else { false } }

        @ViewBuilder private func enrolment(of factor: NewSecondFactor, _ setup: SecondFactorSetup) -> some View {
            Section {
                Text(instruction(for: factor))
                if let address = setup.address.flatMap({ URL(string: $0.exposed) }) {
                    Link(texts[.factorAppOpen], destination: address)
                }
                if let key = setup.secret {
                    Text(key.exposed).font(.headline).textSelection(.enabled)
                }
                ProblemView(state, texts: texts)
            }
            Section {
                TextField(texts[.secondFactorCode], text: $code).oneTimeCode()
                Button(texts[.secondFactorConfirm]) { add() }.disabled(code.isEmpty)
                Button(texts[.cancel], role: .cancel) { close() }
            }
        }

        @ViewBuilder private func recovery(_ codes: [Secret]) -> some View {
            Section {
                Text(texts[.recoveryCodesText])
                ForEach(codes, id: \.self) { code in
                    Text(code.exposed).font(.headline).textSelection(.enabled)
                }
            }
            Section { Button(texts[.recoveryCodesDone]) { close() } }
        }

        private func instruction(for factor: NewSecondFactor) -> String {
            switch factor {
            case .authenticator: texts[.factorAppText]
            case .phone(let number, _): texts.text(.secondFactorTexted, number)
            }
        }

        private func add() {
            let typed = code.filter { !$0.isWhitespace }
            Task {
                await state.addSecondFactor(code: Secret(typed))
                code = ""
            }
        }

        private func close() {
            state.dismissProblem()
            state.dismissOutcome()
        }
    }
#endif
