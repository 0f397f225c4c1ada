package own_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/own"
)

// monday is a Monday at noon in Berlin.
func monday() time.Time { return time.Date(2026, 11, 23, 11, 0, 0, 0, time.UTC) }

// kept is what one person has chosen, with their tasks.
type kept struct {
	now   assistant.Hearing
	of    assistant.PersonID // whose it was the last time that anybody looked
	tasks []assistant.BackgroundTask

	runs    []assistant.RunView
	waiting []assistant.Pending
	done    assistant.DayDone

	sites  []assistant.Project
	posted []assistant.Message
	ruled  []assistant.ChannelRule

	named   []assistant.Delegation
	changed []string // of who decides for whom
}

func (k *kept) Delegations(context.Context, assistant.TenantID) ([]assistant.Delegation, error) {
	return k.named, nil
}

func (k *kept) Called(_ context.Context, _ assistant.TenantID, name string) (out []assistant.Person, err error) {
	for _, p := range []assistant.Person{{ID: "ben", Name: "Ben Ott"}, {ID: "benno", Name: "Ben Zahn"}, {ID: "cleo", Name: "Cleo Maßmann"}} {
		if strings.HasPrefix(strings.ToLower(p.Name+" "), strings.ToLower(name)+" ") {
			out = append(out, p)
		}
	}
	return out, nil
}

func (k *kept) Delegate(_ context.Context, _ assistant.TenantID, g assistant.Delegation) error {
	if g.Delegate == "ben" {
		return assistant.ErrDeputy
	}
	k.changed = append(k.changed, string(g.Person+" names "+g.Delegate)+" until "+g.Until.UTC().Format(time.RFC3339))
	return nil
}

func (k *kept) EndDelegation(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.DelegationID) error {
	k.changed = append(k.changed, string(by)+" ends "+string(id))
	return nil
}

func (k *kept) Hearing(_ context.Context, _ assistant.TenantID, id assistant.PersonID) (assistant.Hearing, error) {
	k.of = id
	return k.now, nil
}

func (k *kept) SetHearing(_ context.Context, _ assistant.TenantID, id assistant.PersonID, h assistant.Hearing) error {
	if err := h.Check(); err != nil {
		return err
	}
	for _, at := range h.Where {
		if at == assistant.HearDiscord {
			return assistant.ErrNotReached
		}
	}
	k.of, k.now = id, h
	return nil
}

func (k *kept) Backgrounds(_ context.Context, _ assistant.TenantID, owner assistant.PersonID, _ int) ([]assistant.BackgroundTask, error) {
	return slices.DeleteFunc(slices.Clone(k.tasks), func(b assistant.BackgroundTask) bool { return b.Owner != owner }), nil
}

// site is the project in focus.
func (k *kept) site() assistant.Project {
	if len(k.sites) == 0 {
		return assistant.Project{}
	}
	return k.sites[0]
}

