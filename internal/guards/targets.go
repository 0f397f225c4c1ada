package main

import "strings"

// target is a list of packages whose guards are taken out, and whose own tests have to notice.
type target struct {
	Name     string
	Patterns []string
	// Apart are tests that are many in one: each part is run by itself.
	Apart []string
	// Without are parts of names of tests that are not run: they need a server or a browser, and try what others try without one.
	Without []string
}

func (t target) without(test string) bool {
	for _, w := range t.Without {
		if strings.Contains(test, w) {
			return true
		}
	}
	return false
}

// targets are the packages that decide who may do what.
func targets() []target {
	return []target{
		{Name: "approvals", Patterns: []string{"./approvals"}},
		{Name: "executor", Patterns: []string{"./executor"}},
		{Name: "orchestrator", Patterns: []string{"./orchestrator"}, Without: []string{"Postgres", "EveryGuardOf"}},
		{Name: "storage", Patterns: []string{"./storage"}, Apart: []string{"TestSQLiteKeepsEveryPromise"}, Without: []string{"Postgres", "KeepThisSchema"}},
		{Name: "background/store", Patterns: []string{"./background/store"}, Apart: []string{"TestSQLiteKeepsEveryPromise"}, Without: []string{"Postgres"}},
		{Name: "bots/web", Patterns: []string{"./bots/web/..."}, Without: []string{"Browser"}},
	}
}
