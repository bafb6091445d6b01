#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    public import SesameTexts
    public import SwiftUI

    /// The second step of a sign-in, or the confirmation of a deletion or another action: the choice of a factor, a
    /// request for a text message if the factor is a phone, and the code.
    public struct SecondFactorView: View {
        private let state: AppState
        private let form: SecondFactorForm
        private let texts: Texts

        /// Creates the view of a second-factor form.
        /// - Parameter form: The form of ``AppScreen/secondFactor(_:)``, or `AppState.confirmation`.
        public init(_ state: AppState, form: SecondFactorForm, texts: Texts = Texts()) {
            self.state = state
            self.form = form
            self.texts = texts
        }

        /// A form with the choice of a factor, the field for its code, and the buttons to confirm or cancel.
        public var body: some View {
            Form {
                Section {
                    if form.choices.count > 1 {
                        Picker(texts[.secondFactorTitle], selection: method) {
                            ForEach(form.choices, id: \.self) { method in
                                Text(texts.name(of: method, in: form)).tag(method)
                            }
                        }
                    }
                    Text(texts.instruction(for: form))
                    ErrorView(state, texts: texts, besideCode: true)
                }
                Section {
                    if form.phone != nil {
                        Button(texts[.secondFactorSendText]) {
                            Task { await state.sendSecondFactorCode(language: texts.language.rawValue) }
                        }
                    }
                    if form.method == .recoveryCode {
                        TextField(texts[.secondFactorCode], text: code).autocorrectionDisabled()
                    } else {
                        TextField(texts[.secondFactorCode], text: code).oneTimeCode()
                    }
                }
                Section {
                    action.disabled(!form.isComplete)
                    Button(texts[.cancel], role: .cancel) { state.cancelSecondFactor() }
                }
            }
            .disabled(state.isBusy)
            .overlay { if state.isBusy { ProgressView() } }
            .navigationTitle(texts[.secondFactorTitle])
        }

        @ViewBuilder private var action: some View {
            if state.confirmation != nil, state.unconfirmed == .deletion {
                Button(texts[.deleteAccountConfirm], role: .destructive) { Task { await state.submitSecondFactor() } }
            } else {
                Button(texts[.secondFactorConfirm]) { Task { await state.submitSecondFactor() } }
            }
        }

        private var method: Binding<SecondFactorForm.Method> {
            Binding(
                get: { @MainActor in form.method },
                set: { @MainActor means in fill { $0.method = means } })
        }

        private var code: Binding<String> {
            Binding(
                get: { @MainActor in form.code },
                set: { @MainActor code in fill { $0.code = code } })
        }

        private func fill(_ change: (inout SecondFactorForm) -> Void) {
            var form = form
            change(&form)
            state.updateSecondFactor(form)
        }
    }
#endif
