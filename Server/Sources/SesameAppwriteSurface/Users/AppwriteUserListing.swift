import SesameAccounts
import SesameCore
import SesameHTTP

/// Which of an app's people are asked for, and in which order.
struct AppwriteUserListing: Sendable {
    /// The page.
    let queries: AppwriteQueries
    /// By what they are ordered, first by the first.
    let orders: [AppwriteQueries.Order]
    private let filters: [AppwriteFilter]
    /// A text that stands in an id, an address, a number or a name.
    private let search: String

    init(_ request: HTTPRequest) throws(Refusal) {
        queries = try AppwriteQueries(request)
        filters = try queries.filters(AppwriteUser.schema)
        orders = try queries.orders(AppwriteUser.schema)
        let text = request.query["search"] ?? ""
        guard text.unicodeScalars.count <= 256 else {
            throw .appwrite(.argument("search", "Value must be a valid string and at most 256 chars long."))
        }
        search = text.unquoted.lowercased()
    }

    /// True if everybody is asked for.
    var isOfAll: Bool { filters.isEmpty && search.isEmpty }

    /// Splits the query: what an account can be judged by with these attributes, and what needs all of it.
    func parts(_ attributes: Set<String>) -> (listed: AppwriteUserTest, whole: AppwriteUserTest) {
        let isSearched = attributes.isSuperset(of: AppwriteUserTest.searched)
        return (
            AppwriteUserTest(
                filters: filters.filter { $0.attributes.isSubset(of: attributes) }, search: isSearched ? search : ""),
            AppwriteUserTest(
                filters: filters.filter { !$0.attributes.isSubset(of: attributes) }, search: isSearched ? "" : search)
        )
    }
}

/// A condition on a user.
struct AppwriteUserTest: Sendable {
    /// The attributes that a search looks into.
    static let searched: Set = ["$id", "name", "email", "phone"]

    let filters: [AppwriteFilter]
    let search: String

    /// True if it is true of everybody.
    var isEmpty: Bool { filters.isEmpty && search.isEmpty }

    func holds(_ values: AppwriteValues) -> Bool {
        filters.allSatisfy { $0.holds(values) }
            && (search.isEmpty
                || Self.searched.contains { values($0)?.contains { $0.lowercased().contains(search) } ?? false })
    }
}

extension String {
    /// The text without quotation marks, in which whole words are asked for.
    fileprivate var unquoted: String {
        let mark = UInt8(ascii: "\"")
        guard utf8.count > 2, utf8.first == mark, utf8.last == mark else { return self }
        return String(decoding: utf8.dropFirst().dropLast(), as: UTF8.self)
    }
}
