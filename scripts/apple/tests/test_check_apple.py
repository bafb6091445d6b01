"""Tests of check-apple, with one deliberate mistake at a time."""
import pathlib
import re
import shutil
import sys

import pytest

sys.dont_write_bytecode = True
root = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(root / "scripts" / "apple"))

import names
import plists
import project
import typecheck


@pytest.fixture
def copy(tmp_path):
    """Copies the package's sources, the examples and the shims, for a test to break."""
    for name in ("Sources", "Examples", "scripts/apple/shims"):
        shutil.copytree(root / name, tmp_path / name, ignore=shutil.ignore_patterns("BackEnd", ".build"))
    shutil.copy(root / "Package.swift", tmp_path)
    # The earlier results are copied too, so that only the parts that a test breaks are compiled again.
    if (root / ".build/check-apple").exists():
        shutil.copytree(root / ".build/check-apple", tmp_path / ".build/check-apple")
    return tmp_path


@pytest.fixture
def package(copy):
    """Removes the apps from the copy. A change of the package would compile each of them twice."""
    shutil.rmtree(copy / "Examples")
    return copy


def change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_sources_cause_no_complaints(copy):
    assert names.complaints(copy) + plists.complaints(copy) == []


def test_unknown_apple_name_and_too_new_name_are_rejected(copy):
    change(copy / "Sources/SesameApple/AppleSheet.swift", "performRequests()", "performRequest()")
    assert any("AppleSheet.swift" in complaint for complaint in typecheck.complaints(copy))
    change(copy / "Sources/SesameApple/AppleSheet.swift", "performRequest()", "performRequests()")
    question = "guard #available(iOS 17.4, macOS 14.4, *) else { return nil }"
    change(copy / "Sources/SesameApple/WebSheet.swift", question, "")
    found = typecheck.complaints(copy)
    assert any("iOS 17.4" in complaint for complaint in found)
    assert any("macOS 14.4" in complaint for complaint in found)


def test_part_is_compiled_again_when_its_source_an_import_or_the_compiler_changes(package, monkeypatch):
    compiled = []
    run = typecheck.subprocess.run

    def noted(command, **options):
        compiled.append(command[command.index("-module-name") + 1])
        return run(command, **options)

    assert typecheck.complaints(package) == []
    monkeypatch.setattr(typecheck.subprocess, "run", noted)
    assert typecheck.complaints(package) == [] and compiled == []
    with open(package / "Sources/SesameUI" / "LoginPage.swift", "a") as page:
        page.write("// Another line.\n")
    assert typecheck.complaints(package) == []
    assert "SesameUI" in compiled and "SesameCore" not in compiled and "UIKit" not in compiled
    compiled.clear()
    run = lambda command, **_: typecheck.subprocess.CompletedProcess(command, 0, "", "")
    monkeypatch.setattr(typecheck, "version", lambda: "Swift version 99.9")
    assert typecheck.complaints(package) == [] and {"Crypto", "SesameCore", "UIKit", "SesameUI"} <= set(compiled)


def test_preview_that_does_not_compile_is_rejected(copy):
    change(copy / "Sources/SesameUI/Previews.swift", "isAnonymous: true", "isGuest: true")
    found = typecheck.complaints(copy)
    assert found and all("Previews.swift" in complaint for complaint in found)


def test_name_that_one_system_lacks_is_rejected_there(package):
    awake = package / "Sources/SesameApple/Keychain/StoreLocks+Awake.swift"
    change(awake, "#if canImport(UIKit)", "#if canImport(Security)")
    found = typecheck.complaints(package)
    assert found and all("macOS" in complaint for complaint in found)


def test_name_unavailable_in_app_extensions_is_rejected(package):
    window = package / "Sources/SesameApple/SheetWindow.swift"
    change(window, "@available(iOSApplicationExtension, unavailable)", "")
    found = typecheck.complaints(package)
    assert found and all("not for app extensions" in complaint for complaint in found)
    assert all(complaint.startswith("Sources/SesameApple/SheetWindow.swift:") for complaint in found)
    assert all(complaint.endswith("(in an extension)") for complaint in found)


@pytest.mark.parametrize("path, old, new", [
    ("Examples/Bridges/UserAuthInfo+FirebaseUser.swift", "user.photoURL", "user.photoUrl"),
    ("Examples/iOS/Shared/Surroundings.swift", "WebSheet()", "WebSheets()"),
])
def test_mistake_in_bridge_or_example_is_rejected(copy, path, old, new):
    change(copy / path, old, new)
    found = typecheck.complaints(copy)
    assert found and all(path in complaint for complaint in found)