func tooling(t *testing.T, k *kept) []tools.Tool {
	t.Helper()
	all, err := own.Tools(own.Config{Settings: k, Tasks: k, Deputies: k, Going: k, Channels: k, IDs: assistant.NewIDs(monday, rand.Reader), Now: monday})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// calls lets Anna make a call, and gives what it says or what she is refused with.
func calls(t *testing.T, k *kept, name assistant.TaskType, arguments string, in assistant.Language) (string, error) {
	t.Helper()
	return callsSaying(t, k, name, arguments, in, "")
}

// callsSaying is calls with the words by which Anna asks for it.
func callsSaying(t *testing.T, k *kept, name assistant.TaskType, arguments string, in assistant.Language, said string) (string, error) {
	t.Helper()
	all := tooling(t, k)
	r, err := tools.NewRegistry(all...)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Validate(string(name), json.RawMessage(arguments)); err != nil {
		t.Fatal(err)
	}
	tool, _ := r.Get(string(name))
	receipt, err := tool.Run(t.Context(), tools.Call{
		Tenant: "t", Conversation: "here", Key: "k", Project: k.site(), Asker: assistant.Person{ID: "anna", Role: assistant.RoleMember, Zone: "Europe/Berlin"}, Language: in, Said: said, Arguments: json.RawMessage(arguments),
	})
	return receipt.Result.Summary.String(), err
}

// TestWhatIsChosenHoldsForTheAskerAndSaysHowItIsUndone: each call sets what it says and nothing else, and names the words that take it back.
func TestWhatIsChosenHoldsForTheAskerAndSaysHowItIsUndone(t *testing.T) {
	before := assistant.Hearing{Language: assistant.French, Zone: "America/Toronto", QuietFrom: "22:00", QuietTo: "07:00"}
	for name, c := range map[string]struct {
		tool      assistant.TaskType
		arguments string
		becomes   func(*assistant.Hearing)
		says      []string
	}{
		"a language":         {own.TaskLanguage, `{"language":"de"}`, func(h *assistant.Hearing) { h.Language = assistant.German }, []string{"Verstanden: Ihre Sprache ist jetzt Deutsch.", "„parle français avec moi“"}},
		"none of them":       {own.TaskLanguage, `{"language":"automatic"}`, func(h *assistant.Hearing) { h.Language = "" }, []string{"browser", "“parle français avec moi”"}},
		"a time zone":        {own.TaskZone, `{"place":"celui de Paris"}`, func(h *assistant.Hearing) { h.Zone = "Europe/Paris" }, []string{"your time zone is Europe/Paris now", "“my time zone is America/Toronto”"}},
		"no time zone":       {own.TaskZone, `{"automatic":true}`, func(h *assistant.Hearing) { h.Zone = "" }, []string{"what your browser", "“my time zone is America/Toronto”"}},
		"quiet for a while":  {own.TaskSnooze, `{"until":"2 hours"}`, func(h *assistant.Hearing) { h.MutedUntil = monday().Add(2 * time.Hour) }, []string{"no direct messages until", "“unmute”"}},
		"quiet no longer":    {own.TaskSnooze, `{"over":true}`, func(*assistant.Hearing) {}, []string{"again"}},
		"no results":         {own.TaskNotices, `{"topics":["results"],"at":"nowhere"}`, func(h *assistant.Hearing) { *h = h.With(assistant.HearNowhere, assistant.TopicResults) }, []string{"- Results: nowhere", "“send me results again”"}},
		"failures elsewhere": {own.TaskNotices, `{"topics":["failures"],"at":"slack"}`, func(h *assistant.Hearing) { *h = h.With(assistant.HearSlack, assistant.TopicFailures) }, []string{"- Failures: Slack"}},
		"failures alone": {own.TaskNotices, `{"only":["failures"]}`, func(h *assistant.Hearing) {
			*h = h.With(assistant.HearNowhere, assistant.TopicResults, assistant.TopicDigests)
		}, []string{"- Failures: where it was asked for", "“send me results and digests again”"}},
		"decisions at least on the panel": {own.TaskNotices, `{"topics":["decisions"],"at":"nowhere"}`, func(h *assistant.Hearing) { *h = h.With(assistant.HearPanel, assistant.TopicDecisions) }, []string{"so they stand in the panel’s inbox at least"}},
	} {
		t.Run(name, func(t *testing.T) {
			k := &kept{now: before}
			said, err := calls(t, k, c.tool, c.arguments, assistant.English)
			if err != nil {
				t.Fatal(err)
			}
			want := before
			c.becomes(&want)
			if d := cmp.Diff(want, k.now); d != "" || k.of != "anna" {
				t.Errorf("of %s: %s", k.of, d)
			}
			for _, words := range c.says {
				if !strings.Contains(said, words) {
					t.Errorf("%q is not said: %s", words, said)
				}
			}
		})
	}
}

// TestWhatWasTurnedOffIsToldAgain: the words that an answer names bring back what it took.
func TestWhatWasTurnedOffIsToldAgain(t *testing.T) {
	k := &kept{}
	for _, arguments := range []string{`{"topics":["results","digests"],"at":"nowhere"}`, `{"again":["results","digests"]}`} {
		if _, err := calls(t, k, own.TaskNotices, arguments, assistant.German); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(assistant.Hearing{}, k.now); d != "" {
		t.Error(d)
	}
}

// TestWhatCannotBeChosenChangesNothing, and is refused in words that say why.
func TestWhatCannotBeChosenChangesNothing(t *testing.T) {
	for arguments, c := range map[string]struct {
		tool assistant.TaskType
		says string
	}{
		`{"place":"Atlantis"}`:                   {own.TaskZone, "I know no time zone by the name “Atlantis”"},
		`{"until":"the video on the page"}`:      {own.TaskSnooze, "I cannot tell when “the video on the page” is"},
		`{"until":"in 40 days"}`:                 {own.TaskSnooze, "longer than I may leave you alone"},
		`{"topics":["results"]}`:                 {own.TaskNotices, "It is not said"},
		`{"at":"slack"}`:                         {own.TaskNotices, "It is not said"},
		`{}`:                                     {own.TaskNotices, "It is not said"},
		`{"topics":["failures"],"at":"discord"}`: {own.TaskNotices, "You have no linked account there"},
		`{"topics":["failures"],"at":"nowhere","only":["failures"]}`: {own.TaskNotices, "Two things are said"},
	} {
		k := &kept{now: assistant.Hearing{Zone: "America/Toronto"}}
		_, err := calls(t, k, c.tool, arguments, assistant.English)
		trouble, refused := errors.AsType[*assistant.Trouble](err)
		if !refused || !strings.Contains(trouble.Problem.Message.String(), c.says) {
			t.Errorf("%s: %v", arguments, err)
		}
		if d := cmp.Diff(assistant.Hearing{Zone: "America/Toronto"}, k.now); d != "" {
			t.Errorf("%s: %s", arguments, d)
		}
	}
}

// TestTasksThatKeepTheHoursOfAnotherZoneAreNamed to whoever changes theirs, and nobody else's are.
func TestTasksThatKeepTheHoursOfAnotherZoneAreNamed(t *testing.T) {
	task := func(of assistant.PersonID, title string) assistant.BackgroundTask {
		return assistant.BackgroundTask{Owner: of, Title: title, Kind: assistant.BackgroundRecurring, Status: assistant.BackgroundActive, Schedule: "0 9 * * *", Zone: "America/Toronto"}
	}
	k := &kept{tasks: []assistant.BackgroundTask{task("anna", "Digest *now*"), task("ben", "Secret")}}
	said, err := calls(t, k, own.TaskZone, `{"place":"Wien"}`, assistant.German)
	if err != nil || !strings.Contains(said, "- Digest now: jeden Tag um 09:00 (America/Toronto)") || strings.Contains(said, "Secret") {
		t.Errorf("%v: %s", err, said)
	}
}

// TestWhoAsksIsToldWhatTheyHaveSet.
func TestWhoAsksIsToldWhatTheyHaveSet(t *testing.T) {
	k := &kept{now: assistant.Hearing{Language: assistant.Spanish, MutedUntil: monday().Add(time.Hour)}.With(assistant.HearNowhere, assistant.TopicResults)}
	said, err := calls(t, k, own.TaskShow, `{}`, assistant.English)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"Europe/Berlin", "Your language is Español.", "- Results: nowhere", "no direct messages until"} {
		if !strings.Contains(said, words) {
			t.Errorf("%q is not said: %s", words, said)
		}
	}
	if _, err := tooling(t, k)[5].Run(t.Context(), tools.Call{}); err == nil {
		t.Error("somebody of whom nobody knows is told")
	}
}

// understood is the call that a request comes to by the examples, "" where it is none of the pack's.
func understood(t *testing.T, request string) string {
	t.Helper()
	var all []examples.Of
	for _, tool := range tooling(t, &kept{}) {
		all = append(all, examples.Of{Tool: assistant.TaskType(tool.Name), Answers: true, Examples: tool.Examples})
	}
	book := examples.New(all...)
	if err := book.Wrong(); err != nil {
		t.Fatal(err)
	}
	found := book.Find(request)
	if len(found) != 1 {
		return ""
	}
	c := examples.Calls(found, nil, func(assistant.TaskType) bool { return true })[0]
	raw, err := json.Marshal(c.Arguments)
	if err != nil {
		t.Fatal(err)
	}
	return string(c.Tool) + string(raw)
}
