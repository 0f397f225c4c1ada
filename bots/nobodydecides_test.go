package bots_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// team is who there is, with what their groups are given.
type team struct {
	people []assistant.Profile
	grants []assistant.Grant
}

func (t team) Profiles(_ context.Context, _ assistant.TenantID, most int) ([]assistant.Profile, error) {
	return t.people[:min(len(t.people), most)], nil
}

func (t team) Grants(context.Context, assistant.TenantID) ([]assistant.Grant, error) {
	return t.grants, nil
}

func profile(id assistant.PersonID, name string, role assistant.Role) assistant.Profile {
	return assistant.Profile{Person: assistant.Person{ID: id, Name: name, Role: role}}
}

const nobodyHere = "Nobody here can decide this: yeses needed: 2, people who could give one: 1. An admin can change the rule on the page “Who approves”, and then it has to be asked again: Olga."

// drawnFor is what the cards of bodies say of who can decide, to a team.
func drawnFor(t *testing.T, from bots.Team, language assistant.Language, now time.Time, bodies ...assistant.Body) (all []string) {
	t.Helper()
	var ms []assistant.Message
	for i, b := range bodies {
		m := assistant.Message{ID: assistant.MessageID(rune('a' + i)), Seq: int64(i + 1), Kind: assistant.KindMessage, Person: "kim", Body: b}
		m.Slot = assistant.SlotOf(m)
		ms = append(ms, m)
	}
	names := bots.NewNames(roster(), nil, assistant.DefaultSettings())
	names.Language = language
	var err error
	if names.Present, err = bots.PresentFor(t.Context(), from, "tenant", ms, now); err != nil {
		t.Fatal(err)
	}
	var done []assistant.Slot
	for _, m := range ms {
		if slices.Contains(done, m.Slot) {
			continue
		}
		done = append(done, m.Slot)
		switch c, _ := bots.Fold(m.Slot, ms, names); c := c.(type) { //nolint:gochecksumtype // the others say nothing of it
		case bots.ApprovalCard:
			all = append(all, c.Lacking)
		case bots.ReminderCard:
			all = append(all, c.Lacking)
		}
	}
	return all
}

// TestACardThatNobodyHereCanDecideSaysSoAndWhoCanChangeIt: it and its reminder, as long as it is so: by the people of now, with the yeses
// that were said, and never where somebody of a group may come.
func TestACardThatNobodyHereCanDecideSaysSoAndWhoCanChangeIt(t *testing.T) {
	now := time.Now()
	admins := &assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}, Needed: 2}
	olga, anna, kim := profile("olga", "Olga", assistant.RoleAdmin), profile("anna", "Anna", assistant.RoleMember), profile("kim", "Kim", assistant.RoleAdmin)
	left, guest := kim, kim
	left.LeftAt, guest.Role = now, assistant.RoleGuest
	group, named, alone := *admins, *admins, *admins
	group.Groups = []assistant.GroupRef{{Surface: assistant.SurfaceSlack, Group: "S1"}}
	named.Roles, named.People = nil, []assistant.PersonID{"olga", "kim"}
	alone.Needed, alone.NotRequester = 1, true
	backed := assistant.ApprovalBacked{Approval: "a", As: &assistant.Capacity{Role: assistant.RoleAdmin}}
	for what, c := range map[string]struct {
		rule   *assistant.ApprovalRule
		people []assistant.Profile
		grants []assistant.Grant
		more   []assistant.Body
		want   string
	}{
		"two admins of one":            {rule: admins, people: []assistant.Profile{olga, anna}, want: nobodyHere},
		"one of two has left":          {rule: admins, people: []assistant.Profile{olga, left, anna}, want: nobodyHere},
		"one of two is a guest now":    {rule: admins, people: []assistant.Profile{olga, guest, anna}, want: nobodyHere},
		"of two that it names":         {rule: &named, people: []assistant.Profile{olga, left}, want: nobodyHere},
		"whoever asked is the only":    {rule: &alone, people: []assistant.Profile{profile("anna", "Anna", assistant.RoleAdmin)}, want: "Nobody here can decide this: yeses needed: 1, people who could give one: 0. An admin can change the rule on the page “Who approves”, and then it has to be asked again: Anna."},
		"no admin is there":            {people: []assistant.Profile{left}, want: "Nobody here can decide this: yeses needed: 1, people who could give one: 0. No admin is here to change that; whoever runs this service can make somebody one."},
		"two admins":                   {rule: admins, people: []assistant.Profile{olga, kim}},
		"one said yes, and has left":   {rule: admins, people: []assistant.Profile{olga, left}, more: []assistant.Body{backed}},
		"it is decided":                {rule: admins, people: []assistant.Profile{olga}, more: []assistant.Body{assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictRejected}, assistant.ApprovalRequested{Approval: assistant.Approval{ID: "b", RequestedBy: "anna"}}}},
		"somebody of a group may come": {rule: &group, people: []assistant.Profile{olga}},
		"of a group that is given it":  {rule: admins, people: []assistant.Profile{olga}, grants: []assistant.Grant{{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleAdmin}}},
		"of one that is given less":    {rule: admins, people: []assistant.Profile{olga}, grants: []assistant.Grant{{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleApprover}}, want: nobodyHere},
		"more than are looked at":      {rule: admins, people: slices.Repeat([]assistant.Profile{olga}, 300)},
	} {
		t.Run(what, func(t *testing.T) {
			bodies := append([]assistant.Body{
				assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", RequestedBy: "anna", Rule: c.rule, ExpiresAt: now.Add(time.Hour)}},
				assistant.Reminded{Approval: "a", Rule: c.rule, Asker: "anna", ExpiresAt: now.Add(time.Hour), Yeses: slices.Repeat([]assistant.PersonID{"kim"}, min(1, strings.Count(what, "said yes")))},
			}, c.more...)
			for i, got := range drawnFor(t, team{c.people, c.grants}, assistant.English, now, bodies...) {
				if got != c.want {
					t.Errorf("%d says %q", i, got)
				}
			}
		})
	}
	asked := assistant.ApprovalRequested{Approval: assistant.Approval{ID: "b", RequestedBy: "anna"}}
	over := assistant.Reminded{Approval: "a", Rule: admins, Asker: "anna", ExpiresAt: now.Add(-time.Minute)}
	if got := drawnFor(t, team{people: []assistant.Profile{olga}}, assistant.English, now, asked, over); got[0]+got[1] != "" {
		t.Errorf("of what is over it says %q", got)
	}
	asked = assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", RequestedBy: "anna", Rule: admins, ExpiresAt: now.Add(time.Hour)}}
	for language, want := range map[assistant.Language]string{
		assistant.German: "Darüber kann hier niemand entscheiden", assistant.French: "Personne ici ne peut en décider", assistant.Spanish: "Nadie aquí puede decidir esto",
	} {
		if got := drawnFor(t, team{people: []assistant.Profile{olga}}, language, now, asked); !strings.HasPrefix(got[0], want) || !strings.Contains(got[0], "Olga") {
			t.Errorf("%s: %q", language, got)
		}
	}
}

