package projects_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/projects"
)

// shelf keeps projects as storage does; a slug that a deleted one had stays taken.
type shelf struct {
	all     []assistant.Project
	secrets map[assistant.ProjectID]assistant.Secrets
	slugs   map[string]assistant.ProjectID
	use     assistant.ProjectUse
	denied  error
}

func newShelf() *shelf {
	return &shelf{secrets: map[assistant.ProjectID]assistant.Secrets{}, slugs: map[string]assistant.ProjectID{}}
}

func (s *shelf) Projects(context.Context, assistant.TenantID) ([]assistant.Project, error) {
	return s.all, nil
}

func (s *shelf) Project(_ context.Context, _ assistant.TenantID, id assistant.ProjectID) (assistant.Project, error) {
	for _, p := range s.all {
		if p.ID == id {
			return p, nil
		}
	}
	return assistant.Project{}, assistant.ErrNotFound
}

func (s *shelf) SaveProject(_ context.Context, _ assistant.Actor, p assistant.Project, secrets assistant.Secrets) error {
	if of, taken := s.slugs[p.Slug]; taken && of != p.ID {
		return assistant.ErrTaken
	}
	s.slugs[p.Slug] = p.ID
	kept := assistant.Secrets{}
	p.Connections = append([]assistant.Connection{}, p.Connections...)
	for i := range p.Connections {
		c := &p.Connections[i]
		kept[c.Kind] = s.secrets[p.ID][c.Kind]
		if secret, given := secrets[c.Kind]; given {
			kept[c.Kind] = secret
		}
		c.Opened = kept[c.Kind] != ""
	}
	s.secrets[p.ID] = kept
	for i := range s.all {
		if s.all[i].ID == p.ID {
			s.all[i] = p
			return nil
		}
	}
	s.all = append(s.all, p)
	return nil
}

func (s *shelf) Secret(_ context.Context, _ assistant.TenantID, id assistant.ProjectID, kind assistant.ConnectionKind) (assistant.Secret, error) {
	return s.secrets[id][kind], nil
}

func (s *shelf) ProjectUse(context.Context, assistant.TenantID, assistant.ProjectID) (assistant.ProjectUse, error) {
	return s.use, nil
}

func (s *shelf) DeleteProject(_ context.Context, _ assistant.TenantID, _ assistant.Actor, id assistant.ProjectID) error {
	if s.use.Runs > 0 {
		return assistant.ErrInUse
	}
	for i, p := range s.all {
		if p.ID == id {
			s.all = append(s.all[:i:i], s.all[i+1:]...)
			return nil
		}
	}
	return assistant.ErrNotFound
}

func (s *shelf) AdminOnly(context.Context, assistant.TenantID, assistant.Actor) error {
	return s.denied
}

// forms are two rivals, one of which asks nothing, and a calendar beside them.
func forms(tried *[]tools.ConnectionTest) []tools.ConnectionForm {
	return []tools.ConnectionForm{
		{ConnectionForm: assistant.ConnectionForm{Kind: "disk", Label: "Disk", Says: "a disk", Choice: "Where", Gives: []assistant.Capability{"notes"}}},
		{ConnectionForm: assistant.ConnectionForm{Kind: "wiki", Label: "Wiki", Says: "a wiki", Choice: "Where", Gives: []assistant.Capability{"notes"}, Tested: true, Fields: []assistant.FormField{
			{Key: "server", Label: assistant.Label("Server address"), Kind: assistant.FieldAddress, Required: true, Binds: true, Most: 100},
			{Key: "team", Label: assistant.Label("Team"), Kind: assistant.FieldText, Most: 5},
			{Key: "key", Label: assistant.Label("API key"), Kind: assistant.FieldSecret, Most: 20},
		}}, Test: func(_ context.Context, c tools.ConnectionTest) (assistant.Sentence, error) {
			*tried = append(*tried, c)
			return assistant.Verbatim("It answers."), nil
		}},
		{ConnectionForm: assistant.ConnectionForm{Kind: "caldav", Label: "Calendar", Says: "a calendar", Choice: "Its calendar", Gives: []assistant.Capability{"calendar"}, Fields: []assistant.FormField{
			{Key: "server", Label: assistant.Label("Server"), Kind: assistant.FieldAddress, Required: true, Binds: true, Most: 100},
		}}},
	}
}

