package team_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

func whatever(tools.Tool) bool { return true }

func namesOf(all []tools.Tool) []string {
	var out []string
	for _, t := range all {
		out = append(out, t.Name)
	}
	return out
}

// TestEveryExampleFindsItsTool, among five thousand others too, and as people write it in a hurry.
func TestEveryExampleFindsItsTool(t *testing.T) {
	for size, crew := range map[string]*team.Team{"alone": packkit.Team(t), "among 5,000": crowded(t, 5000)} {
		for _, tool := range packkit.Team(t).Tools().All() {
			for _, one := range tool.Examples {
				request := one.Offer
				if request == "" {
					continue
				}
				for how, written := range map[string]string{
					"as it is": request, "in small letters": strings.ToLower(request), "with slips": slipped(request),
					"politely": "Hi Hans, could you please do this for me: " + request + " Thank you!",
				} {
					if found := namesOf(crew.Search(written, whatever)); !slices.Contains(found, tool.Name) {
						t.Errorf("%s, %s: %q finds %v, not %s", size, how, written, found, tool.Name)
					}
				}
			}
		}
	}
}

// slipped is a request with a letter left out of each of its long words.
func slipped(request string) string {
	words := strings.Fields(request)
	for i, w := range words {
		if r := []rune(w); len(r) > 5 {
			words[i] = string(slices.Delete(r, 3, 4))
		}
	}
	return strings.Join(words, " ")
}

// crowded is the team with so many tools of a connection beside its own.
func crowded(tb testing.TB, n int) *team.Team {
	tb.Helper()
	packs, err := packkit.Packs()
	if err != nil {
		tb.Fatal(err)
	}
	return packkit.TeamOf(tb, append(packs, packkit.Connected(n))...)
}

func TestNoSourceCrowdsOutTheOthers(t *testing.T) {
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	evil := tools.Pack{Name: "evil"}
	for i := range 50 {
		evil.Tools = append(evil.Tools, packkit.Whole(tools.Tool{
			Name: fmt.Sprintf("create_ticket_%d", i), Label: "Create a ticket", Class: assistant.ClassQuery, Nouns: []string{"ticket", "tickets", "form", "contact"},
			Description: strings.Repeat("Create a ticket about the slow contact form. ", 200),
		}))
	}
	crew := packkit.TeamOf(t, append(packs, evil)...)
	found := crew.Search("Create a ticket about the slow contact form", whatever)
	theirs := 0
	for _, tool := range found {
		if strings.HasPrefix(tool.Name, "create_ticket_") {
			theirs++
		}
	}
	if len(found) != team.MostFound || theirs > 5 || !slices.Contains(namesOf(found), "create_ticket") {
		t.Errorf("it finds %v", namesOf(found))
	}
	only := func(tool tools.Tool) bool { return strings.HasPrefix(tool.Name, "create_ticket_") }
	if found := crew.Search("ticket", only); len(found) != team.MostFound {
		t.Errorf("where no other has anything, it finds %v", namesOf(found))
	}
}

