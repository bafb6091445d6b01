# Everything that a developer of Sesame runs. `make run` to try it, `make test` before a change is handed in.
.PHONY: help run demo build check test test-all test-slow test-release tsan fuzz-short bench-check lint check-apple bench torture fuzz

help:
	@printf '%s\n' \
	  'make run           serve five example apps with a development Apple and Google' \
	  'make demo          play the example apps from start to end' \
	  'make build         leave the release build, for production, in bin/sesame' \
	  '' \
	  'make check         a quick look after a change: lint, the Swift tests, a minute of scenarios' \
	  'make test          the check of every change: lint, build, and every test that is quick' \
	  'make test-all      that, and all of the following parts' \
	  '  make test-slow     what takes more than five seconds: a long import, every route with made-up requests' \
	  '  make test-release  a selection of the scenarios against the release build' \
	  '  make tsan          the Swift tests under the thread sanitizer' \
	  '  make fuzz-short    ten thousand made-up inputs for each fuzzing target' \
	  '  make bench-check   the benchmark, quickly, to see that it runs' \
	  'make lint          the style of all Swift sources, what the documentation says, and what the last release promised' \
	  'make check-apple   compile what is for iOS 17 and macOS 14 against shims of their modules' \
	  '' \
	  'scripts/release    make a release of what is committed: checks, program, notes, checksums' \
	  'make bench         measure the release build beside a bare server and a FastAPI one' \
	  'make torture       play kills, wrong clocks, broken disks, silent services, floods and a crowd of a million' \
  'make fuzz          look for inputs that break a rule, FUZZ_SECONDS for each target (300)' \
	  '' \
	  'scripts/test --list says what each suite proves; scripts/test NAME runs it alone.'

run:
	@scripts/bootstrap
	@scripts/build --debug
	@exec .build/tests/debug/sesame dev

demo:
	@scripts/bootstrap
	@scripts/build --debug
	@exec .build/tests/debug/sesame demo

build:
	@scripts/bootstrap
	@scripts/build

check:
	@scripts/bootstrap --tests
	@scripts/test --check

test:
	@scripts/bootstrap --tests
	@scripts/test

test-all:
	@scripts/bootstrap --tests --bench
	@scripts/test --all

test-slow:
	@scripts/bootstrap --tests
	@scripts/test slow slow-network

test-release:
	@scripts/bootstrap --tests
	@scripts/test release

tsan:
	@scripts/bootstrap
	@scripts/test sanitizer

fuzz-short:
	@scripts/bootstrap
	@scripts/test fuzzer

bench-check:
	@scripts/bootstrap --bench
	@scripts/test benchmark

lint:
	@scripts/bootstrap
	@scripts/lint
	@scripts/build --tests client
	@scripts/check-apple
	@scripts/baseline

check-apple:
	@scripts/bootstrap
	@scripts/check-apple

bench: build
	@scripts/bootstrap --bench
	@scripts/bench

torture: build
	@scripts/bootstrap --tests
	@scripts/torture

fuzz:
	@scripts/bootstrap
	@scripts/fuzz
