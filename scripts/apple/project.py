"""Reads an Xcode project, and compares its references with the existing files."""
import re
from xml.etree import ElementTree

TOKEN = re.compile(
    r'\s+|//[^\n]*|/\*.*?\*/|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<word>[\w./$-]+)|(?P<sign>[{}()=;,])', re.S)
# The keys of a project's objects that refer to other objects.
REFERENCES = {
    "buildConfigurationList", "buildConfigurations", "buildPhases", "children", "containerPortal", "dependencies",
    "fileRef", "files", "mainGroup", "package", "packageProductDependencies", "packageReferences", "productRef",
    "productRefGroup", "productReference", "remoteGlobalIDString", "rootObject", "target", "targetProxy", "targets",
}
APP = "com.apple.product-type.application"
IMPORT = r"^\s*(?:@\w+ )?(?:\w+ )?import (?:(?:struct|class|enum|func) )?(Sesame\w*)"


class Malformed(Exception):
    pass


def parse(text):
    """Returns the value of an old-style property list (https://developer.apple.com/library/archive/documentation/Cocoa/
    Conceptual/PropertyLists/OldStylePlists/OldStylePLists.html)."""
    tokens, position = [], 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise Malformed(f"line {text.count(chr(10), 0, position) + 1}: unexpected {text[position]!r}")
        position = match.end()
        if match.lastgroup:
            tokens.append((match.lastgroup, match[match.lastgroup], text.count("\n", 0, match.start()) + 1))
    value, rest = parseValue(tokens, 0)
    if rest != len(tokens):
        raise Malformed(f"line {tokens[rest][2]}: something follows the end")
    return value


def parseValue(tokens, index):
    kind, text, line = take(tokens, index)
    if kind == "word":
        return text, index + 1
    if kind == "quoted":
        return re.sub(r"\\(.)", r"\1", text[1:-1]), index + 1
    if text == "(":
        values, index = [], index + 1
        while take(tokens, index)[1] != ")":
            value, index = parseValue(tokens, index)
            values.append(value)
            if take(tokens, index)[1] == ",":
                index += 1
        return values, index + 1
    if text != "{":
        raise Malformed(f"line {line}: unexpected {text!r}")
    values, index = {}, index + 1
    while take(tokens, index)[1] != "}":
        key, index = parseValue(tokens, index)
        index = expect(tokens, index, "=")
        value, index = parseValue(tokens, index)
        index = expect(tokens, index, ";")
        if not isinstance(key, str) or key in values:
            raise Malformed(f"line {line}: {key!r} is no key, or one twice")
        values[key] = value
    return values, index + 1


def take(tokens, index):
    if index >= len(tokens):
        raise Malformed("it ends too early")
    return tokens[index]


def expect(tokens, index, sign):
    if take(tokens, index)[1] != sign:
        raise Malformed(f"line {tokens[index][2]}: {sign!r} is missing")
    return index + 1


def complaints(root, folder):
    path = folder / "project.pbxproj"
    place = f"{path.relative_to(root)}:1:"
    try:
        project = parse(path.read_text())
        objects = project["objects"]
    except (Malformed, KeyError) as problem:
        return [f"{place} {problem}"]
    found, named = [], {project.get("rootObject")}
    for identifier, value in objects.items():
        for key in REFERENCES & value.keys():
            targets = value[key] if isinstance(value[key], list) else [value[key]]
            named.update(targets)
            lost = [one for one in targets if one not in objects]
            found += [f"{place} {identifier}.{key} names {one}, which is not there" for one in lost]
    found += [f"{place} nothing names {one}" for one in objects.keys() - named]
    if any(one not in objects for one in named):
        return found
    found += files(root, folder, objects, place) + products(folder, objects, place) + schemes(folder, objects, place)
    found += settings(folder, objects, place)
    package = (root / "Package.swift").read_text()
    for value in objects.values():
        if value["isa"] == "XCLocalSwiftPackageReference" and (folder.parent / value["relativePath"]).resolve() != root:
            found.append(f"{place} {value['relativePath']} is not where the package is")
        if value["isa"] == "XCSwiftPackageProductDependency":
            product = value["productName"]
            if f'.library(name: "{product}"' not in package:
                found.append(f"{place} the package has no product {product}")
    return found