def test_models_and_ui_tests_of_apps_are_compiled_with_them(copy):
    change(copy / "Examples/Couple/OnboardingModel.swift", "public func proceed(", "public func proceeds(")
    change(copy / "Examples/iOS/UITests/PrysmTests.swift", "InstalledApp()", "RemovedApp()")
    assert any("OnboardingPages" in complaint for complaint in typecheck.complaints(copy))
    change(copy / "Examples/Couple/OnboardingModel.swift", "public func proceeds(", "public func proceed(")
    assert any("PrysmTests" in complaint for complaint in typecheck.complaints(copy))


def test_mistake_in_debug_code_of_an_example_is_rejected(copy):
    change(copy / "Examples/iOS/Hello/HelloApp.swift", "AuthConfiguration.development(", "AuthConfiguration.developing(")
    found = typecheck.complaints(copy)
    assert any("HelloApp" in complaint for complaint in found)


def test_hello_app_has_at_most_50_lines_and_names_at_most_8_public_types():
    app = (root / "Examples/iOS/Hello/HelloApp.swift").read_text()
    assert len([line for line in app.splitlines() if line.strip()]) <= 50
    types = {match[1] for baseline in (root / "Baselines").glob("*.txt")
             for match in re.finditer(r"^(\w+) \|.*\b(?:actor|class|enum|protocol|struct) ", baseline.read_text(), re.M)}
    named = types & set(re.findall(r"\w+", app))
    assert "SesameClient" in named and len(named) <= 8, sorted(named)


@pytest.mark.parametrize("text, isGuarded", [
    ("if #available(iOS 18.0, macOS 15.0, *) {\n    new()\n}", True),
    ("if #available(iOS 17.4, macOS 14.4, *) {\n    new()\n}", False),
    ("if #available(iOS 18.0, *) {\n    old()\n} else {\n    new()\n}", False),
    ("if #available(iOS 18.0, *) {\n}\nnew()", False),
    ("func f() {\n    guard #available(iOS 18.0, *) else { return }\n    new()\n}", True),
    ("func f() {\n    guard #available(iOS 18.0, *) else { return }\n}\nfunc g() {\n    new()\n}", False),
    ("func f() {\n    guard #available(iOS 18.0, *) else { return }\n    if c {\n        new()\n    }\n}", True),
    ("func f() {\n    guard #available(iOS 18.0, *) else {\n        new()\n    }\n}", False),
])
def test_code_is_guarded_only_behind_a_sufficient_availability_check(text, isGuarded):
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "new()" in line)
    assert typecheck.isGuarded(text, line, "iOS", (18, 0)) == isGuarded


@pytest.mark.parametrize("arguments, system, kind", [
    ("iOS 13.0, macOS 10.15, *", "iOS", ""), ("iOS 17.0, macOS 14.0, *", "macOS", ""),
    ("iOS 17.4, macOS 14.4, *", "iOS", "deprecated"), ("iOS 17.0, macOS 15.0, *", "iOS", ""),
    ("iOS 17.0, macOS 15.0, *", "macOS", "deprecated"), ("macOS, unavailable", "iOS", ""),
    ("macOS, unavailable", "macOS", "unavailable"), ("iOSApplicationExtension, unavailable", "iOS", ""),
    ("iOSApplicationExtension, unavailable", typecheck.EXTENSION, "for app extensions"),
    ("iOS 17.4, macOS 14.4, *", typecheck.EXTENSION, "deprecated"), ("macOS, unavailable", typecheck.EXTENSION, ""),
])
def test_availability_becomes_the_attribute_for_the_system(arguments, system, kind):
    assert (kind in typecheck.attribute(arguments, system)) if kind else typecheck.attribute(arguments, system) == ""


def test_shim_without_its_source_is_rejected(copy):
    shim = copy / "scripts/apple/shims/os/os.swift"
    change(shim, "// https://developer.apple.com/documentation/os/logger\n", "")
    assert any("os.swift" in complaint for complaint in typecheck.complaints(copy))


@pytest.mark.parametrize("path, old, new, complaint", [
    ("Sources/Sesame/Store/StorageKey.swift", "import Crypto\n", "import Crypto\nimport SwiftUI\n", "module SwiftUI"),
    ("Sources/SesameApple/OSLogAuthLog.swift", "import os", "import os\n    import Combine", "module Combine"),
    ("Sources/SesameApple/SheetWindow.swift", "#if canImport(UIKit)", "#if os(iOS)", "canImport(UIKit)"),
    ("Sources/SesameApple/OSLogAuthLog.swift", "#if canImport(os)", "#if true", "within #if canImport"),
    ("Sources/Sesame/Store/DiskFile.swift", "enum DiskFile {", "let a = Mutex(0)\nenum DiskFile {", "newer"),
])
def test_unguarded_or_too_new_module_or_name_is_rejected(copy, path, old, new, complaint):
    change(copy / path, old, new)
    assert any(complaint in found for found in names.complaints(copy))


