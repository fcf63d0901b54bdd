# What can be done here; `make` alone lists it.
PREFIX ?= /usr/local
RELEASE = .build/release/phonolith
# The command must run where the Swift toolchain is not; macOS has its libraries in the system.
STATIC = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.PHONY: help setup build test lint demo bench install clean

help:
	@echo 'make demo          build, scan a small album shelf (or MUSIC=FOLDER), and ask it'
	@echo 'make test          install what is missing, check the form, run all tests'
	@echo 'make build         build the command for use'
	@echo 'make install       install it below PREFIX ($(PREFIX))'
	@echo 'make lint          check the form of the sources'
	@echo 'make bench         measure speed and memory against comparable programs'
	@echo 'make clean         remove what was built'

setup:
	@scripts/setup

build: setup
	swift build -c release --product phonolith $(STATIC)

test: setup lint
	@scripts/setup tests
	swift build --build-tests
	swift test --skip-build

lint: setup
	swift format lint --strict --recursive Sources Tests fixtures migrations Package.swift

demo: build
	@scripts/demo $(RELEASE) '$(MUSIC)'

bench: setup
	@scripts/bench

install: build
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 $(RELEASE) '$(DESTDIR)$(PREFIX)/bin/phonolith'

clean:
	rm -rf .build demo
