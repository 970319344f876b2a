.PHONY: format check quick build test full wasm docs dist run clean

format: ## Lays out every Swift file as the house does
	swift format -i -r -p Sources Tests Package.swift $(wildcard Web Fuzz Benchmarks)

check: ## What takes seconds: format, layout and the types of the pages' scripts
	./test --only format --only layout --only types

quick: ## What daily work runs: a debug build, format, layout and the unit tests; FILTER=... for some of them
	./test --quick $(FILTER)

build:
	scripts/build

test: ## What the continuous integration runs
	./test

full: ## And what takes long
	./test --full

wasm: ## The signature pad and the reader of PDFs for the browser
	Web/pad/build.sh
	Web/pdf/build.sh

docs: build ## The documentation of the libraries
	scripts/check-docs

dist: ## A package for Debian 12, in dist/
	scripts/dist

run: ## The demo on http://127.0.0.1:8080
	./demo

clean:
	rm -rf .build .build-dist artefacts dist
