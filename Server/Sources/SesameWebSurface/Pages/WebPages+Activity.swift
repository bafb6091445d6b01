import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText

extension WebPages {
    /// The maximum number of events on the account page.
    static let activityLength = 15

    /// Returns the list of the account's latest events, in the given order and without events that are hidden from the
    /// user.
    func activity(_ events: [SecurityEvent], _ caller: Caller, _ context: Context) -> Markup {
        let language = context.language
        let items: [Markup] = events.compactMap { event in
            guard let name = ActivityText.name(of: event) else { return nil }
            var parts = [Self.time(event.at)]
            if let method = event.detail.flatMap(providers.method(named:)) {
                parts.append(AccountText.name(of: method, providers)[language])
            }
            if event.session == caller.session.id { parts.append(ActivityText.current[language]) }
            // The network of an operator is hidden from the user.
            if event.actor != nil {
                parts.append(ActivityText.byOperator[language])
            } else if let network = event.network {
                parts.append("\(ActivityText.network[language]) \(network)")
            }
            return "<li><span>\(name[language]), \(parts.joined(separator: ", "))</span></li>"
        }
        guard !items.isEmpty else { return "<p class=\"hint\">\(ActivityText.none[language])</p>" }
        return "<ul class=\"sessions\">\(items)</ul>"
    }
}
