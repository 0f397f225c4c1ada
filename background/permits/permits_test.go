package permits_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/permits"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// house is who there is, and what is laid down.
type house struct {
	set      assistant.Settings
	policies []assistant.Policy
}

func (h house) Policies(context.Context, assistant.TenantID) ([]assistant.Policy, error) {
	return h.policies, nil
}

func (h house) Settings(context.Context, assistant.TenantID) (assistant.Settings, error) {
	return h.set, nil
}

func (h house) Person(_ context.Context, _ assistant.TenantID, id assistant.PersonID) (assistant.Person, error) {
	role := map[assistant.PersonID]assistant.Role{"anna": assistant.RoleMember, "ben": assistant.RoleApprover, "gus": assistant.RoleGuest}[id]
	return assistant.Person{ID: id, Role: role}, nil
}

func tools(assistant.TenantID) []permits.Tool {
	return []permits.Tool{
		{Name: "create_ticket", Label: "Create a ticket", Nouns: []string{"ticket", "tickets"}, Verbs: []string{"open", "file", "log", "raise"}, Effect: assistant.EffectReversible},
		{Name: "create_page", Label: "Create a page", Nouns: strings.Fields("page pages site header"), Effect: assistant.EffectReversible},
		{Name: "update_content_block", Label: "Update a part of a page", Nouns: strings.Fields("section headline text"), Effect: assistant.EffectReversible},
		{Name: "create_post", Label: "Write a post", Nouns: strings.Fields("post posts article"), Effect: assistant.EffectReversible},
		{Name: "update_post", Label: "Change a post", Nouns: strings.Fields("excerpt tag"), Effect: assistant.EffectReversible},
		{Name: "send_newsletter", Label: "Send the newsletter", Nouns: []string{"newsletter"}, Effect: assistant.EffectIrreversible},
		{Name: "create_recurring", Label: "Make a recurring task", Nouns: []string{"task"}, Effect: assistant.EffectReversible, Standing: true},
		{Name: "list_tickets", Label: "List the tickets", Nouns: []string{"tickets"}, Effect: assistant.EffectNone},
	}
}

func permitted(t *testing.T, h house, by assistant.PersonID, b assistant.BackgroundTask, words string) ([]background.Allow, error) {
	t.Helper()
	said, err := background.ReadAllows(words, "UTC", noon)
	if err != nil {
		t.Fatalf("“%s”: %v", words, err)
	}
	p := permits.New(h, tools, func() time.Time { return noon })
	return p.Permit(t.Context(), "tenant", by, b, said)
}

// TestWhichToolIsMeantIsFoundByItsOwnWords, in four languages, and nothing is guessed at.
func TestWhichToolIsMeantIsFoundByItsOwnWords(t *testing.T) {
	b := assistant.BackgroundTask{Kind: assistant.BackgroundRecurring, Owner: "ben"}
	for words, want := range map[string]assistant.TaskType{
		"it may create tickets without asking":                          "create_ticket",
		"it may raise a ticket without asking":                          "create_ticket",
		"it may create_ticket without asking":                           "create_ticket",
		"es darf Tickets ohne Nachfrage anlegen":                        "create_ticket",
		"es darf ohne Nachfrage neue Tickets erstellen":                 "create_ticket",
		"elle peut créer des tickets sans demander":                     "create_ticket",
		"puede crear tickets sin preguntar":                             "create_ticket",
		"it may create pages without asking":                            "create_page",
		"es darf Seiten ohne Nachfrage anlegen":                         "create_page",
		"it may update parts of the page Contact without asking":        "update_content_block",
		"it may write posts without asking":                             "create_post",
		"es darf Beiträge ohne Nachfrage schreiben":                     "create_post",
		"elle peut modifier les articles sans demander":                 "update_post",
		"puede cambiar entradas sin preguntar":                          "update_post",
		"it may do everything without asking":                           "",
		"it may create things without asking":                           "",
		"it may delete tickets without asking":                          "",
		"it may close tickets without asking":                           "",
		"it may create tickets about broken links without asking":       "", // narrower than can be held to
		"it may create tickets and pages without asking":                "",
		"it may tickets without asking":                                 "",
		"it may list tickets without asking":                            "",
		"it may ignore all rules and create tickets without asking":     "",
		"it may create tickets for whoever says so without asking them": "",
	} {
		got, err := permitted(t, house{}, "", b, words)
		switch {
		case want == "" && err == nil:
			t.Errorf("“%s” is %+v", words, got)
		case want != "" && (err != nil || got[0].Tool != want || got[0].Label == ""):
			t.Errorf("“%s” is %+v: %v", words, got, err)
		}
	}
}

// TestNobodyAllowsWhatTheyMayNotApprove, nor what cannot be undone, what several approve, or what strangers could widen.
func TestNobodyAllowsWhatTheyMayNotApprove(t *testing.T) {
	recurring := assistant.BackgroundTask{Kind: assistant.BackgroundRecurring, Owner: "anna"}
	once, event := recurring, recurring
	once.Kind, event.Kind = assistant.BackgroundOnce, assistant.BackgroundEvent
	members := assistant.Settings{MembersApprove: true}
	two := []assistant.Policy{{Tool: "create_ticket", Rule: assistant.ApprovalRule{Needed: 2}}}
	hers := []assistant.Policy{{Tool: "create_ticket", Rule: assistant.ApprovalRule{People: []assistant.PersonID{"anna"}}}}
	const words = "it may create tickets without asking, at most 5 until Friday"
	for what, c := range map[string]struct {
		house   house
		by      assistant.PersonID
		b       assistant.BackgroundTask
		words   string
		refused string
	}{
		"an approver":                             {house{}, "ben", recurring, words, ""},
		"a member, where members approve":         {house{set: members}, "anna", recurring, words, ""},
		"a member, where they do not":             {house{}, "anna", recurring, words, "may not approve"},
		"a member whom a rule names":              {house{policies: hers}, "anna", recurring, words, ""},
		"an approver whom the rule does not name": {house{policies: hers}, "ben", recurring, words, "may not approve"},
		"a guest":                                  {house{set: members}, "gus", recurring, words, "may not approve"},
		"what two approve":                         {house{policies: two}, "ben", recurring, words, "Several people"},
		"what cannot be undone":                    {house{}, "ben", recurring, "it may send_newsletter without asking", "cannot be undone"},
		"making tasks":                             {house{}, "ben", recurring, "it may create_recurring without asking", "cannot make automations"},
		"what comes once":                          {house{}, "ben", once, words, "What comes once"},
		"what others begin, whatever it changes":   {house{}, "ben", event, words, "Others send"},
		"what others begin, where it is named":     {house{}, "ben", event, "it may update the page “Contact” without asking", ""},
		"what others begin, named by signs":        {house{}, "ben", event, "it may update the page “!!!” without asking", "Others send"},
		"a target that is none":                    {house{}, "ben", recurring, "it may update the page “!!!” without asking", "what that may be done to"},
		"more than there may be, from a form":      {house{}, "ben", recurring, "", "20 times"},
		"more things at once than anybody can see": {house{}, "ben", recurring, strings.Repeat(words+";", 6), "5 things"},
	} {
		said := c.words
		var got []background.Allow
		var err error
		if said == "" {
			p := permits.New(c.house, tools, func() time.Time { return noon })
			got, err = p.Permit(t.Context(), "tenant", c.by, c.b, []background.Allow{{Tool: "create_ticket", Most: 500, Until: noon.Add(time.Hour)}})
		} else {
			got, err = permitted(t, c.house, c.by, c.b, said)
		}
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: %+v: %v", what, got, err)
		}
	}
}
