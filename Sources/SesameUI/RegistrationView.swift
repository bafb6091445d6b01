#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    public import SesameTexts
    public import SwiftUI

    /// The registration form. It is filled with the provider's data, and the user completes and sends it.
    public struct RegistrationView: View {
        private let state: AppState
        private let form: RegistrationForm
        private let fields: [RegistrationField]
        private let roles: [String]
        private let chosenRole: String?
        private let label: (RegistrationField) -> String
        private let texts: Texts

        /// Creates the view of a registration form.
        /// - Parameters:
        ///   - form: The form of ``AppScreen/registration(_:)``.
        ///   - roles: The roles to choose from; none in apps without roles.
        ///   - role: The role that the user chose before the sign-in.
        ///   - label: Returns a field's label; standard labels by default.
        public init(
            _ state: AppState, form: RegistrationForm, fields: [RegistrationField], roles: [String] = [],
            role: String? = nil, texts: Texts = Texts(), label: ((RegistrationField) -> String)? = nil
        ) {
            self.state = state
            self.form = form
            self.fields = fields
            self.roles = roles
            chosenRole = role ?? roles.first
            self.texts = texts
            self.label = label ?? { texts.label(of: $0) }
        }

        /// A form with the choice of a role, the fields, and the buttons to register or cancel.
        public var body: some View {
            Form {
                Section {
                    Text(texts[.registrationText])
                    ErrorView(state, texts: texts)
                }
                Section {
                    if roles.count > 1 {
                        Picker(texts[.roleQuestion], selection: role) {
                            ForEach(roles, id: \.self) { role in
                                Text(texts.name(ofRole: role)).tag(role)
                            }
                        }
                    }
                    ForEach(fields, id: \.self) { field in
                        TextField(label(field), text: text(of: field)).content(field.meaning)
                    }
                }
                Section {
                    Button(texts[.register]) { Task { await state.register() } }
                        .disabled(!form.isComplete(fields))
                    Button(texts[.cancel], role: .cancel) { state.cancelRegistration() }
                }
            }
            .disabled(state.isBusy)
            .overlay { if state.isBusy { ProgressView() } }
            .navigationTitle(texts[.registrationTitle])
            .onAppear { fill { $0 = $0.prefilled(fields) } }
        }

        private var role: Binding<String> {
            Binding(
                get: { @MainActor in form.role ?? chosenRole ?? "" },
                set: { @MainActor role in fill { $0.role = role } })
        }

        private func text(of field: RegistrationField) -> Binding<String> {
            Binding(
                get: { @MainActor in form[field] },
                set: { @MainActor text in fill { $0[field] = text } })
        }

        private func fill(_ change: (inout RegistrationForm) -> Void) {
            var form = form
            if form.role == nil { form.role = chosenRole }
            change(&form)
            state.updateRegistration(form)
        }
    }

    extension Texts {
        /// Returns the standard label of a field, or the field's name if there is none.
        func label(of field: RegistrationField) -> String {
            switch field.meaning {
            case .givenName: self[.fieldGivenName]
            case .familyName: self[.fieldFamilyName]
            case .email: self[.fieldEmail]
            case .text: field.name == "bio" ? self[.fieldBio] : field.name
            }
        }
    }
#endif