// TestSlackAndDiscordSayThatNobodyHereCanDecide on the card and in its reminder, and nothing of it where somebody can.
func TestSlackAndDiscordSayThatNobodyHereCanDecide(t *testing.T) {
	for name, open := range map[string]func(*testing.T) (*desk, func() []any){
		"slack": func(t *testing.T) (*desk, func() []any) {
			t.Helper()
			d := newDesk(t, nil)
			return d, func() (out []any) {
				for _, m := range d.fake.Posted("C1", d.root) {
					out = append(out, m)
				}
				return out
			}
		},
		"discord": func(t *testing.T) (*desk, func() []any) {
			t.Helper()
			d, fake := newDiscordDesk(t)
			return d, func() (out []any) {
				for _, m := range fake.Posted(discordChannel) {
					out = append(out, strings.Join(m.Lines(), "\n"))
				}
				return out
			}
		},
	} {
		for _, lacks := range []bool{true, false} {
			d, posted := open(t)
			there := team{people: []assistant.Profile{profile("olga", "Olga", assistant.RoleAdmin)}}
			if !lacks {
				there.people = append(there.people, profile("kim", "Kim", assistant.RoleAdmin))
			}
			courier := bots.New(bots.Config{
				Kind: d.courier.Kind, Surface: d.courier.Surface, Store: d.store, Failures: d.store, Now: d.clock.now, People: annas{assistant.DefaultSettings()}, Team: there,
			})
			rule, end := &assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}, Needed: 2}, d.clock.now().Add(time.Hour)
			d.store.say(
				assistant.Message{Agent: assistant.Chief, Body: assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", Title: assistant.Say("Create the page"), RequestedBy: "anna", Rule: rule, ExpiresAt: end}}},
				assistant.Message{Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Body: assistant.Reminded{Approval: "a", Title: "Create the page", Rule: rule, Asker: "anna", ExpiresAt: end}},
			)
			for range 3 {
				if _, _, err := courier.Deliver(t.Context(), "tenant"); err != nil {
					t.Fatal(err)
				}
			}
			all := posted()
			if len(all) != 2 {
				t.Fatalf("%s: %d messages", name, len(all))
			}
			for _, m := range all {
				raw, err := json.Marshal(m)
				if err != nil {
					t.Fatal(err)
				}
				if said := strings.Contains(string(raw), "Nobody here can decide this: yeses needed: 2, people who could give one: 1."); said != lacks {
					t.Errorf("%s, nobody can: %v: %s", name, lacks, raw)
				}
			}
		}
	}
}
