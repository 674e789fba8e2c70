# muster: what can be done here. `make` alone lists it. Only Go is needed, except where a line says so.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Packages whose code runs in several goroutines: their tests run under the race detector.
RACE := ./coordinator/... ./dashboards/internal/live/... ./events/ledger/... ./events/store/... \
	./ops/api/... ./ops/audit/... ./ops/auth/... ./ops/bundle/... ./ops/datadir/... ./ops/disk/... ./ops/feed/... \
	./ops/listen/... ./ops/natsd/... ./ops/webhooks/... \
	./ops/people/... ./projections/...
# The rest: pages in a browser, whole servers, pure functions.
PLAIN = $(shell go list ./... | grep -vxF -f <(go list $(RACE)))

VERIFIER := dashboards/verifypage/built
# Packages tested at once: one more than the cores of a small machine, since browsers and disks are waited for.
AT_ONCE := 3
TIMEOUT := 15m
GO_FILES = $(shell git ls-files --cached --others --exclude-standard '*.go' | grep -v '_templ\.go$$')
TEMPL_SUMS = find dashboards -name '*_templ.go' -not -path '*/node_modules/*' -print0 | sort -z | xargs -0 sha256sum

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: ## start the demo: a game played live at three tables; prints the address of the wall
	go run ./cmd/muster demo

serve: verifier ## start a server with its data in ./data
	go run ./cmd/muster serve

build: verifier ## build bin/muster
	go build -trimpath -o bin/muster ./cmd/muster

# The program goes into muster compressed; nothing is written if nothing changed, so that builds and tests stay cached.
verifier: ## build the verifier that the page /verify runs in browsers
	@echo "== verifier for browsers"
	GOOS=js GOARCH=wasm go build -trimpath -ldflags "-s -w" -o bin/verifier.wasm ./cmd/internal/verifier
	@gzip -dc $(VERIFIER)/verifier.wasm.gz 2>/dev/null | cmp -s - bin/verifier.wasm || \
	{ gzip -9nc bin/verifier.wasm >bin/verifier.wasm.gz && mv bin/verifier.wasm.gz $(VERIFIER)/; }
	@cmp -s "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(VERIFIER)/wasm_exec.js || cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(VERIFIER)/

test: check generated verifier browser ## everything that must hold: format, vet, generated files, all tests (installs Chromium)
	@echo "== tests under the race detector"
	go test -race -p $(AT_ONCE) -timeout $(TIMEOUT) $(RACE)
	@echo "== tests"
	go test -p $(AT_ONCE) -timeout $(TIMEOUT) $(PLAIN)
	@echo "== everything passed"

check: ## format, vet and staticcheck
	@echo "== format"
	@bad=$$(go tool gofumpt -l $(GO_FILES)); if [ -n "$$bad" ]; then echo "run make format; these files are not formatted:"; echo "$$bad"; exit 1; fi
	@echo "== vet"
	go vet ./...
	GOOS=js GOARCH=wasm go vet -trimpath ./cmd/internal/verifier
	@echo "== staticcheck"
	go tool staticcheck ./...

format: ## format the Go and templ sources
	go tool gofumpt -w $(GO_FILES)
	go tool templ fmt dashboards

generate: ## write generated Go from the templ files
	go tool templ generate

assets: packages ## bundle scripts and styles into dashboards/assets/dist (needs npm)
	go run ./dashboards/internal/build

packages: node
	cd dashboards/web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	cd dashboards/web && npx --no-install tsc --noEmit -p .

generated: packages ## fail if generated files are not what their sources give (needs npm)
	@echo "== generated files"
	go run ./dashboards/internal/build -check
	@before=$$({ $(TEMPL_SUMS); }); go tool templ generate >/dev/null 2>&1 || go tool templ generate; \
	after=$$({ $(TEMPL_SUMS); }); \
	if [ "$$before" != "$$after" ]; then diff <(echo "$$before") <(echo "$$after") || true; echo "these files were not up to date; they are now: commit them"; exit 1; fi

node: ## install Node.js and npm if they are missing (Debian, as root or with sudo)
	@command -v npm >/dev/null || { echo "== installing Node.js"; $(call install,nodejs npm); }

browser: ## install Chromium and fonts if they are missing (Debian, as root or with sudo)
	@for c in "$${MUSTER_CHROMIUM:-chromium}" chromium-browser google-chrome; do command -v "$$c" >/dev/null && exit 0; done; \
	echo "== installing Chromium"; $(call install,chromium fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji)

# install packages of Debian without asking.
define install
as=; [ "$$(id -u)" = 0 ] || as=sudo; \
command -v apt-get >/dev/null || { echo "cannot install $(1) here: this is not Debian or Ubuntu; install it by hand"; exit 1; }; \
$$as apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$as apt-get install -y -qq --no-install-recommends $(1) >/dev/null
endef

faults: ## cause every fault of the list and print what was promised and found; MUSTER_FAULTS=full for the long runs
	go run ./cmd/internal/faults

bench: ## measure deciding, encoding, appending (with fsync, beside a raw publish) and read models
	go test -run '^$$' -bench . -benchtime 300ms -timeout 30m ./...

e2e: verifier browser ## the tests in a browser against the whole server
	go test -timeout $(TIMEOUT) -count 1 -v ./cmd/muster/...

cover: verifier browser ## how much of the code the tests reach, by function, into .artifacts/cover.html
	@mkdir -p .artifacts
	go test -timeout 30m -coverpkg ./... -coverprofile .artifacts/cover.out ./...
	go tool cover -func .artifacts/cover.out | tail -1
	go tool cover -html .artifacts/cover.out -o .artifacts/cover.html

.PHONY: help run serve build verifier test check format generate assets packages generated node browser faults bench e2e cover
