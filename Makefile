# Everything that a developer of Sesame runs. `make run` to try it, `make test` before a change is handed in.
.PHONY: run demo build test lint bench fuzz tsan check-apple help

help:
	@printf '%s\n' \
	  'make run          build, and serve five example apps with a development Apple and Google' \
	  'make demo         build, and play the example apps from start to end' \
	  'make build        leave the release build in bin/sesame' \
	  'make test         lint, build, and run every test' \
	  'make lint         check the style of all Swift sources, and what the documentation says' \
	  'make bench        measure the release build beside a bare server and a FastAPI one' \
	  'make fuzz         look for inputs that break a rule, FUZZ_SECONDS for each target (300)' \
	  'make tsan         run the Swift tests under the thread sanitizer' \
	  'make check-apple  compile what is for iOS 17 and macOS 14 against shims of their modules'

run: build
	@exec bin/sesame dev

demo: build
	@exec bin/sesame demo

build:
	@scripts/bootstrap
	@scripts/build

test: lint
	@scripts/bootstrap --tests
	@scripts/check-apple
	@scripts/test

lint:
	@scripts/lint

bench: build
	@scripts/bootstrap --bench
	@scripts/bench

fuzz:
	@scripts/bootstrap
	@scripts/fuzz

tsan:
	@scripts/bootstrap
	@scripts/sanitize

check-apple:
	@scripts/check-apple
