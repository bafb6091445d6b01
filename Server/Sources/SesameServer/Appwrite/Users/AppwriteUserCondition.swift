import Foundation
import SesameAccounts
import SesameCore

/// What can be asked of an account in a list.
enum AppwriteUserAttribute: String {
    case id = "$id"
    case createdAt = "$createdAt"
    case updatedAt = "$updatedAt"
    case registration
    case accessedAt
    case name
    case email
    case phone
    case status
    case emailVerification
    case phoneVerification
    case labels

    init(of query: AppwriteQuery) throws {
        // Appwrite's own order, where none is named, is that of the accounts' making.
        let name = query.attribute.isEmpty ? Self.createdAt.rawValue : query.attribute
        guard let attribute = Self(rawValue: name) else { throw AppwriteProblem.queryInvalid }
        self = attribute
    }
}

extension AppwriteUser {
    /// An attribute's values, in texts that sort as they do.
    subscript(texts attribute: AppwriteUserAttribute) -> [String] {
        switch attribute {
        case .id: [account.id.description]
        case .createdAt, .registration: [AppwriteTime.text(account.createdAt)]
        case .updatedAt, .accessedAt: [AppwriteTime.text(account.lastSignInAt)]
        case .name: [name]
        case .email: [email]
        case .phone: [phone]
        case .status: [String(account.disabledAt == nil)]
        case .emailVerification: [String(claims.emailVerified)]
        case .phoneVerification: [String(isPhoneVerified)]
        case .labels: details.labels
        }
    }

    subscript(attribute: AppwriteUserAttribute) -> String { self[texts: attribute].first ?? "" }
}

/// One condition of a list, such as that an address is one of several.
struct AppwriteUserCondition {
    private let attribute: AppwriteUserAttribute
    private let values: [String]
    private let test: @Sendable (_ own: String, _ values: [String]) -> Bool
    /// Whether every value of an account must pass, and not only one.
    private var isOfAll = false

    init(_ query: AppwriteQuery) throws {
        attribute = try AppwriteUserAttribute(of: query)
        values = try query.values.map(Self.text)
        let count: ClosedRange<Int>
        switch query.method {
        case "equal":
            (test, count) = ({ own, values in values.contains { $0.hasSameBytes(as: own) } }, 1...AppwriteQuery.most)
        case "notEqual":
            (test, count) = ({ own, values in !values.contains { $0.hasSameBytes(as: own) } }, 1...1)
            isOfAll = true
        case "lessThan": (test, count) = ({ $0 < $1[0] }, 1...1)
        case "lessThanEqual": (test, count) = ({ $0 <= $1[0] }, 1...1)
        case "greaterThan": (test, count) = ({ $0 > $1[0] }, 1...1)
        case "greaterThanEqual": (test, count) = ({ $0 >= $1[0] }, 1...1)
        case "between": (test, count) = ({ $0 >= $1[0] && $0 <= $1[1] }, 2...2)
        case "startsWith": (test, count) = ({ $0.utf8.starts(with: $1[0].utf8) }, 1...1)
        case "endsWith": (test, count) = ({ $0.hasSuffix($1[0]) }, 1...1)
        case "contains", "search":
            (test, count) = (
                { own, values in values.contains { own.lowercased().contains($0.lowercased()) } },
                1...AppwriteQuery.most
            )
        default: throw AppwriteProblem.queryInvalid
        }
        guard count.contains(values.count) else { throw AppwriteProblem.queryInvalid }
    }

    func holds(for user: AppwriteUser) -> Bool {
        let own = user[texts: attribute]
        return isOfAll ? own.allSatisfy { test($0, values) } : own.contains { test($0, values) }
    }

    private static func text(_ value: JSONValue) throws -> String {
        switch value {
        case .string(let text): return text
        case .bool(let flag): return String(flag)
        case .number(let number): return number.text
        default: throw AppwriteProblem.queryInvalid
        }
    }
}