def paths(folder, objects):
    """Returns the path of each file in the project's groups, by its id."""
    found = {}

    def walk(identifier, parent):
        value = objects.get(identifier, {})
        path = parent / value["path"] if "path" in value and value.get("sourceTree") == "<group>" else parent
        if value.get("isa") == "PBXGroup":
            for child in value.get("children", []):
                walk(child, path)
        elif value.get("sourceTree") == "<group>":
            found[identifier] = path.resolve()

    for value in objects.values():
        if value["isa"] == "PBXProject":
            walk(value["mainGroup"], folder.parent)
    return found


def targets(folder):
    """Returns the sources of each target, by its name, in their order."""
    objects = parse((folder / "project.pbxproj").read_text())["objects"]
    places = paths(folder, objects)
    return {
        target["name"]: sorted(
            places[objects[build]["fileRef"]] for phase in target["buildPhases"]
            for build in objects[phase]["files"] if objects[phase]["isa"] == "PBXSourcesBuildPhase")
        for target in objects.values() if target["isa"] == "PBXNativeTarget"}


def files(root, folder, objects, place):
    """Returns complaints about named files that do not exist, and about sources that no target builds."""
    places = paths(folder, objects)
    found = [f"{place} there is no file {path.relative_to(root)}" for path in places.values() if not path.is_file()]
    built = {places.get(value.get("fileRef")) for value in objects.values() if value["isa"] == "PBXBuildFile"}
    for parent in sorted({path.parent for path in places.values() if folder.parent in path.parents}):
        for path in sorted(parent.rglob("*.swift")):
            if path not in built:
                found.append(f"{place} {path.relative_to(root)} is no part of a target")
    return found


def products(folder, objects, place):
    """Returns complaints about modules of the package that a target imports and does not link."""
    found, places = [], paths(folder, objects)
    for target in objects.values():
        if target["isa"] != "PBXNativeTarget":
            continue
        phases = [objects[phase] for phase in target["buildPhases"]]
        built = [objects[build] for phase in phases for build in phase["files"]]
        linked = {objects[build["productRef"]]["productName"] for build in built if "productRef" in build}
        declared = {objects[product]["productName"] for product in target.get("packageProductDependencies", [])}
        if linked != declared:
            found.append(f"{place} {target['name']} links {sorted(linked)} and names {sorted(declared)}")
        sources = [places[build["fileRef"]] for build in built if build.get("fileRef") in places]
        text = "\n".join(path.read_text() for path in sources if path.is_file())
        # The product Sesame includes SesameCore.
        imported = set(re.findall(IMPORT, text, re.M)) - {"SesameCore"}
        found += [f"{place} {target['name']} imports {module} and does not link it" for module in imported - linked]
    return found


def schemes(folder, objects, place):
    """Returns complaints about targets that schemes name and the project does not have, and about apps without a
    scheme."""
    names = {identifier: value["name"] for identifier, value in objects.items() if value["isa"] == "PBXNativeTarget"}
    found, shown = [], set()
    for path in sorted((folder / "xcshareddata/xcschemes").glob("*.xcscheme")):
        for reference in ElementTree.parse(path).iter("BuildableReference"):
            identifier, name = reference.get("BlueprintIdentifier"), reference.get("BlueprintName")
            if names.get(identifier) != name:
                found.append(f"{place} the scheme {path.stem} names a target {name}, which is not there")
            shown.add(name)
    return found + [f"{place} no scheme has the target {name}" for name in sorted(set(names.values()) - shown)]


def settings(folder, objects, place):
    found = []
    apps = {value["name"] for value in objects.values() if value.get("productType") == APP}
    for value in objects.values():
        if value["isa"] != "XCBuildConfiguration":
            continue
        for key in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
            name = value["buildSettings"].get(key)
            if name and not (folder.parent / name).is_file():
                found.append(f"{place} {key} names {name}, which is not there")
        tested = value["buildSettings"].get("TEST_TARGET_NAME")
        if tested and tested not in apps:
            found.append(f"{place} TEST_TARGET_NAME names {tested}, which is not there")
        minimum = value["buildSettings"].get("IPHONEOS_DEPLOYMENT_TARGET")
        if minimum not in (None, "17.0"):
            found.append(f"{place} the least system is 17.0, not {minimum}")
    return found
