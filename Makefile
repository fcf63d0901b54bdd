# The targets; `make` alone lists them.
PREFIX ?= /usr/local
KILLS ?= 200
SECONDS ?= 60
EXAMPLES ?= 30
OPTIONS ?=
# The programs are built in a folder of their own: other options than the last build's would build everything anew.
OPTIMIZED = .build/optimized
RELEASE = $(OPTIMIZED)/release
INSTALLED = $(CURDIR)/$(OPTIMIZED)/installed
# The command must run where the Swift toolchain is not.
STATIC = --static-swift-stdlib

.PHONY: help check-setup setup setup-tests resolve build test test-programs test-release test-long test-postgres test-products check lint platforms kill kill-recording kill-postgres fuzz fuzz-api sanitize demo bench bench-server bench-postgres bench-sound release-check release install deb docs test-deb clean

help:
	@echo 'make setup         install what is missing to build, with apt-get'
	@echo 'make demo          the same, build, scan a small album shelf (or MUSIC=FOLDER), and ask it'
	@echo 'make test          install what is missing, lint, build and run all tests'
	@echo 'make test-programs  build the programs as they are installed, and run the tests of whole programs on them'
	@echo 'make test-release  run all tests in an optimized build'
	@echo 'make test-long     the same, with all of what takes long by its nature'
	@echo 'make test-postgres run the tests of the catalogue and of scans on PostgreSQL'
	@echo 'make check         lint, build and run the quick tests that need no other program, for every day'
	@echo 'make platforms     build and test on Debian 12 and 13, each in a fresh chroot (as root)'
	@echo 'make kill          kill scans at random moments, 200 times (or KILLS=N)'
	@echo 'make kill-recording  kill recordings at random moments, 50 times, and play what is left'
	@echo 'make kill-postgres kill scans, commands, services and the database server at random moments, 100 times'
	@echo 'make fuzz          fuzz the parsers (SECONDS=N each)'
	@echo 'make fuzz-api      fuzz the API from its OpenAPI description (EXAMPLES=N each)'
	@echo 'make sanitize      look for data races in scans, workers and the reader of tags'
	@echo 'make build         build the command for use'
	@echo 'make install       install it below PREFIX ($(PREFIX))'
	@echo 'make deb           make the Debian packages, in .build/packages'
	@echo 'make docs          make the guides and the documentation of the libraries as a site, in .build/site'
	@echo 'make test-deb      install, upgrade, remove and purge them in a fresh Debian (as root)'
	@echo 'make lint          check the style of the sources, and what targets import'
	@echo 'make test-products  build programs of another package, each of which imports one of the libraries'
	@echo 'make bench         measure speed and memory against comparable programs (OPTIONS=--large, …)'
	@echo 'make bench-server  measure the service: requests, streams, memory, beside another server'
	@echo 'make bench-postgres  measure a library on a PostgreSQL server, beside one in a file'
	@echo 'make bench-sound   measure latencies of sound and the drift of a recording (SECONDS=N)'
	@echo 'make release-check run what a release needs beyond the tests: platforms, kills, fuzzing, benchmarks'
	@echo 'make release       make what a release is published with: source, packages, site and checksums'
	@echo 'make clean         remove what was built'

check-setup:
	@scripts/setup --check

setup:
	@scripts/setup

setup-tests:
	@scripts/setup tests

# Libraries are fetched while packages are installed.
resolve:
	@swift package resolve >/dev/null 2>&1 & scripts/setup; status=$$?; wait; exit $$status

build: check-setup
	PHONOLITH_ONLY_PROGRAMS=1 swift build -c release --scratch-path $(OPTIMIZED) $(STATIC)

test: resolve
	@scripts/test

# The programs as `make install` installs them: optimized, stripped, and found in libexec.
test-programs: setup-tests build
	@SYMBOLS=$(OPTIMIZED)/symbols scripts/install $(RELEASE) '$(INSTALLED)'
	@PHONOLITH_PROGRAMS='$(INSTALLED)' scripts/test programs

# All tests in an optimized build of their own: the optimizer has faults that no other build shows.
test-release: setup-tests
	@SWIFT_BUILD_FLAGS='-c release -Xswiftc -enable-testing --scratch-path .build/optimized-tests' scripts/test

# Hours of drift, the page's sound in every format, and more random questions and deeds.
test-long: export PHONOLITH_LONG_TESTS = 1
test-long: export PHONOLITH_TEST_MINUTES ?= 60
test-long: test

test-postgres: setup-tests
	@scripts/test postgres

test-products: check-setup
	@Tests/Outside/build

check: check-setup lint
	@scripts/test check

lint:
	swift format lint --strict --recursive Sources Plugins Tests Examples fixtures migrations Benchmarks Fuzz Package.swift
	@PHONOLITH_ONLY_DECLARED=1 swift package check-imports
	@# Swift 6.3.1 drops large first values of such locks (see StaticLockTests): keep what is large in an object.
	@! grep -rnE '(static |^(private |package |public |fileprivate )?)let [A-Za-z]+ = (Mutex|Atomic)\([A-Z]' Sources || \
		{ echo 'error: the first value of a static lock must be a plain value of a few words'; exit 1; }

platforms:
	@scripts/platforms

kill: setup
	swift build --build-tests
	PHONOLITH_KILLS=$(KILLS) swift test --skip-build --filter KillTests

kill-recording: setup-tests
	swift build --product phonolith-media
	swift build --product phonolith
	scripts/kill-recordings "$$(swift build --show-bin-path)/phonolith" 50

kill-postgres: setup-tests
	swift build --product phonolith-media
	swift build --product phonolith-server
	swift build --product phonolith
	scripts/kill-postgres "$$(swift build --show-bin-path)/phonolith" 100

fuzz: setup
	@scripts/fuzz $(SECONDS)

fuzz-api: setup-tests
	swift build
	@scripts/fuzz-api .build/debug $(EXAMPLES)

sanitize: setup
	@scripts/sanitize

# The demo needs no server, which is more than half of a build, and no optimizer, which is half of the rest. The
# program with more below it comes first: the other then is little more than a link.
demo: setup
	@echo 'Building phonolith and phonolith-media. From nothing this takes two to three minutes.'
	swift build --product phonolith-media
	swift build --product phonolith
	@scripts/demo .build/debug/phonolith '$(MUSIC)'

bench: setup
	@scripts/bench $(OPTIONS)

bench-server: setup
	@scripts/bench --only server $(OPTIONS)

bench-postgres: setup
	@scripts/bench --only postgres $(OPTIONS)

# Figures of short sounds and of a recorder, on a sound server of their own. They are printed, and none is a failure.
bench-sound: setup-tests
	swift build --build-tests
	PHONOLITH_BENCH_SOUND=$(SECONDS) "$$(swift build --show-bin-path)/PhonolithPackageTests.xctest" \
		--testing-library swift-testing --no-parallel --filter SoundMeasurements

release-check: export PHONOLITH_LONG_TESTS = 1
release-check: export PHONOLITH_TEST_MINUTES ?= 60
release-check: platforms test-programs test-release test-long test-postgres test-products kill kill-recording kill-postgres fuzz fuzz-api bench bench-server bench-postgres docs test-deb

release: setup
	@scripts/release

install: build
	@SYMBOLS=$(OPTIMIZED)/symbols scripts/install $(RELEASE) '$(PREFIX)' '$(DESTDIR)'

deb: setup
	@scripts/make-deb

docs: setup
	@scripts/docs $(BASE)

test-deb: deb
	@scripts/test-deb

clean:
	rm -rf .build demo
