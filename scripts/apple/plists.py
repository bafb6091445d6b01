"""Checks the privacy manifests, and the example project with all files that it names."""
import plistlib
import re

import project

# https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api: the interfaces that
# require a reason, and our reasons.
REQUIRED_REASONS = {
    "NSPrivacyAccessedAPICategoryUserDefaults": (r"\bUserDefaults\b", {"CA92.1", "1C8F.1"}),
    "NSPrivacyAccessedAPICategoryFileTimestamp": (
        r"\b(?:f?stat|fstatat|lstat|getattrlist)\(|creationDateKey|[mM]odificationDate|\.creationDate\b", {"C617.1"}),
    "NSPrivacyAccessedAPICategorySystemBootTime": (r"\bsystemUptime\b|\bmach_absolute_time\b", {"35F9.1"}),
    "NSPrivacyAccessedAPICategoryDiskSpace": (r"\bvolumeAvailableCapacity|\bstatv?fs\(|systemFreeSize", {"E174.1"}),
    "NSPrivacyAccessedAPICategoryActiveKeyboards": (r"\bactiveInputModes\b", set()),
}
# Our own names with the same spelling as one of those interfaces.
OURS = re.compile(r"\b(?:user|form|body|answer|begun|session|first|second|model)\??\.creationDate\b")
# https://developer.apple.com/documentation/bundleresources/describing-data-use-in-privacy-manifests
DATA_TYPES = {"Name", "EmailAddress", "UserID", "DeviceID"}
# https://developer.apple.com/app-store/app-privacy-details/: data that is sent and stored there. A push token is a
# device id.
SENT = {"DeviceID": r"\bDeviceRequest\(|/account/targets/push|\bFirestorePushFields\("}
# https://developer.apple.com/documentation/bundleresources/entitlements
ENTITLEMENTS = {
    "aps-environment": lambda value: value in ("development", "production"),
    "com.apple.developer.applesignin": lambda value: value == ["Default"],
    "com.apple.developer.associated-domains":
        lambda value: all(re.match("(webcredentials|applinks):", v) for v in value),
    "com.apple.security.application-groups": lambda value: all(v.startswith("group.") for v in value),
    "keychain-access-groups": lambda value: all(v.startswith("$(AppIdentifierPrefix)") for v in value),
}


def complaints(root):
    found = []
    for target in ("Sesame", "SesameApple", "SesameAppwrite", "SesameFirebase", "SesameMigration", "SesameUI"):
        found += privacy(root, root / "Sources" / target)
    for folder in sorted((root / "Examples/iOS").glob("*.xcodeproj")):
        found += project.complaints(root, folder)
    for path in sorted((root / "Examples/iOS").rglob("*.entitlements")):
        values, problem = read(root, path)
        found += problem
        for name, value in values.items():
            if name not in ENTITLEMENTS:
                found.append(f"{path.relative_to(root)}:1: no entitlement that is known here: {name}")
            elif not ENTITLEMENTS[name](value):
                found.append(f"{path.relative_to(root)}:1: {name} cannot be {value}")
    for path in sorted((root / "Examples/iOS").rglob("Info.plist")):
        found += google(root, path) + network(root, path)
    return found


def read(root, path):
    try:
        values = plistlib.loads(path.read_bytes())
    except FileNotFoundError:
        return {}, [f"{path.relative_to(root)}:1: there is no such file"]
    except Exception as problem:
        return {}, [f"{path.relative_to(root)}:1: no property list: {problem}"]
    return values, []


