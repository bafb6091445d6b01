import SesameAccounts
import SesameCore
import SesameHTTP

/// The filters and the order of a list of an app's users.
struct AppwriteUserListing: Sendable {
    /// The list queries of the request, with the page's limit, offset and cursor.
    let queries: AppwriteQueries
    /// The sort orders, most significant first.
    let orders: [AppwriteQueries.Order]
    private let filters: [AppwriteFilter]
    /// The lowercase text to search for in ids, email addresses, phone numbers and names; empty for no search.
    private let search: String

    init(_ request: HTTPRequest) throws(AccountError) {
        queries = try AppwriteQueries(request)
        filters = try queries.filters(AppwriteUserModel.schema)
        orders = try queries.orders(AppwriteUserModel.schema)
        let text = request.query["search"] ?? ""
        guard text.unicodeScalars.count <= 256 else {
            throw .appwrite(.argument("search", "Value must be a valid string and at most 256 chars long."))
        }
        search = text.unquoted.lowercased()
    }

    /// True if the list has no filter and no search.
    var isOfAll: Bool { filters.isEmpty && search.isEmpty }

    /// Splits the filters and the search into conditions that need only the given attributes, and conditions that need
    /// the whole account.
    func parts(_ attributes: Set<String>) -> (listed: AppwriteUserPredicate, whole: AppwriteUserPredicate) {
        let isSearched = attributes.isSuperset(of: AppwriteUserPredicate.searched)
        return (
            AppwriteUserPredicate(
                filters: filters.filter { $0.attributes.isSubset(of: attributes) }, search: isSearched ? search : ""),
            AppwriteUserPredicate(
                filters: filters.filter { !$0.attributes.isSubset(of: attributes) }, search: isSearched ? "" : search)
        )
    }
}

/// A condition on a user: all filters must match and, if there is a search text, one searched attribute must contain
/// it.
struct AppwriteUserPredicate: Sendable {
    /// The attributes that a search examines.
    static let searched: Set = ["$id", "name", "email", "phone"]

    let filters: [AppwriteFilter]
    let search: String

    /// True if the condition matches every user.
    var isEmpty: Bool { filters.isEmpty && search.isEmpty }

    func holds(_ values: AppwriteValues) -> Bool {
        filters.allSatisfy { $0.holds(values) }
            && (search.isEmpty
                || Self.searched.contains { values($0)?.contains { $0.lowercased().contains(search) } ?? false })
    }
}

extension String {
    /// The text without the quotation marks that clients put around it to search for whole words.
    fileprivate var unquoted: String {
        let mark = UInt8(ascii: "\"")
        guard utf8.count > 2, utf8.first == mark, utf8.last == mark else { return self }
        return String(decoding: utf8.dropFirst().dropLast(), as: UTF8.self)
    }
}
