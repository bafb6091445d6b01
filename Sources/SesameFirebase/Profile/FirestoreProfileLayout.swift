import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// The layout of an app's profiles in Firestore: the collection, and what its fields mean.
///
/// Firestore has no schema and no onboarding, so the app says what both are:
/// ```swift
/// var layout = FirestoreProfileLayout(required: ["name", "birthDate"], steps: OnboardingModel.steps)
/// layout.kinds = ["birthDate": .day]
/// layout.readOnly = ["isSubscribed", "partnerId"]
/// ```
/// It binds this app alone. What holds for everybody stands in the project's rules (`firestore.rules`).
public struct FirestoreProfileLayout: Sendable {
    /// The field that says whether the onboarding goes on.
    public enum Flag: Sendable, Equatable {
        /// `true` while it goes on.
        case inProgress(String)
        /// `true` once it has ended.
        case completed(String)

        var name: String {
            switch self {
            case .inProgress(let name), .completed(let name): name
            }
        }
    }

    /// A kind of value that JSON has no type for. A stored value keeps its type; this is for fields without one.
    public enum Kind: Sendable, Equatable {
        /// A moment.
        case timestamp
        /// A day, stored as a moment: midnight in the time zone of whoever wrote it. Read as the day whose midnight in
        /// UTC is nearest, which is right for all time zones but those more than twelve hours off.
        case day
    }

    /// The collection; a document's id is its person's uid.
    public var collection: String
    /// The fields without which the onboarding does not end.
    public var required: [String]
    /// The steps of the onboarding; nil where it has none.
    public var steps: OnboardingSteps?
    /// The field that says whether the onboarding goes on.
    public var flag: Flag
    /// The field with the step where it goes on.
    public var step: String
    /// The kinds of fields that JSON has no type for.
    public var kinds: [String: Kind]
    /// The fields that no person changes.
    public var readOnly: Set<String>
    /// The providers whose people change their document, for example `apple`; empty for everybody.
    public var providers: Set<String>
    /// The field that is written when the document is made, and never again.
    public var createdAt: String
    /// The field that is written with each change.
    public var updatedAt: String?
    /// The field with the time when the person was last there; written with each change.
    public var lastSignInAt: String?
    /// The other fields of a new document.
    public var initial: @Sendable (UserAuthInfo) -> JSONObject

    /// Makes a layout. What is not said is as the couple app has it.
    public init(
        collection: String = "users", required: [String] = [], steps: OnboardingSteps? = nil,
        flag: Flag = .inProgress("onboardingInProgress"), step: String = "onboardingStep",
        kinds: [String: Kind] = [:], readOnly: Set<String> = [], providers: Set<String> = [],
        createdAt: String = "createdAt", updatedAt: String? = "updatedAt", lastSignInAt: String? = "lastLoginDate",
        initial: @escaping @Sendable (UserAuthInfo) -> JSONObject = { ["id": .string($0.uid)] }
    ) {
        self.collection = collection
        self.required = required
        self.steps = steps
        self.flag = flag
        self.step = step
        self.kinds = kinds
        self.readOnly = readOnly
        self.providers = providers
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastSignInAt = lastSignInAt
        self.initial = initial
    }
}

extension FirestoreProfileLayout {
    /// The fields that this library writes, and no draft.
    var own: [String] { [flag.name, step, createdAt] + [updatedAt, lastSignInAt].compactMap(\.self) }

    /// Returns true if a person cannot change the field.
    func isReadOnly(_ name: String) -> Bool {
        (own + readOnly).contains { $0.hasSameBytes(as: name) }
    }

    /// A field's JSON; nil where there is none, for what is not known here, and for null, which stands for "nothing".
    func json(_ name: String, _ value: JSONValue) -> JSONValue? {
        guard let json = FirestoreValue.json(value), !json.isNull else { return nil }
        guard kinds[name] == .day, let text = value["timestampValue"]?.string, let time = GoogleTime(text),
            let utc = TimeZone(secondsFromGMT: 0), let day = CalendarDay(time.date + 43_200, in: utc)
        else { return json }
        return .string(day.text)
    }

    /// A field's value; nil for what Firestore cannot hold.
    func value(_ name: String, _ json: JSONValue, inPlaceOf stored: JSONValue?) -> JSONValue? {
        let isText = stored?["stringValue"] != nil
        if let kind = kinds[name], !isText, let text = json.string {
            switch kind {
            case .timestamp where GoogleTime(text) != nil: return ["timestampValue": .string(text)]
            case .day where CalendarDay(text) != nil: return ["timestampValue": .string("\(text)T00:00:00Z")]
            default: break
            }
        }
        return FirestoreValue.value(json, inPlaceOf: stored)
    }
}
