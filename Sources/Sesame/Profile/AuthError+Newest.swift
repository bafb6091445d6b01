public import SesameCore

extension AuthError {
    /// The profile as it is now, with ``SesameCore/AuthError/Code/preconditionFailed``: set by a ``ProfileService``, so that
    /// ``ProfileStore`` need not load it.
    public var newest: Profile? {
        get { attachment as? Profile }
        set { attachment = newValue }
    }
}
