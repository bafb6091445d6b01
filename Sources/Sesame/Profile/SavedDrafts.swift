import SesameCore

/// What drafts were saved with, so that one that is saved again says only what has changed since: what was saved and taken
/// back is a change, what was only typed is none, and what was said before is not said again.
struct SavedDrafts {
    /// What a form has said of one field.
    fileprivate struct Field {
        let name: String
        /// The value that was said last, and the edit that it was.
        var said: (value: JSONValue?, edit: Int)
        /// The same of what the server has taken; nil where it has taken nothing.
        var taken: (value: JSONValue?, edit: Int)?
    }

    /// A form that is in use.
    fileprivate struct Saved {
        weak var form: ProfileDraft.Form?
        var fields: [Field] = []
    }

    private var saved: [Saved] = []
    /// Whose drafts were saved.
    private var owner: String?

    /// Returns what the draft changes since its form was saved last, and takes it for said.
    mutating func changes(of draft: ProfileDraft) -> [PendingChanges.Field] {
        saved.removeAll { $0.form == nil }
        let index = saved.firstIndex { $0.form === draft.form } ?? saved.endIndex
        if index == saved.endIndex { saved.append(Saved(form: draft.form)) }
        return draft.edits.compactMap { edit in saved[index].change(by: edit, of: draft) }
    }

    /// The server has all that was said of the field.
    mutating func acknowledge(_ name: String) {
        update(name) { $0.taken = $0.said }
    }

    /// What was said of the field since the server has taken something is never told: it is said again with the next save.
    mutating func giveUp(_ name: String) {
        update(name) { $0.said = $0.taken ?? (nil, 0) }
        for index in saved.indices { saved[index].fields.removeAll { $0.said.edit == 0 } }
    }

    /// Somebody is there. What waited for anybody else is dropped.
    mutating func begin(_ uid: String) {
        if owner?.hasSameBytes(as: uid) == false { giveUp() }
        owner = uid
    }

    /// What waited was dropped.
    mutating func giveUp() {
        for name in saved.flatMap(\.fields).map(\.name) { giveUp(name) }
    }

    private mutating func update(_ name: String, _ change: (inout Field) -> Void) {
        for index in saved.indices {
            guard let field = saved[index].index(of: name) else { continue }
            change(&saved[index].fields[field])
        }
    }
}

extension SavedDrafts.Saved {
    fileprivate func index(of name: String) -> Int? { fields.firstIndex { $0.name.hasSameBytes(as: name) } }

    fileprivate mutating func change(by edit: ProfileDraft.Edit, of draft: ProfileDraft) -> PendingChanges.Field? {
        let index = index(of: edit.name)
        let before = index.map { fields[$0].said } ?? (value: draft.base.fields[edit.name], edit: 0)
        // A copy that is saved late says nothing that a later edit has said otherwise.
        guard edit.number > before.edit else { return nil }
        let said = (value: draft[edit.name], edit: edit.number)
        if let index { fields[index].said = said } else { fields.append(.init(name: edit.name, said: said)) }
        guard let change = ValueChange(from: before.value, to: said.value) else { return nil }
        let seen = before.value.flatMap { $0.object == nil ? JSONValue?.none : $0 }
        return PendingChanges.Field(name: edit.name, change: change, seen: seen)
    }
}
