package web_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// lodge is the surface over real storage, with an inbox that keeps what it is given and asks nobody.
type lodge struct {
	t  *testing.T
	w  *world
	db *ledgerkit.DB
	h  http.Handler

	rooms    func(*web.Config)
	mu       sync.Mutex
	acts     []assistant.Act
	executed []assistant.ExecuteRequest
}

// handled is a log of which every message has had its turn.
type handled struct{ ledgerkit.Verbs }

// Settled implements [web.History].
func (handled) Settled(context.Context, assistant.TenantID, assistant.MessageID) (bool, error) {
	return true, nil
}

func newLodge(t *testing.T) *lodge {
	t.Helper()
	l := &lodge{t: t, w: newWorld(t)}
	db, err := ledgerkit.Bare(t.Context(), storage.Config{Dir: servers.Embedded(t), IDs: l.w.ids, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	l.ok(err)
	t.Cleanup(func() { _ = db.Close() })
	l.db = db
	l.w.tenant, l.w.owner, err = db.Tenants.Bootstrap(t.Context(), assistant.Seed{
		Tenant: l.w.tenant, Owner: assistant.Person{Name: "Robin"}, Projects: l.w.projects,
	})
	l.ok(err)
	l.rooms = func(c *web.Config) {
		c.Inbox, c.Executor = l, l
		c.Conversations, c.History, c.Work, c.Approvals, c.Pending, c.People, c.Traces, c.Rules = db.Verbs, handled{db.Verbs}, db.Verbs, db.Verbs, db.Verbs, db.Verbs, db.Verbs, db.Verbs
		c.Sessions, c.Members, c.Grants, c.Invitations, c.Codes, c.Notices, c.Settings = db.Verbs, db.Verbs, db.Verbs, db.Verbs, db.Verbs, db.Verbs, db.Verbs
		c.Files, c.Library = db.Verbs, db.Verbs
		c.Tasks = &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Hears: db.Verbs, Now: time.Now}
		c.Hooks = &hooks.Desk{Store: db.Verbs, Changes: db.Verbs, Rulings: db.Verbs, Starts: db.Verbs, IDs: l.w.ids, Public: assistant.PublicAt("https://team.example"), Now: time.Now}
	}
	l.h = l.w.surface(t, l.rooms)
	return l
}

func (l *lodge) ok(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// Receive implements [bots.Inbox].
func (l *lodge) Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error) {
	return l.db.Intake.Receive(ctx, in)
}

// Act implements [bots.Inbox]. Who takes part in a conversation is changed there, as the inbox does it: the rest is only kept.
func (l *lodge) Act(ctx context.Context, act assistant.Act) (assistant.Outcome, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acts = append(l.acts, act)
	out := assistant.Outcome{Done: true, Conversation: act.Conversation}
	switch act.Body.(type) { //nolint:gochecksumtype // the rest is only kept
	case assistant.MemberAdded, assistant.MemberRemoved:
		may, err := l.db.Conversations.MayAct(ctx, act.Tenant, act.Person, []assistant.ConversationID{act.Conversation})
		if err != nil || !may[act.Conversation] {
			return assistant.Outcome{}, errors.Join(err, assistant.ErrNotFound)
		}
		_, err = l.db.Intake.Post(ctx, assistant.Message{
			Tenant: act.Tenant, Conversation: act.Conversation, Author: assistant.AuthorUser, Person: act.Person, Kind: assistant.KindStatus, Content: act.Body.Type(), Body: act.Body,
		})
		return out, err
	}
	return out, nil
}

// Execute implements [web.Executor].
func (l *lodge) Execute(_ context.Context, r assistant.ExecuteRequest) (assistant.ExecuteResult, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.executed = append(l.executed, r)
	return assistant.ExecuteResult{Task: assistant.NewID[assistant.TaskID](l.w.ids), Status: assistant.TaskCompleted}, nil
}

// join makes somebody of a role, who is signed in.
func (l *lodge) join(name string, role assistant.Role) (assistant.Person, func(*http.Request)) {
	l.t.Helper()
	ctx, invitation, secret := l.t.Context(), l.w.ids.Secret(), l.w.ids.Secret()
	_, err := l.db.Invitations.Invite(ctx, l.w.tenant.ID, assistant.Invitation{Name: name, Role: role, By: l.w.owner.ID}, invitation)
	l.ok(err)
	s, err := l.db.Invitations.AcceptInvitation(ctx, l.w.tenant.ID, invitation, name, secret, assistant.Browser{})
	l.ok(err)
	p, err := l.db.People.Person(ctx, l.w.tenant.ID, s.Person)
	l.ok(err)
	return p, func(r *http.Request) { bare(r); r.AddCookie(&http.Cookie{Name: "aisteam_session", Value: secret}) }
}

// says is a message of somebody's, in a conversation of theirs or one that it begins.
func (l *lodge) says(p assistant.Person, c assistant.ConversationID, text string) assistant.Received {
	l.t.Helper()
	key := l.w.ids.New()
	place := assistant.Place{Surface: assistant.SurfaceWeb, Channel: key}
	if c != "" {
		place.Channel = string(c)
	}
	got, err := l.db.Intake.Receive(l.t.Context(), assistant.Inbound{Tenant: l.w.tenant.ID, Place: place, Conversation: c, Person: p.ID, Text: text, Key: key})
	l.ok(err)
	return got
}