def privacy(root, target):
    path = target / "PrivacyInfo.xcprivacy"
    values, found = read(root, path)
    if found:
        return found

    def complain(text):
        found.append(f"{path.relative_to(root)}:1: {text}")

    if values.get("NSPrivacyTracking") is not False or values.get("NSPrivacyTrackingDomains") != []:
        complain("nobody is tracked, and the manifest says so")
    for data in values.get("NSPrivacyCollectedDataTypes", []):
        kind = data.get("NSPrivacyCollectedDataType", "").removeprefix("NSPrivacyCollectedDataType")
        purposes = data.get("NSPrivacyCollectedDataTypePurposes")
        if kind not in DATA_TYPES or purposes != ["NSPrivacyCollectedDataTypePurposeAppFunctionality"]:
            complain(f"not what is collected, or not what for: {kind} {purposes}")
        isLinked, isTracking = (data.get(f"NSPrivacyCollectedDataType{name}") for name in ("Linked", "Tracking"))
        if isLinked is not True or isTracking is not False:
            complain(f"{kind} is linked to the person and used for no tracking")
    sources = {path: code(path) for path in sorted(target.rglob("*.swift"))}
    collected = {
        data.get("NSPrivacyCollectedDataType", "").removeprefix("NSPrivacyCollectedDataType")
        for data in values.get("NSPrivacyCollectedDataTypes", [])
    }
    for kind, pattern in SENT.items():
        senders = [path for path, text in sources.items() if re.search(pattern, text)]
        if senders and kind not in collected:
            complain(f"{senders[0].relative_to(root)} sends what counts as {kind}")
        elif kind in collected and not senders:
            complain(f"nothing here sends a {kind}")
    declared = {
        entry.get("NSPrivacyAccessedAPIType"): set(entry.get("NSPrivacyAccessedAPITypeReasons", []))
        for entry in values.get("NSPrivacyAccessedAPITypes", [])
    }
    for category, (pattern, reasons) in REQUIRED_REASONS.items():
        users = [path for path, text in sources.items() if re.search(pattern, OURS.sub("", text))]
        if users and category not in declared:
            complain(f"{users[0].relative_to(root)} uses what needs a reason of {category}")
        elif category in declared and not users:
            complain(f"nothing here needs a reason of {category}")
        elif users and not (declared[category] and declared[category] <= reasons):
            complain(f"no reason of {category} that is ours: {sorted(declared[category])}")
    for category in declared.keys() - REQUIRED_REASONS.keys():
        complain(f"no category that there is: {category}")
    unknown = values.keys() - {
        "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes"}
    for key in unknown:
        complain(f"no key of a privacy manifest: {key}")
    return found


def code(path):
    return "\n".join(line for line in path.read_text().splitlines() if not line.lstrip().startswith("//"))


def network(root, path):
    """Returns complaints about an app that may access the local network without telling the user why."""
    # https://developer.apple.com/documentation/bundleresources/information-property-list/nslocalnetworkusagedescription
    values, found = read(root, path)
    reaches = values.get("NSAppTransportSecurity", {}).get("NSAllowsLocalNetworking")
    if reaches and not values.get("NSLocalNetworkUsageDescription"):
        found.append(f"{path.relative_to(root)}:1: NSAllowsLocalNetworking without NSLocalNetworkUsageDescription")
    return found


def google(root, path):
    """Returns complaints about the keys that Google sign-in requires."""
    values, found = read(root, path)
    client, server = values.get("GIDClientID"), values.get("GIDServerClientID")
    if client is None:
        return found
    suffix = ".apps.googleusercontent.com"
    for name, value in (("GIDClientID", client), ("GIDServerClientID", server)):
        if not isinstance(value, str) or not re.fullmatch(r"\d+-[a-z0-9]+" + re.escape(suffix), value):
            found.append(f"{path.relative_to(root)}:1: {name} is no client id of Google's: {value}")
    schemes = [scheme for entry in values.get("CFBundleURLTypes", []) for scheme in entry.get("CFBundleURLSchemes", [])]
    expected = ".".join(reversed(client.split(".")))
    if expected not in schemes:
        found.append(f"{path.relative_to(root)}:1: CFBundleURLTypes lacks the client id in reverse, {expected}")
    for scheme in schemes:
        if not re.fullmatch(r"[a-z][a-z0-9+.-]*", scheme):
            found.append(f"{path.relative_to(root)}:1: no scheme: {scheme}")
    return found
