/// The account that is to sign in.
enum AccountChoice: Sendable {
    case testUser(Int)
    case account(DevelopmentPeople.Account)
    /// The next Test User whom the page has not offered yet.
    case generated
}
