.DEFAULT_GOAL := help
.PHONY: help run build setup test race lint fmt check bench chaos storms consent assent flood grammar siege faults guards nightly whole sweep access lies raced weight fuzz clean

# Packages tested under the race detector every time: what they are built of is small.
RACE ?= ./orchestrator/queue ./metrics ./bots ./executor

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## serve on http://127.0.0.1:8080; needs nothing but Go
	go run ./cmd/aisteam

build: ## the binary, ./aisteam, or where BINARY says
	CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o $(or $(BINARY),aisteam) ./cmd/aisteam

setup: ## what the tests need, from Debian's packages
	@scripts/setup

test: setup ## every test, on real servers that the tests start themselves; of what takes long a sample of its cases
	@RACE="$(RACE)" scripts/test

race: ## RACE="./pkg ..." under the race detector
	CGO_ENABLED=1 go test -race -vet=off -shuffle=on -timeout 60m $(RACE)

lint: ## golangci-lint at the pinned version
	@scripts/lint run ./...

fmt: ## format the code as lint wants it
	@scripts/lint fmt

check: ## all that CI does
	@.ci/run

bench: ## latency, rate, fairness, take-over, start and memory beside their floors
	go run ./internal/bench

chaos: ## FOR=60s: replicas under kill -9, FLUSHALL, crashes and stalls
	go run ./internal/chaos -for $(or $(FOR),60s)

guards: ## PACKAGE=approvals SAMPLE=60 SEED=1: guards taken out one at a time, and those that no test notices
	go run ./internal/guards -package "$(PACKAGE)" -sample $(or $(SAMPLE),0) -seed $(or $(SEED),1)

nightly: setup ## what takes too long for each change, all of it; each part is a target of its own, and one that fails stops no other
	@$(MAKE) --no-print-directory -k -j1 whole raced fuzz storms faults consent guards

whole: ## every test that tries a sample of its cases with a change, with all of them: crash sweeps, views, lies, lists; hours
	CGO_ENABLED=0 go test $$(grep -rl --include=*_test.go '"github.com/aisteam/aisteam/internal/sampled"' . | xargs -n1 dirname | sort -u) -p 1 -count=1 -timeout 8h -sample.all

raced: ## the packages of make race, and those that take long to build for it
	@$(MAKE) --no-print-directory race RACE="$(RACE) ./agents/llm"

storms: ## make chaos with three seeds
	go run ./internal/chaos -for $(or $(FOR),60s) -seed 1
	go run ./internal/chaos -for $(or $(FOR),60s) -seed 2
	go run ./internal/chaos -for $(or $(FOR),60s) -seed 3

sweep: ## the crash sweeps at every point, of which each change tests a sample; half an hour and more
	go test ./cmd/aisteam -run '^TestCrashSweep' -parallel 2 -count=1 -timeout 4h -v -sample.all

access: ## every page in every view against the rules of access, of which each change tests some
	go test ./bots/web -run '^TestNobodyIsShutOut' -count=1 -timeout 1h -v -sample.all

lies: ## a WordPress that lies in every answer, of which each change tests some
	go test ./executor/connect -run '^TestASiteThatLiesIsNotBelieved$$' -count=1 -timeout 1h -v -sample.all

weight: ## the binary's size, the processor time of a cold build, the resident memory of a start
	go run ./internal/weight

fuzz: ## TIMES=1000000: every parser of what comes from outside, with random input
	@scripts/fuzz $(TIMES)

consent: ## N=10000: random conversations on both databases, every effect judged
	go run ./internal/consent -conversations $(or $(N),10000)

assent: ## words around a yes that are none, and plain yeses, through the rule on both databases
	go test ./orchestrator -run "Aside|PlainYes" -v -timeout 120m -sample.all

grammar: ## N=100000: pages in blocks, read as WordPress's own parsers read them
	go run ./internal/grammar -n $(or $(N),100000)

flood: ## a thousand events of others a second, forged and replayed ones among them
	go run ./internal/flood

siege: ## half-sent bodies and idle streams against the doors
	go run ./internal/doors

faults: ## N=10000: conversations while Slack and Discord misbehave at every call
	go run ./internal/faults -conversations $(or $(N),10000)

clean: ## remove what was built
	rm -rf aisteam bin