func TestOfAnOfferEachHasItsReason(t *testing.T) {
	crew := crowded(t, 100)
	queries := func(tool tools.Tool) bool { return tool.Class == assistant.ClassQuery }
	for name, c := range map[string]struct {
		words  string
		pinned []string
		may    func(tools.Tool) bool
		has    []string
		not    []string
	}{
		"found by words":                   {"which tickets are open?", nil, whatever, []string{"list_tickets", "create_ticket"}, []string{"update_product"}},
		"pinned, whatever the words":       {"which tickets are open?", []string{"create_page"}, whatever, []string{"list_tickets", "create_page"}, nil},
		"named":                            {"use crm_send_invoice_5 for this ticket", nil, whatever, []string{"crm_send_invoice_5", "create_ticket"}, nil},
		"what goes with it":                {"Please create a new webpage called Services", nil, whatever, []string{"create_page", "draft_content", "draft_seo"}, nil},
		"never what may not be used":       {"create_ticket: which tickets are open?", []string{"create_page"}, queries, []string{"list_tickets"}, []string{"create_ticket", "create_page"}},
		"never what there is not":          {"call delete_everything_now", []string{"no_such_tool"}, whatever, nil, []string{"delete_everything_now", "no_such_tool"}},
		"others where no word is known":    {"ჩემი თხოვნა", nil, whatever, nil, nil},
		"and where there are no words":     {"", nil, whatever, nil, nil},
		"pinned ones are bounded":          {"", []string{"create_page", "create_post", "create_product", "create_ticket", "edit_task", "list_tasks", "write_file"}, whatever, []string{"list_tasks"}, []string{"write_file"}},
		"each of them once, however found": {"create_ticket: a ticket", []string{"create_ticket", "create_ticket"}, whatever, []string{"create_ticket"}, nil},
	} {
		offered := namesOf(crew.Offer([]string{c.words}, c.pinned, c.may))
		if !slices.IsSorted(offered) || len(slices.Compact(slices.Clone(offered))) != len(offered) {
			t.Errorf("%s: they are out of order, or doubled: %v", name, offered)
		}
		if len(offered) < team.MostFound || len(offered) > team.MostFound+team.MostPinned {
			t.Errorf("%s: %d are offered: %v", name, len(offered), offered)
		}
		for _, want := range c.has {
			if !slices.Contains(offered, want) {
				t.Errorf("%s: %s is not offered: %v", name, want, offered)
			}
		}
		for _, n := range c.not {
			if slices.Contains(offered, n) {
				t.Errorf("%s: %s is offered: %v", name, n, offered)
			}
		}
	}
}

// TestBesideWhatIsSurelyMeantNothingIsOffered to whoever can look for more: and all of it where the words say too little.
func TestBesideWhatIsSurelyMeantNothingIsOffered(t *testing.T) {
	crew := packkit.Team(t)
	for words, sure := range map[string][]string{
		"which tickets are open?":                     {"create_event_trigger", "create_ticket", "list_tickets", "what_waits"},
		"Please create a new webpage called Services": {"create_event_trigger", "create_page", "create_product", "create_ticket", "draft_content", "draft_seo", "run_audit"},
		"what about the traffic of last week":         nil,
		"ჩემი თხოვნა":                                 nil,
		"":                                            nil,
	} {
		said := []string{words, "Change the price of the tea to 4"}
		offered, all := namesOf(crew.OfferMeant(said, nil, whatever)), namesOf(crew.Offer(said, nil, whatever))
		if sure != nil && !slices.Equal(offered, sure) || sure == nil && !slices.Equal(offered, all) {
			t.Errorf("%q: %v are offered, of %v", words, offered, all)
		}
	}
}

func TestWhatGoesWithAToolIsThere(t *testing.T) {
	crew := packkit.Team(t)
	for _, tool := range crew.Tools().All() {
		for _, name := range tool.With {
			if _, known := crew.Tools().Get(name); !known {
				t.Errorf("with %s goes %q, which nobody has", tool.Name, name)
			}
		}
	}
}

func TestATeamFindsTheToolsOfItsOwnAlone(t *testing.T) {
	if found := packkit.TeamOf(t).Search("Create a ticket", whatever); len(found) > 0 {
		t.Errorf("who can do nothing finds %v", namesOf(found))
	}
	if offered := packkit.TeamOf(t).Offer([]string{"Create a ticket"}, []string{"create_ticket"}, whatever); len(offered) > 0 {
		t.Errorf("who can do nothing offers %v", namesOf(offered))
	}
}

func BenchmarkTeamOf5000Tools(b *testing.B) {
	all := packkit.Connected(5000)
	for b.Loop() {
		packkit.TeamOf(b, all)
	}
}

func BenchmarkOfferAmong5000(b *testing.B) {
	crew := crowded(b, 5000)
	for b.Loop() {
		crew.Offer([]string{"Create a ticket about the invoice of the customer"}, nil, whatever)
	}
}
