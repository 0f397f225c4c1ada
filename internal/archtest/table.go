package archtest

import (
	"maps"
	"path"
)

const module = "github.com/aisteam/aisteam"

// any in a row allows everything of ours.
const anything = "*"

// table says which of our packages each package may import, test files aside; other people's packages are golangci's
// matter. A package without a row of its own uses the nearest one above it, and "x/..." in a row means x and all below.
// Nobody may import what is above it in the flow, and adapters never know each other.
func table() map[string][]string {
	nouns := []string{"assistant", "assistant/..."}
	// Whoever speaks to people has the words for it.
	and := func(more ...string) []string {
		return append(append([]string{"wording", "wording/waits", "wording/deciders"}, nouns...), more...)
	}
	packs := func(more ...string) []string {
		return append(and("agents/examples", "agents/llm", "agents/outward", "agents/tools", "executor/clean", "executor/blocks", "executor/shown"), more...)
	}
	core := and("approvals", "metrics", "agents/...", "planning/...", "executor/...")
	rows := map[string][]string{
		"approvals":                    nouns,
		"assistant":                    nouns, // a pack's nouns may use the nouns of all
		"metrics":                      nouns,
		"wording":                      nouns,
		"wording/waits":                and(),
		"wording/deciders":             and(),
		"agents/llm":                   {"assistant", "assistant/lanes", "wording", "metrics", "agents/examples", "agents/llm/..."}, // it knows no nouns of packs
		"agents/llm/prices":            nouns,
		"agents/llm/rehearsal":         and("metrics", "agents/examples", "agents/llm"),
		"agents/examples":              {"assistant"},
		"agents/lazy":                  {},
		"agents/outward":               nouns,
		"agents/tools":                 and("agents/examples", "agents/llm", "agents/outward"),
		"agents/search":                {},
		"agents/team":                  and("agents/examples", "agents/search", "agents/tools"),
		"agents/loop":                  and("agents/llm", "agents/team", "agents/tools"),
		"agents/reading":               nouns,
		"agents":                       and("metrics", "agents/..."),
		"planning":                     and("metrics", "agents/...", "planning/..."),
		"executor/blocks":              nouns,
		"executor/clean":               and("executor/blocks"),
		"executor/shown":               and("executor/clean"),
		"executor/packs":               packs(),
		"executor/packs/entry":         packs("executor/packs/site"),
		"executor/packs/own":           packs("background"),
		"executor/packs/posts":         packs("executor/packs/entry", "executor/packs/site"),
		"executor/packs/shop":          packs("executor/packs/entry", "executor/packs/site"),
		"executor/packs/media":         packs("executor/packs/entry", "executor/packs/site"),
		"executor/packs/menus":         packs("executor/packs/entry", "executor/packs/site"),
		"executor/packs/sysdocs":       packs("agents/search"),
		"executor/packs/stores":        append([]string{"background/store", "executor/packs/tickets/store"}, nouns...), // the list of those with tables
		"executor/packs/tickets/store": nouns,                                                                          // a store has SQL, and uses of the ledger only assistant/tables
		"executor/packs/tasks":         and("agents/examples", "agents/lazy", "agents/llm", "agents/tools", "background", "background/hooks", "background/schedule"),
		"executor/connect":             and("agents/outward", "agents/tools", "executor/clean", "executor/blocks", "executor/connect/dial"),
		"executor":                     and("approvals", "metrics", "agents/...", "executor/..."),
		"orchestrator/queue":           nouns,
		"orchestrator/replay":          append([]string{"orchestrator/tape"}, nouns...),
		"orchestrator/tape":            append([]string{"agents/llm"}, nouns...),
		"orchestrator":                 append(core, "orchestrator/...", "background", "background/hooks", "background/permits", "background/schedule"),
		"storage":                      and("metrics", "storage/..."),
		"storage/storagetest":          append([]string{"background/store", "storage"}, nouns...),
		"projects":                     and("agents/tools"),
		"background":                   and("background/schedule"),
		"background/hooks":             and("background"),
		"background/permits":           and("approvals", "background"),
		"background/schedule":          nouns,
		"background/store":             nouns,
		"cmd":                          {anything},
		"internal":                     {anything},
	}
	rows["executor/packs/stores"] = append(rows["executor/packs/stores"], "executor/packs/workspace/store")
	rows["executor/packs/workspace/store"] = nouns // as that of the tickets
	maps.Copy(rows, surfaces(and))
	return rows
}

