import SesameAccounts
import SesameCore
import SesameHTTP
import SesameText

extension WebPages {
    /// Returns the list of devices that receive push notifications, each with a button to remove it; a hint if there
    /// are none.
    func devices(_ devices: [Device], _ caller: Caller, _ token: Markup, _ context: Context) -> Markup {
        let language = context.language
        guard !devices.isEmpty else { return "<p class=\"hint\">\(DeviceText.none[language])</p>" }
        let items: [Markup] = devices.map { device in
            let isCurrent = device.session == caller.session.id
            let name = (isCurrent ? DeviceText.current : DeviceText.name(of: device.platform))[language]
            let text = "\(name), \(DeviceText.seen[language]) \(Self.time(device.refreshedAt))"
            return """
                <li><span>\(text)</span><form method="post" action="\(context.path("/account/devices/remove"))">\
                \(token)\(Self.hidden("installation", device.installation))<button class="button small" type="submit" \
                aria-label="\(DeviceText.remove[language]): \(text)">\(DeviceText.remove[language])</button></form></li>
                """
        }
        return "<p class=\"hint\">\(DeviceText.lead[language])</p><ul class=\"sessions\">\(items)</ul>"
    }
}