PROJECT = "Examples/iOS/Apps.xcodeproj/project.pbxproj"
SCHEME = "Examples/iOS/Apps.xcodeproj/xcshareddata/xcschemes/FamilySync.xcscheme"


@pytest.mark.parametrize("path, old, new, complaint", [
    ("Sources/Sesame/PrivacyInfo.xcprivacy", "C617.1", "0A2A.1", "no reason of"),
    ("Sources/SesameMigration/PrivacyInfo.xcprivacy", "CategoryUserDefaults", "CategorySystemBootTime", "needs a reason"),
    ("Sources/Sesame/PrivacyInfo.xcprivacy", "DataTypeDeviceID", "DataTypeUserID", "counts as DeviceID"),
    ("Sources/Sesame/Push/SesamePushTokenService.swift", "DeviceRequest(", "Other(", "nothing here sends a DeviceID"),
    ("Sources/SesameUI/PrivacyInfo.xcprivacy", "<false/>", "<true/>", "tracked"),
    ("Sources/SesameUI/PrivacyInfo.xcprivacy", "</plist>", "", "no property list"),
    ("Sources/SesameApple/Keychain/SystemKeychain.swift", "import Security", "let a = UserDefaults.standard", "uses what needs"),
    ("Examples/iOS/CastMate/Info.plist", "com.googleusercontent.apps.1003-ios", "1003-ios.apps", "in reverse"),
    ("Examples/iOS/CastMate/Info.plist", "1003-web.apps", "web-1003.apps", "no client id"),
    ("Examples/iOS/CastMate/Info.plist", "NSLocalNetworkUsageDescription", "Other", "NSLocalNetworkUsageDescription"),
    ("Examples/iOS/CastMate/CastMate.entitlements", "applesignin", "apple-signin", "no entitlement"),
    (PROJECT, "path = CastMateApp.swift", "path = Other.swift", "no file"),
    (PROJECT, "path = ../../CastMate", "path = ../CastMate", "no file"),
    (PROJECT, "relativePath = ../..", "relativePath = ..", "not where"),
    (PROJECT, "productName = SesameUI", "productName = SesameViews", "product"),
    (PROJECT, "CastMate/Info.plist", "CastMate/info.plist", "INFOPLIST_FILE"),
    (PROJECT, "= 17.0", "= 18.0", "least system"),
    (PROJECT, "fileRef = 5E5A0100000000000000005F", "fileRef = 5E5A01000000000000000FFF", "not there"),
    (SCHEME, "5E5A09000000000000000050", "5E5A09000000000000000FFF", "a target FamilySync"),
    (PROJECT, "productRef = 5E5A08000000000000000024", "productRef = 5E5A08000000000000000FFF", "not there"),
    (PROJECT, "TEST_TARGET_NAME = Prysm;", "TEST_TARGET_NAME = PrysmTests;", "TEST_TARGET_NAME"),
    ("Examples/iOS/FamilySync/FamilySyncApp.swift", "import SesameUI", "import SesameUI\nimport SesameFirebase",
     "does not link it"),
    (SCHEME, "FamilySyncTests", "CastMateTests", "no scheme has the target FamilySyncTests"),
    (PROJECT, "archiveVersion = 1;", "archiveVersion = 1", "missing"),
])
def test_wrong_entry_in_manifest_or_project_is_rejected(copy, path, old, new, complaint):
    change(copy / path, old, new)
    assert any(complaint in found for found in plists.complaints(copy))


def test_source_that_no_target_builds_is_reported(copy):
    (copy / "Examples/iOS/CastMate/Forgotten.swift").write_text("import Foundation\n")
    assert any("Forgotten.swift" in found for found in plists.complaints(copy))


def test_project_file_is_parsed_and_malformed_one_is_rejected():
    assert project.parse('// !$*UTF8*$!\n{ a = (1, "b c", ); /* d */ e = { "f" = g.h; }; }') == {
        "a": ["1", "b c"], "e": {"f": "g.h"}}
    for broken in ("{", "{ a = 1 }", "{ a = 1; a = 2; }", "(1", "{ a = ; }", "{} x", "{ a = [1]; }"):
        with pytest.raises(project.Malformed):
            project.parse(broken)
