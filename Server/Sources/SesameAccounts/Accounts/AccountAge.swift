/// An order of accounts by the time at which they were made.
public enum AccountAge: Sendable, CaseIterable {
    /// The one made first comes first.
    case oldest
    /// The one made last comes first.
    case newest

    /// The other way round.
    public var reversed: AccountAge { self == .oldest ? .newest : .oldest }
}
