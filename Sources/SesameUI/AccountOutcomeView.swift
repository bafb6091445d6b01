#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameCore
    import SesameTexts
    import SwiftUI

    /// The outcome of an account action: the key of an authenticator app and the field for its first code, or recovery
    /// codes.
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
                case .enrollment(_, let setup): enrollment(setup)
                case .recoveryCodes(let codes): recovery(codes)
                case nil: EmptyView()
                }
            }
            .disabled(state.isBusy)
            .overlay { if state.isBusy { ProgressView() } }
            .navigationTitle(state.outcome.map(texts.heading) ?? texts[.factorsTitle])
        }

        private var instruction: String { state.outcome.map(texts.instruction) ?? "" }

        @ViewBuilder private func enrollment(_ setup: SecondFactorSetup) -> some View {
            Section {
                Text(instruction)
                if let address = setup.address.flatMap({ URL(string: $0.exposed) }) {
                    Link(texts[.factorAppOpen], destination: address)
                }
                if let key = setup.secret {
                    Text(key.exposed).font(.headline).textSelection(.enabled)
                }
                ErrorView(state, texts: texts, besideCode: true)
            }
            Section {
                TextField(texts[.secondFactorCode], text: $code).oneTimeCode()
                Button(texts[.secondFactorConfirm]) { add() }.disabled(code.isEmpty)
                Button(texts[.cancel], role: .cancel) { close() }
            }
        }

        @ViewBuilder private func recovery(_ codes: [Secret]) -> some View {
            Section {
                Text(instruction)
                ForEach(codes, id: \.self) { code in
                    Text(code.exposed).font(.headline).textSelection(.enabled)
                }
            }
            Section { Button(texts[.recoveryCodesDone]) { close() } }
        }

        private func add() {
            let typed = code.filter { !$0.isWhitespace }
            Task {
                await state.finishSecondFactorEnrollment(code: Secret(typed))
                code = ""
            }
        }

        private func close() {
            state.dismissProblem()
            state.dismissOutcome()
        }
    }
#endif
