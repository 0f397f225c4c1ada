package main

import "testing"

// TestAPlanAtWorkIsRedirectedInWords on Slack, on Discord and in the panel: while the page waits to be approved a ticket is added in words. The
// next version says that the drafts are done and kept, a press approves it, the audit is left out in words, and each thing is done once.
func TestAPlanAtWorkIsRedirectedInWords(t *testing.T) {
	t.Parallel()
	base := onEmbedded(t)
	w := newStoryHouse(t, base.env...)
	w.starts()
	names := map[string]string{"slack": "Services", "discord": "Careers", "panel": "Prices"}
	for name, r := range w.rooms(t) {
		plansPage(r, names[name])
		r.says("add a ticket about the menu to the plan")
		r.reads("Done, and kept: step 1")
		r.presses("Approve and start")
		r.reads("Run changed: it goes on by version 2 of its plan")
		r.says("leave out the audit")
		r.reads("I have left out step 4")
		r.waits("Ask for changes")
		r.presses("Approve")
		r.reads("can be undone")
	}
	for query, n := range map[string]int{
		`select count(*) from assistant_runs`: 3,
		`select count(*) from assistant_runs where plan_version = 2 and status = 'completed'`: 3,
		`select count(*) from tool_calls where tool = 'create_page'`:                          3,
		`select count(*) from tool_calls where tool = 'create_ticket'`:                        3,
		`select count(*) from tool_calls where tool = 'run_audit'`:                            0,
		`select count(*) from tool_calls where tool = 'draft_content'`:                        3,
	} {
		if got := base.count(w, query); got != n {
			t.Errorf("%s: %d, want %d", query, got, n)
		}
	}
}
