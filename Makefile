# What can be done here; `make` alone lists it.
PREFIX ?= /usr/local
KILLS ?= 200
SECONDS ?= 60
RELEASE = .build/release/phonolith
# The command must run where the Swift toolchain is not; macOS has its libraries in the system.
STATIC = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

# Suites that start servers. One at a time and after the others: a server that is started while another test
# starts a program keeps that program's end from being seen.
DAEMONS = PlayTests|MusicPlayerDaemonTests
# The player plays by the clock, which a busy machine does not keep: a command of its own.
SOUND = PlaybackTests|StreamTests

.PHONY: help setup setup-tests build test test-sound lint kill fuzz demo bench install clean

help:
	@echo 'make demo          build, scan a small album shelf (or MUSIC=FOLDER), and ask it'
	@echo 'make test          install what is missing, check the form, run all tests'
	@echo 'make kill          kill scans at random moments, 200 times (or KILLS=N)'
	@echo 'make fuzz          look for files that crash the reader of tags (SECONDS=N each format)'
	@echo 'make test-sound    test the player on a sound server of its own'
	@echo 'make build         build the command for use'
	@echo 'make install       install it below PREFIX ($(PREFIX))'
	@echo 'make lint          check the form of the sources'
	@echo 'make bench         measure speed and memory against comparable programs'
	@echo 'make clean         remove what was built'

setup:
	@scripts/setup

setup-tests:
	@scripts/setup tests

build: setup
	swift build -c release --product phonolith $(STATIC)

test: setup-tests lint
	swift build --build-tests
	swift test --skip-build --skip '$(DAEMONS)|$(SOUND)'
	swift test --skip-build --no-parallel --filter '$(DAEMONS)'

test-sound: setup-tests
	swift build --build-tests
	swift test --skip-build --no-parallel --filter '$(SOUND)'

lint: setup
	swift format lint --strict --recursive Sources Tests docs/example fixtures migrations Package.swift

kill: setup
	swift build --build-tests
	PHONOLITH_KILLS=$(KILLS) swift test --skip-build --filter KillTests

fuzz: setup
	@scripts/fuzz $(SECONDS)

demo: build
	@scripts/demo $(RELEASE) '$(MUSIC)'

bench: setup
	@scripts/bench

install: build
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 $(RELEASE) '$(DESTDIR)$(PREFIX)/bin/phonolith'

clean:
	rm -rf .build demo
