// Package owner answers the panel's questions about the person signed in: who they are now, what they may do, their time zone, and
// by which names they know others.
package owner

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Config is what an [Owner] is made of.
type Config struct {
	Tenant assistant.Tenant
	Person assistant.Person
	People People    // nil: nobody is known by name
	Team   bots.Team // nil: nobody looks whether there is somebody to decide
	Roster bots.Roster
	Now    func() time.Time
}

// Owner is the person in whose name their rooms of the panel and the API act.
type Owner struct {
	Tenant assistant.Tenant
	Person assistant.Person // as they were when they came in
	Roster bots.Roster

	people People
	team   bots.Team
	now    func() time.Time
	known  known
}

// New makes an owner; it asks nothing.
func New(c Config) *Owner {
	return &Owner{Tenant: c.Tenant, Person: c.Person, Roster: c.Roster, people: c.People, team: c.Team, now: c.Now}
}

// Me is who is signed in, as they are known now.
func (o *Owner) Me(ctx context.Context) (assistant.Person, error) {
	p, err := o.people.Person(ctx, o.Tenant.ID, o.Person.ID)
	return p, request.Found(err, "person")
}

// Known returns another person as they are now, even if they have become somebody else.
func (o *Owner) Known(ctx context.Context, id assistant.PersonID) (assistant.Person, error) {
	p, err := o.people.Person(ctx, o.Tenant.ID, id)
	return p, request.Found(err, "person")
}

// Admin is who is signed in, where that is an admin; storage asks again when something is written.
func (o *Owner) Admin(ctx context.Context) (assistant.Person, error) {
	p, err := o.Me(ctx)
	if err == nil && p.Role != assistant.RoleAdmin {
		err = assistant.ErrNotAdmin
	}
	return p, err
}

// SeesOnly is whom they have to be a member of a conversation as, to see it; nobody for approvers and admins, who see all.
func (o *Owner) SeesOnly() assistant.PersonID {
	if assistant.MaySee(o.Person, "") {
		return ""
	}
	return o.Person.ID
}

// Called is a person's name; "" where it cannot be read.
func (o *Owner) Called(ctx context.Context, id assistant.PersonID) string {
	if id == o.Person.ID {
		return o.Person.Name
	}
	return o.named(ctx, []assistant.PersonID{id})[id].Name
}

// CalledAll are the names of several people, asked for at once.
func (o *Owner) CalledAll(ctx context.Context, ids []assistant.PersonID) map[assistant.PersonID]string {
	out := map[assistant.PersonID]string{}
	for id, p := range o.named(ctx, ids) {
		out[id] = p.Name
	}
	out[o.Person.ID] = o.Person.Name
	return out
}

// Actor is who changes settings.
func (o *Owner) Actor() assistant.Actor { return assistant.Actor{Person: o.Person.ID} }

// Identity is the account by which they speak and decide.
func (o *Owner) Identity() assistant.Identity {
	return assistant.Identity{Surface: assistant.SurfaceWeb, External: string(o.Person.ID), Name: o.Person.Name, Language: o.Person.Language}
}

// Agent returns an agent of the roster.
func (o *Owner) Agent(id assistant.AgentID) (assistant.Agent, bool) {
	for _, a := range o.Roster.Of(o.Tenant.ID) {
		if a.ID == id {
			return a, true
		}
	}
	return assistant.Agent{}, false
}

// Seen are the agents that people choose from.
func (o *Owner) Seen() []assistant.Agent {
	out := []assistant.Agent{}
	for _, a := range o.Roster.Of(o.Tenant.ID) {
		if a.Visible || a.ID == assistant.Chief {
			out = append(out, a)
		}
	}
	return out
}

// Names resolves the people of a card, and by which settings they decide. A name that cannot be read is not worth losing the card for.
func (o *Owner) Names(ctx context.Context, ms []assistant.Message) bots.Names {
	var set assistant.Settings
	if o.people != nil {
		set, _ = o.people.Settings(ctx, o.Tenant.ID) // what cannot be read lets members decide nothing, in words
	}
	return o.NamesBy(ctx, set, ms)
}

// NamesBy is the same by settings that were read already.
func (o *Owner) NamesBy(ctx context.Context, set assistant.Settings, ms []assistant.Message) bots.Names {
	people := o.named(ctx, bots.People(ms))
	people[o.Person.ID] = o.Person
	names := bots.NewNames(o.Roster.Ever(o.Tenant.ID), people, set)
	names.Present, _ = bots.PresentFor(ctx, o.team, o.Tenant.ID, ms, o.now()) // nor is who could decide
	return names
}
