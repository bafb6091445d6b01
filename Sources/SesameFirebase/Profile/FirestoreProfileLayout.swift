import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// The layout of an app's profiles in Firestore: the collection and the meaning of its fields.
///
/// Firestore has no schema and no onboarding, so the app defines both:
/// ```swift
/// var layout = FirestoreProfileLayout(required: ["name", "birthDate"], steps: OnboardingModel.steps)
/// layout.kinds = ["birthDate": .day]
/// layout.readOnly = ["isSubscribed", "partnerId"]
/// ```
/// It applies to this app only. Rules for all clients belong in the project's `firestore.rules`.
public struct FirestoreProfileLayout: Sendable {
    /// The field that stores the state of the onboarding.
    public enum Flag: Sendable, Equatable {
        /// A field that is `true` during the onboarding.
        case inProgress(String)
        /// A field that is `true` after the onboarding.
        case completed(String)

        var name: String {
            switch self {
            case .inProgress(let name), .completed(let name): name
            }
        }
    }

    /// A type of value that JSON lacks. It applies to new fields, and to fields that are stored in any type except a
    /// string.
    public enum Kind: Sendable, Equatable {
        /// A point in time, stored as a Firestore timestamp; in the profile it is a UTC time in RFC 3339.
        case timestamp
        /// A day, written as a timestamp at midnight in UTC. Other clients may store midnight in their own time zone: a
        /// timestamp is read as the day whose midnight in UTC is nearest, which is right from UTC−11 to UTC+12.
        case day
    }

    /// The collection; a document's id is the user's uid.
    public var collection: String
    /// The fields required to complete the onboarding.
    public var required: [String]
    /// The steps of the onboarding; nil if it has none.
    public var steps: OnboardingSteps?
    /// The field that stores the state of the onboarding.
    public var flag: Flag
    /// The field that stores the current step.
    public var step: String
    /// The kinds of the fields without a JSON type.
    public var kinds: [String: Kind]
    /// The fields that users cannot change.
    public var readOnly: Set<String>
    /// The providers whose users may change their document, for example `apple`; empty for all users.
    public var providers: Set<String>
    /// The field with the time of the document's creation, written only once.
    public var createdAt: String
    /// The field with the time of the last change; nil if the documents have none.
    public var updatedAt: String?
    /// The field with the time of the user's last activity, written with each change; nil if the documents have none.
    public var lastSignInAt: String?
    /// The function that returns the initial fields of a user's new document, in addition to the onboarding's state and
    /// the times; by default `id` with the uid.
    public var initial: @Sendable (UserAuthInfo) -> JSONObject

    /// Creates a layout. The defaults are the field names of the example app Couple; pass those of your documents.
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
    /// The fields that only this library writes; a draft cannot contain them.
    var own: [String] { [flag.name, step, createdAt] + [updatedAt, lastSignInAt].compactMap(\.self) }

    /// Returns true if the field is in ``readOnly``, or written by this library alone.
    func isReadOnly(_ name: String) -> Bool {
        (own + readOnly).contains { $0.hasSameBytes(as: name) }
    }

    /// Returns the JSON of a field's Firestore value, for a field of the kind `day` a date such as `2000-01-31`; nil if
    /// the value is null or of an unknown type.
    func json(_ name: String, _ value: JSONValue) -> JSONValue? {
        guard let json = FirestoreValueCoding.json(value), !json.isNull else { return nil }
        guard kinds[name] == .day, let text = value["timestampValue"]?.string, let time = GoogleTime(text),
            let utc = TimeZone(secondsFromGMT: 0), let day = CalendarDay(time.date + 43_200, in: utc)
        else { return json }
        return .string(day.text)
    }

    /// Returns a field's Firestore value, with the type of the stored value if possible; nil if Firestore cannot store
    /// it.
    func value(_ name: String, _ json: JSONValue, inPlaceOf stored: JSONValue?) -> JSONValue? {
        let isText = stored?["stringValue"] != nil
        if let kind = kinds[name], !isText, let text = json.string {
            switch kind {
            case .timestamp where GoogleTime(text) != nil: return ["timestampValue": .string(text)]
            case .day where CalendarDay(text) != nil: return ["timestampValue": .string("\(text)T00:00:00Z")]
            default: break
            }
        }
        return FirestoreValueCoding.value(json, inPlaceOf: stored)
    }
}