func editor(t *testing.T, s *shelf, tried *[]tools.ConnectionTest) *projects.Editor {
	t.Helper()
	e, err := projects.New(projects.Config{Store: s, Removals: s, Admins: s, Forms: forms(tried)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

type connect = map[assistant.ConnectionKind]projects.Fields

func TestAConnectionTakesThePlaceOfThoseThatGiveTheSame(t *testing.T) {
	s := newShelf()
	e := editor(t, s, new([]tools.ConnectionTest))
	p, err := e.Add(t.Context(), assistant.Actor{}, "t", "1", projects.Change{Name: new("One"), Connect: connect{"disk": {}, "caldav": {"server": "https://cal.example/"}}})
	if err != nil || !p.Has("notes") || !p.Has("calendar") || p.Slug != "one" {
		t.Fatalf("%+v, %v", p, err)
	}
	p, err = e.Change(t.Context(), assistant.Actor{}, p, projects.Change{Connect: connect{"wiki": {"server": "https://wiki.example/", "key": "abcd"}}})
	want := []assistant.Connection{
		{Kind: "caldav", Gives: []assistant.Capability{"calendar"}, Config: map[string]string{"server": "https://cal.example"}},
		{Kind: "wiki", Gives: []assistant.Capability{"notes"}, Config: map[string]string{"server": "https://wiki.example"}, Opened: true},
	}
	if d := cmp.Diff(want, p.Connections); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
	if e.Address(p) != "https://cal.example" {
		t.Errorf("it is seen at %q", e.Address(p))
	}
	p, err = e.Change(t.Context(), assistant.Actor{}, p, projects.Change{Disconnect: []assistant.ConnectionKind{"caldav", "wiki"}})
	if err != nil || len(p.Connections) != 0 || len(s.secrets["1"]) != 0 {
		t.Errorf("%+v keeps %v, %v", p, s.secrets, err)
	}
}

func TestASecretStaysWithWhatItWasGivenFor(t *testing.T) {
	s := newShelf()
	e := editor(t, s, new([]tools.ConnectionTest))
	p, err := e.Add(t.Context(), assistant.Actor{}, "t", "1", projects.Change{Name: new("One"), Connect: connect{"wiki": {"server": "https://a.example", "key": "abcd"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what   string
		change projects.Change
		want   assistant.Secret
	}{
		{"another name", projects.Change{Name: new("Two")}, "abcd"},
		{"another team", projects.Change{Connect: connect{"wiki": {"team": "blue"}}}, "abcd"},
		{"the same address", projects.Change{Connect: connect{"wiki": {"server": "https://a.example/"}}}, "abcd"},
		{"another address", projects.Change{Connect: connect{"wiki": {"server": "https://b.example"}}}, ""},
		{"a new one", projects.Change{Connect: connect{"wiki": {"key": "efgh"}}}, "efgh"},
		{"both", projects.Change{Connect: connect{"wiki": {"server": "https://c.example", "key": "ijkl"}}}, "ijkl"},
		{"forgotten", projects.Change{Connect: connect{"wiki": {"key": ""}}}, ""},
	} {
		if p, err = e.Change(t.Context(), assistant.Actor{}, p, c.change); err != nil || s.secrets["1"]["wiki"] != c.want {
			t.Errorf("%s: %q, %v", c.what, string(s.secrets["1"]["wiki"]), err)
		}
	}
}

func TestWhatCannotBeIsRefusedWithASentenceAndNothingIsKept(t *testing.T) {
	s := newShelf()
	e := editor(t, s, new([]tools.ConnectionTest))
	p, err := e.Add(t.Context(), assistant.Actor{}, "t", "1", projects.Change{Name: new("One"), Connect: connect{"disk": {}}})
	if err == nil {
		_, err = e.Add(t.Context(), assistant.Actor{}, "t", "2", projects.Change{Name: new("Two")})
	}
	if err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]struct {
		change  projects.Change
		setting string
	}{
		"A project needs a name.":                                    {projects.Change{Name: new(" \x00")}, projects.SettingName},
		"There is a project called Two already.":                     {projects.Change{Name: new("two")}, projects.SettingName},
		"“Name” is longer than 200 characters.":                      {projects.Change{Name: new(strings.Repeat("ä", 201))}, projects.SettingName},
		"“Language” is not UTF-8 text.":                              {projects.Change{Language: new("\xff")}, projects.SettingLanguage},
		"The domain must be like example.com":                        {projects.Change{Domain: new("not a domain!!")}, projects.SettingDomain},
		"The domain must be like example.com, ":                      {projects.Change{Domain: new("169.254.169.254")}, projects.SettingDomain},
		`There is no connection "tape" here. There is: disk, wiki, `: {projects.Change{Connect: connect{"tape": {}}}, "tape"},
		"A wiki needs its server address.":                           {projects.Change{Connect: connect{"wiki": {"server": " "}}}, "wiki.server"},
		"The server address must be like https://example.com.":       {projects.Change{Connect: connect{"wiki": {"server": "wiki.example"}}}, "wiki.server"},
		"The server address is one that machines use among":          {projects.Change{Connect: connect{"wiki": {"server": "http://169.254.169.254/"}}}, "wiki.server"},
		"The server address must begin with https://":                {projects.Change{Connect: connect{"wiki": {"server": "http://wiki.example"}}}, "wiki.server"},
		"The server address must be without user":                    {projects.Change{Connect: connect{"wiki": {"server": "https://a:b@wiki.example"}}}, "wiki.server"},
		"“Team” is longer than 5 characters.":                        {projects.Change{Connect: connect{"wiki": {"server": "https://a.example", "team": "orange"}}}, "wiki.team"},
		"“API key” is longer than 20 characters.":                    {projects.Change{Name: new("New"), Connect: connect{"wiki": {"server": "https://a.example", "key": strings.Repeat("k", 21)}}}, "wiki.key"},
	} {
		_, err := e.Change(t.Context(), assistant.Actor{}, p, c.change)
		wrong, ok := errors.AsType[*assistant.FieldError](err)
		if !ok || !strings.HasPrefix(wrong.Message.String(), want) || wrong.Key != c.setting {
			t.Errorf("want %q about %s, have %v", want, c.setting, err)
		}
	}
	now, err := e.Project(t.Context(), "t", "1")
	if d := cmp.Diff(p, now, cmp.Comparer(func(a, b []assistant.Connection) bool { return len(a) == len(b) && a[0].Kind == b[0].Kind })); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
	if _, err := e.Add(t.Context(), assistant.Actor{}, "t", "3", projects.Change{}); err == nil || len(s.all) != 2 {
		t.Errorf("a project without a name: %v", err)
	}
}

func TestAProjectIsAddedOnceAtAnAddressThatNobodyHadBefore(t *testing.T) {
	s := newShelf()
	s.slugs["shop"], s.slugs["shop-2"] = "gone", "gone too"
	e := editor(t, s, new([]tools.ConnectionTest))
	for range 2 {
		p, err := e.Add(t.Context(), assistant.Actor{}, "t", "1", projects.Change{Name: new("Shop")})
		if err != nil || p.Slug != "shop-3" || len(s.all) != 1 {
			t.Errorf("%+v, %v", p, err)
		}
	}
	for i := 2; i <= 100; i++ {
		if _, err := e.Add(t.Context(), assistant.Actor{}, "t", assistant.ProjectID(strconv.Itoa(i)), projects.Change{Name: new(fmt.Sprint("Site ", i))}); err != nil {
			t.Fatal(i, err)
		}
	}
	_, err := e.Add(t.Context(), assistant.Actor{}, "t", "101", projects.Change{Name: new("One more")})
	if wrong, ok := errors.AsType[*assistant.FieldError](err); !ok || !strings.Contains(wrong.Message.String(), "100 projects") {
		t.Error(err)
	}
}

func TestOnlyAdminsTryAConnectionAndWithItsOwnSecret(t *testing.T) {
	s, tried := newShelf(), []tools.ConnectionTest{}
	e := editor(t, s, &tried)
	p, err := e.Add(t.Context(), assistant.Actor{}, "t", "1", projects.Change{Name: new("One"), Connect: connect{"wiki": {"server": "https://a.example", "team": "blue", "key": "abcd"}}})
	if err != nil {
		t.Fatal(err)
	}
	before := maps.Clone(s.secrets["1"])
	for _, c := range []struct {
		fields  projects.Fields
		address string
		secret  assistant.Secret
	}{
		{projects.Fields{}, "https://a.example", "abcd"},
		{projects.Fields{"key": "efgh"}, "https://a.example", "efgh"},
		{projects.Fields{"server": "https://b.example"}, "https://b.example", ""},
		{projects.Fields{"server": "https://b.example", "key": "ijkl"}, "https://b.example", "ijkl"},
	} {
		tried = nil
		found, err := e.Try(t.Context(), assistant.Actor{}, p, "wiki", projects.Change{Connect: connect{"wiki": c.fields}})
		if err != nil || found.String() != "It answers." || len(tried) != 1 || tried[0].Connection.Config["server"] != c.address || tried[0].Secret != c.secret || tried[0].Connection.Config["team"] != "blue" {
			t.Errorf("%v: %v", c.fields, err)
		}
	}
	if !maps.Equal(before, s.secrets["1"]) || s.all[0].Connections[0].Config["server"] != "https://a.example" {
		t.Error("trying kept something")
	}
	tried, s.denied = nil, assistant.ErrNotAdmin
	if _, err := e.Try(t.Context(), assistant.Actor{}, p, "wiki", projects.Change{}); !errors.Is(err, assistant.ErrNotAdmin) || len(tried) > 0 {
		t.Errorf("somebody who is no admin: %v", err)
	}
}

func TestAFormThatIsNotWholeIsRefusedAtTheStart(t *testing.T) {
	if _, err := projects.New(projects.Config{Forms: []tools.ConnectionForm{{}}}); err == nil {
		t.Error("a form without a kind was taken")
	}
}

// TestAnAddressIsTriedBeforeItIsKept: nothing is kept of an address where nothing answers, unless whoever gave it says so; nothing is
// tried that is kept already, or for somebody who may not change it.
func TestAnAddressIsTriedBeforeItIsKept(t *testing.T) {
	s, asked := newShelf(), 0
	all := forms(new([]tools.ConnectionTest))
	all[1].Reach = func(ctx context.Context, c tools.ConnectionTest) error {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("it may take for ever")
		}
		if asked++; c.Connection.Config["server"] == "https://down.example" {
			return &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("It cannot be reached.")}, Err: errors.New("refused")}
		}
		return nil
	}
	e, err := projects.New(projects.Config{Store: s, Removals: s, Admins: s, Forms: all})
	if err != nil {
		t.Fatal(err)
	}
	name := "Shop"
	change := func(at string, anyway bool) projects.Change {
		return projects.Change{Name: &name, Anyway: anyway, Connect: connect{"wiki": {"server": at}}}
	}
	_, err = e.Add(t.Context(), assistant.Actor{}, "t", "p", change("https://down.example", false))
	unreached, told := errors.AsType[*projects.UnreachedError](err)
	if !told || unreached.Wrong.Key != "wiki.server" || unreached.Wrong.Message.String() != "It cannot be reached." || len(s.all) != 0 {
		t.Fatalf("%v, kept %v", err, s.all)
	}
	p, err := e.Add(t.Context(), assistant.Actor{}, "t", "p", change("https://down.example", true))
	if err != nil || len(s.all) != 1 || asked != 1 {
		t.Fatalf("%v, kept %v after %d", err, s.all, asked)
	}
	if p, err = e.Change(t.Context(), assistant.Actor{}, p, change("https://down.example", false)); err != nil || asked != 1 {
		t.Errorf("what is kept already is tried again: %v after %d", err, asked)
	}
	if p, err = e.Change(t.Context(), assistant.Actor{}, p, change("https://up.example", false)); err != nil || asked != 2 {
		t.Errorf("%v after %d", err, asked)
	}
	if _, err = e.Change(t.Context(), assistant.Actor{}, p, change("https://down.example", false)); err == nil || s.all[0].Connections[0].Config["server"] != "https://up.example" {
		t.Errorf("%v, kept %v", err, s.all)
	}
	s.denied = assistant.ErrNotAdmin
	if _, err = e.Change(t.Context(), assistant.Actor{}, p, change("https://other.example", false)); !errors.Is(err, assistant.ErrNotAdmin) || asked != 3 {
		t.Errorf("%v after %d", err, asked)
	}
}

// TestASecretIsTriedBeforeItIsKept: with the address that it is for; one that opens nothing is kept only where whoever gave it says so, and one that
// is kept already is not tried again.
func TestASecretIsTriedBeforeItIsKept(t *testing.T) {
	s, tried := newShelf(), 0
	all := forms(new([]tools.ConnectionTest))
	all[1].Reach = func(_ context.Context, c tools.ConnectionTest) error {
		if c.Secret != "" {
			t.Error("the secret is sent where it is only looked whether anything answers")
		}
		return nil
	}
	all[1].Test = func(_ context.Context, c tools.ConnectionTest) (assistant.Sentence, error) {
		if tried++; c.Secret != "right" || c.Connection.Config["server"] != "https://wiki.example" {
			return assistant.Sentence{}, &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("It does not let us in.")}, Err: errors.New("refused")}
		}
		return assistant.Say("It lets us in."), nil
	}
	e, err := projects.New(projects.Config{Store: s, Removals: s, Admins: s, Forms: all})
	if err != nil {
		t.Fatal(err)
	}
	secret := ""
	for _, f := range all[1].Fields {
		if f.Kind == assistant.FieldSecret {
			secret = f.Key
		}
	}
	name := "Shop"
	change := func(given string, anyway bool) projects.Change {
		return projects.Change{Name: &name, Anyway: anyway, Connect: connect{"wiki": {"server": "https://wiki.example", secret: given}}}
	}
	_, err = e.Add(t.Context(), assistant.Actor{}, "t", "p", change("wrong", false))
	if unreached, told := errors.AsType[*projects.UnreachedError](err); !told || unreached.Wrong.Key != "wiki."+secret || unreached.Wrong.Message.String() != "It does not let us in." || len(s.all) != 0 {
		t.Fatalf("%v, kept %v", err, s.all)
	}
	p, err := e.Add(t.Context(), assistant.Actor{}, "t", "p", change("right", false))
	if err != nil || len(s.all) != 1 || tried != 2 {
		t.Fatalf("%v, kept %v after %d", err, s.all, tried)
	}
	if p, err = e.Change(t.Context(), assistant.Actor{}, p, projects.Change{Name: &name}); err != nil || tried != 2 {
		t.Errorf("what is kept is tried again: %v after %d", err, tried)
	}
	if _, err = e.Change(t.Context(), assistant.Actor{}, p, change("wrong", true)); err != nil || tried != 2 {
		t.Errorf("kept all the same: %v after %d", err, tried)
	}
}
