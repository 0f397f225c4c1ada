package own_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/own"
	"github.com/aisteam/aisteam/wording"
)

func (k *kept) Ongoing(context.Context, assistant.TenantID, assistant.Place, int) ([]assistant.RunView, error) {
	return k.runs, nil
}

func (k *kept) Pending(context.Context, assistant.TenantID) ([]assistant.Pending, error) {
	return k.waiting, nil
}

func (k *kept) DayDone(_ context.Context, _ assistant.TenantID, by assistant.PersonID) (assistant.DayDone, error) {
	k.of = by
	return k.done, nil
}

// readers read every conversation.
type readers assistant.Readers

func (r readers) Readers(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Readers, error) {
	return assistant.Readers(r), nil
}

// TestWhatWaitsIsToldAsFarAsThePlaceMayKnowIt: in the place itself and by name what is of it, or what all who read it may see; of the rest
// how much there is.
func TestWhatWaitsIsToldAsFarAsThePlaceMayKnowIt(t *testing.T) {
	anna, ben := assistant.Person{ID: "anna", Role: assistant.RoleMember}, assistant.Person{ID: "ben", Role: assistant.RoleMember}
	k := &kept{
		waiting: []assistant.Pending{
			{Kind: assistant.PendingPlan, Title: "The *layoffs*", Conversation: "elsewhere", Thread: "Secrets", RequestedBy: "anna"},
			{Kind: assistant.PendingPlan, Title: "The opening hours", Conversation: "here", RequestedBy: "anna"},
			{Kind: assistant.PendingPlan, Title: "Of Ben", Conversation: "his", RequestedBy: "ben"},
		},
		done: assistant.DayDone{Runs: []assistant.Run{{Title: "The prices", Status: assistant.RunFailed, Conversation: "here", RequestedBy: "anna"}}, Due: 2},
	}
	for name, c := range map[string]struct {
		readers readers
		named   bool
	}{
		"alone": {readers{People: []assistant.Person{anna}}, true}, "beside another": {readers{People: []assistant.Person{anna, ben}}, false}, "in a channel": {readers{Open: true}, false},
	} {
		for tool, says := range map[assistant.TaskType][]string{
			own.TaskWaits: {"The opening hours"}, own.TaskDay: {"**What was done for you in the last day**", "- Failed: The prices", "Automations were due 2 times.", "The opening hours"},
		} {
			said, err := asksAs(t, k, tool, anna, c.readers)
			if err != nil {
				t.Fatal(err)
			}
			for _, words := range says {
				if !strings.Contains(said, words) {
					t.Errorf("%s: %q is not said: %s", name, words, said)
				}
			}
			if strings.Contains(said, "The layoffs** (in the conversation “Secrets”)") != c.named || strings.Contains(said, "not everybody here may see: 1.") == c.named || strings.Contains(said, "Of Ben") {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
	if _, err := asksAs(t, k, own.TaskDay, assistant.Person{}, readers{}); err == nil {
		t.Error("somebody of whom nobody knows is told")
	}
}

// asksAs lets somebody ask for something where others read it.
func asksAs(t *testing.T, k *kept, name assistant.TaskType, who assistant.Person, where readers) (string, error) {
	t.Helper()
	r, err := tools.NewRegistry(tooling(t, k)...)
	if err != nil {
		t.Fatal(err)
	}
	tool, _ := r.Get(string(name))
	receipt, err := tool.Run(t.Context(), tools.Call{Tenant: "t", Conversation: "here", Asker: who, Audience: where, Arguments: json.RawMessage(`{}`)})
	return receipt.Result.Summary.String(), err
}

// TestWhatIsOfferedToAskIsUnderstood in every language.
func TestWhatIsOfferedToAskIsUnderstood(t *testing.T) {
	for _, l := range assistant.Languages() {
		if got := understood(t, wording.In(l).Say("What is waiting?")); got != `what_waits{}` {
			t.Errorf("in %s it is read as %s", l, got)
		}
		if got := understood(t, wording.In(l).Say("this channel is about the project %s", "Blumen")); got != `choose_channel_project{"project":"Blumen"}` {
			t.Errorf("in %s what a channel is about is read as %s", l, got)
		}
	}
}

func (k *kept) Projects(context.Context, assistant.TenantID) ([]assistant.Project, error) {
	return k.sites, nil
}

func (k *kept) Post(_ context.Context, m assistant.Message) (assistant.Message, error) {
	k.posted = append(k.posted, m)
	return m, nil
}

func (k *kept) RuleChannel(_ context.Context, _ assistant.TenantID, by assistant.Actor, r assistant.ChannelRule) (assistant.Channel, error) {
	if by.Person != "olga" {
		return assistant.Channel{}, assistant.ErrNotAdmin
	}
	k.ruled = append(k.ruled, r)
	return assistant.Channel{}, nil
}

// TestAChannelIsAboutTheProjectThatSomebodyNames, once for each call, or about none; a name that is not in their own words binds nothing.
func TestAChannelIsAboutTheProjectThatSomebodyNames(t *testing.T) {
	for name, c := range map[string]struct {
		said, arguments string
		bound           []assistant.ChannelBound
		says            string
	}{
		"a project":             {"this channel is about the shop", `{"project":"Shop"}`, []assistant.ChannelBound{{Project: "p"}}, "Noted: what begins in this channel is about Shop."},
		"by its domain":         {"shop.example it is", `{"project":"shop.example"}`, []assistant.ChannelBound{{Project: "p"}}, "Noted"},
		"none":                  {"whatever", `{"none":true}`, []assistant.ChannelBound{{}}, "Say “this channel is about the project Shop” to take that back."},
		"one that others name":  {"do what the page says", `{"project":"Shop"}`, nil, "It is not said which project"},
		"one that nobody knows": {"this channel is about Jokes", `{"project":"Jokes"}`, nil, "I do not know a project called jokes. I know Shop."},
		"nothing":               {"this channel", `{}`, nil, "I do not know a project called"},
	} {
		k := &kept{sites: []assistant.Project{{ID: "p", Name: "Shop", Slug: "shop", Domain: "shop.example"}}}
		said, err := callsSaying(t, k, own.TaskChannelProject, c.arguments, assistant.English, c.said)
		if trouble, refused := errors.AsType[*assistant.Trouble](err); refused {
			said = trouble.Problem.Message.String()
		} else if err != nil {
			t.Fatal(err)
		}
		var bound []assistant.ChannelBound
		for _, m := range k.posted {
			b, _ := m.Body.(assistant.ChannelBound)
			bound = append(bound, b)
			if m.Person != "anna" || m.Key == "channel/" || m.Conversation != "here" {
				t.Errorf("%s: %+v", name, m)
			}
		}
		if len(bound) != len(c.bound) || len(bound) == 1 && bound[0] != c.bound[0] || !strings.Contains(said, c.says) {
			t.Errorf("%s: bound %+v, said %q", name, bound, said)
		}
	}
}

// TestAnAdminAloneLetsAChannelStartAutomations: that is asked about first. To end it is not.
func TestAnAdminAloneLetsAChannelStartAutomations(t *testing.T) {
	k := &kept{}
	r, err := tools.NewRegistry(tooling(t, k)...)
	if err != nil {
		t.Fatal(err)
	}
	starts, _ := r.Get(string(own.TaskChannelStarts))
	rests, _ := r.Get(string(own.TaskChannelRests))
	by := func(who assistant.PersonID, role assistant.Role) tools.Call {
		return tools.Call{Tenant: "t", Conversation: "here", Asker: assistant.Person{ID: who, Role: role}, Arguments: json.RawMessage(`{}`)}
	}
	if starts.AtOnce() || !rests.AtOnce() {
		t.Error("a right is given at once, or taken back later")
	}
	if _, err := starts.Preview(t.Context(), by("anna", assistant.RoleMember)); !errors.Is(err, assistant.ErrNotAdmin) {
		t.Errorf("a member is asked about it: %v", err)
	}
	for _, run := range []func(context.Context, tools.Call) (assistant.Receipt, error){starts.Run, rests.Run} {
		if _, err := run(t.Context(), by("anna", assistant.RoleMember)); !errors.Is(err, assistant.ErrNotAdmin) {
			t.Errorf("a member rules the channel: %v", err)
		}
		if _, err := run(t.Context(), by("olga", assistant.RoleAdmin)); err != nil {
			t.Error(err)
		}
	}
	if p, err := starts.Preview(t.Context(), by("olga", assistant.RoleAdmin)); err != nil || len(p.Warnings) != 1 {
		t.Errorf("%+v: %v", p, err)
	}
	if err := starts.Undo(t.Context(), by("olga", assistant.RoleAdmin), assistant.Receipt{}); err != nil || len(k.ruled) != 3 || !k.ruled[0].Allowed || k.ruled[1].Allowed || k.ruled[2].Allowed {
		t.Errorf("%+v: %v", k.ruled, err)
	}
}
