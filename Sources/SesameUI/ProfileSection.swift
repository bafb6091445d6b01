#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    import SesameCore
    public import SesameTexts
    public import SwiftUI

    /// The section of a form in which a person changes their profile: the app's own controls, and the button that saves.
    ///
    /// ```swift
    /// Form {
    ///     ProfileSection(client) { draft in
    ///         TextField("Name", text: draft[.string("name"), or: ""])
    ///     }
    /// }
    /// ```
    /// Without a network what is saved waits on the device, and the person is told so.
    public struct ProfileSection<Content: View>: View {
        @State private var editor: ProfileEditor
        private let texts: Texts
        private let content: (Binding<ProfileDraft>) -> Content

        /// The section of an app.
        /// - Parameter content: The app's controls over what is filled in.
        public init(
            _ client: SesameClient, texts: Texts = Texts(),
            @ViewBuilder content: @escaping (Binding<ProfileDraft>) -> Content
        ) {
            self.init(client.profiles, texts: texts, content: content)
        }

        /// The section for the profile of whoever is signed in.
        /// - Parameter content: The app's controls over what is filled in.
        public init(
            _ profiles: ProfileStore, texts: Texts = Texts(),
            @ViewBuilder content: @escaping (Binding<ProfileDraft>) -> Content
        ) {
            _editor = State(initialValue: ProfileEditor(profiles))
            self.texts = texts
            self.content = content
        }

        /// The view.
        public var body: some View {
            Section {
                if let draft = editor.draft {
                    content(binding(to: draft)).disabled(editor.isBusy)
                    // A task of the whole section would be one of each of its rows.
                    Button(texts[.save]) { Task { await editor.save() } }
                        .disabled(!editor.canSave)
                        .task { await editor.run() }
                } else if editor.notice == nil {
                    ProgressView(texts[.loading]).task { await editor.run() }
                } else {
                    Button(texts[.actionRetry]) { Task { await editor.load() } }
                        .disabled(editor.isBusy)
                        .task { await editor.run() }
                }
                if let notice = editor.notice { Text(text(of: notice)) }
            }
        }

        private func binding(to draft: ProfileDraft) -> Binding<ProfileDraft> {
            Binding(
                get: { @MainActor in editor.draft ?? draft }, set: { @MainActor draft in editor.edit(draft) })
        }

        private func text(of notice: ProfileEditor.Notice) -> String {
            switch notice {
            case .saved: texts[.saved]
            case .waiting: texts[.savedOnDevice]
            case .waitingForSignIn: texts[.savedUntilSignIn]
            case .problem(let error): texts.message(for: error)
            }
        }
    }

    extension Binding where Value == ProfileDraft {
        /// The binding of a control to that field. It shows the other value where the profile has none, and leaves
        /// it so as long as nothing else is chosen.
        public subscript<Field: Equatable & Sendable>(
            field: ProfileField<Field>, or other: Field
        ) -> Binding<Field> {
            Binding<Field>(
                get: { @MainActor in wrappedValue[field, or: other] },
                set: { @MainActor value in wrappedValue[field, or: other] = value })
        }
    }
#endif