// surfaces are the rows of the surfaces; and adds to what each may import.
func surfaces(and func(...string) []string) map[string][]string {
	return map[string][]string{
		"bots":              and("approvals", "metrics", "bots"),
		"bots/links":        and("bots"),
		"bots/view":         and("background", "bots", "bots/links"),
		"bots/tasklist":     and("background", "bots", "bots/view"),
		"bots/click":        and("bots", "bots/view"),
		"bots/ownsettings":  and(),
		"bots/missed":       {"assistant", "assistant/..."},
		"bots/setup":        {"assistant", "assistant/..."},
		"bots/slack":        and("background", "metrics", "bots", "bots/ownsettings", "bots/tasklist", "bots/click", "bots/links", "bots/missed", "bots/view", "bots/slack/...", "projects"),
		"bots/split":        and("bots"),
		"bots/slack/blocks": and("bots", "bots/click", "bots/links", "bots/split", "bots/view"),
		"bots/away":         and("bots", "bots/away", "bots/view"),
		"bots/web":          and("approvals", "background", "background/hooks", "bots", "bots/links", "bots/ownsettings", "bots/web/...", "metrics", "projects"),
		"bots/web/request":  and("bots", "projects"),
		"bots/web/owner":    and("bots", "bots/web/request"),
		"bots/web/files":    and("bots", "bots/web/owner", "bots/web/request"),
		"bots/web/pages":    and("bots", "bots/links", "bots/view", "bots/web/files", "bots/web/request"),
		"bots/web/trace":    and("bots/web/owner", "bots/web/pages", "bots/web/request"),
		"bots/web/deciding": and("approvals", "bots/web/owner", "bots/web/pages", "bots/web/request"),
		"bots/web/passkeys": and(),
		"bots/web/openid":   and(),
		"bots/web/login":    and("bots", "bots/web/follow", "bots/web/openid", "bots/web/pages", "bots/web/passkeys", "bots/web/request"),
		"bots/web/address":  and("bots/web/passkeys"),
		"bots/web/follow":   and("bots/web/request"),
		"bots/web/ingest":   and("bots", "bots/click", "bots/view", "bots/web/owner", "bots/web/request"),
		"bots/web/api":      and("background", "background/hooks", "bots", "bots/click", "bots/links", "bots/view", "bots/web/deciding", "bots/web/trace", "bots/web/files", "bots/web/follow", "bots/web/ingest", "bots/web/owner", "bots/web/request", "projects"),
		"bots/web/outside":  and("bots", "bots/web/request", "background/hooks"),
		"bots/web/panel": and("background/schedule", "bots", "bots/click", "bots/links", "bots/view", "bots/web/files", "bots/web/follow", "bots/web/ingest", "bots/web/login", "bots/web/owner",
			"bots/web/pages", "bots/web/request", "projects"),
		"bots/web/settings":    and("background", "bots/ownsettings", "bots/web/address", "bots/web/owner", "bots/web/pages", "bots/web/request", "projects"),
		"bots/web/operations":  and("bots/web/owner", "bots/web/pages", "bots/web/request"),
		"bots/web/people":      and("bots", "bots/view", "bots/web/files", "bots/web/login", "bots/web/openid", "bots/web/owner", "bots/web/pages", "bots/web/passkeys", "bots/web/request", "background", "background/hooks"),
		"bots/slack/setup":     and(),
		"bots/discord/setup":   and(),
		"deploy/slack":         {},
		"bots/slack/payload":   and("bots", "bots/click", "bots/view", "bots/slack/blocks"),
		"bots/slack/workspace": and("bots", "bots/slack/payload"),
		"bots/slack/install":   and("bots", "bots/slack/payload", "bots/slack/workspace"),
		"bots/slack/people":    and("bots", "bots/slack/install", "bots/slack/workspace"),
		"bots/slack/deliver": and("bots", "bots/slack/blocks", "bots/slack/install", "bots/slack/payload", "bots/slack/people",
			"bots/slack/workspace", "projects"),
		"bots/slack/home": and("background", "bots", "bots/ownsettings", "bots/tasklist", "bots/links", "bots/view", "bots/slack/blocks", "bots/slack/deliver", "bots/slack/payload", "bots/slack/people",
			"bots/slack/workspace", "projects"),
		"bots/slack/ingest": and("bots", "bots/slack/blocks", "bots/slack/deliver", "bots/slack/payload", "bots/slack/people",
			"bots/slack/workspace"),
		"bots/slack/receive": and("bots", "bots/ownsettings", "bots/click", "bots/view", "bots/slack/...", "projects"),
		"bots/slack/catchup": and("bots", "bots/missed", "bots/slack/blocks", "bots/slack/ingest", "bots/slack/install", "bots/slack/payload",
			"bots/slack/workspace"),
		"bots/discord":            and("metrics", "bots", "bots/ownsettings", "bots/tasklist", "bots/click", "bots/missed", "bots/view", "bots/discord/...", "projects"),
		"bots/discord/components": and("bots", "bots/click", "bots/links", "bots/split", "bots/view"),
		"bots/discord/rest":       and("bots"),
		"bots/discord/deliver":    and("bots", "bots/discord/rest", "bots/discord/components", "projects"),
		"bots/discord/receive":    and("background", "bots", "bots/ownsettings", "bots/tasklist", "bots/click", "bots/links", "bots/missed", "bots/view", "bots/discord/rest", "bots/discord/components", "bots/discord/deliver", "projects"),
	}
}

// row returns what a package may import, and whether the table knows it at all.
func row(rows map[string][]string, pkg string) ([]string, bool) {
	for ; pkg != "."; pkg = path.Dir(pkg) {
		if r, ok := rows[pkg]; ok {
			return r, true
		}
	}
	return nil, false
}
