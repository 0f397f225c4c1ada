package storage_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

// clocked is an embedded database whose clock the test moves, with its owner and a member.
type clocked struct {
	*storage.DB
	t             *testing.T
	dir           string
	at            time.Time
	tenant        assistant.TenantID
	owner, member assistant.PersonID
}

func newClocked(t *testing.T) *clocked {
	t.Helper()
	c := &clocked{t: t, at: time.Now().Truncate(time.Microsecond)}
	cfg := config()
	c.dir = t.TempDir()
	cfg.Dir, cfg.Now = c.dir, func() time.Time { return c.at }
	c.DB = open(t, cfg)
	c.tenant, c.owner, c.member = pair(t, c.DB)
	return c
}

func (c *clocked) is(err, want error) {
	c.t.Helper()
	if !errors.Is(err, want) {
		c.t.Fatalf("got %v, want %v", err, want)
	}
}

// TestAnInvitationEndsWhenItSays: a link that was not followed in its time opens nothing.
func TestAnInvitationEndsWhenItSays(t *testing.T) {
	c := newClocked(t)
	const secret = "a-secret-that-nobody-guesses-at-all"
	in, err := c.Invitations.Invite(t.Context(), c.tenant, assistant.Invitation{By: c.owner, Name: "Maya", Role: assistant.RoleMember}, secret)
	c.is(err, nil)
	c.at = in.Until.Add(-time.Second)
	_, err = c.Invitations.Invited(t.Context(), c.tenant, secret)
	c.is(err, nil)
	c.at = in.Until
	_, err = c.Invitations.Invited(t.Context(), c.tenant, secret)
	c.is(err, assistant.ErrInvitation)
	_, err = c.Invitations.AcceptInvitation(t.Context(), c.tenant, secret, "Maya", "the-secret-of-a-session-of-somebody", assistant.Browser{Says: "x"})
	c.is(err, assistant.ErrInvitation)
}

// TestAReplacedTokenOfAHookEndsWhenItSays: the token before is good for as long as its owner keeps it, and not a second longer.
func TestAReplacedTokenOfAHookEndsWhenItSays(t *testing.T) {
	c := newClocked(t)
	const before, after = assistant.Secret("the-token-before-that-nobody-guesses"), assistant.Secret("the-token-after-that-nobody-guesses")
	talk, err := c.Conversations.StartConversation(t.Context(), c.tenant, assistant.Beginning{Person: c.owner})
	c.is(err, nil)
	b, err := background(c.DB).MakeBackground(t.Context(), c.tenant, assistant.BackgroundOrder{
		Key:  "key",
		Task: assistant.BackgroundTask{Owner: c.owner, Conversation: talk.ID, Kind: assistant.BackgroundEvent, Title: "t", Prompt: "p", Zone: "UTC", Overlap: assistant.OverlapQueue},
		Hook: &assistant.HookOrder{Token: before, Rules: assistant.HookRules{Scheme: assistant.HookUnsigned, Minute: 60}},
	})
	c.is(err, nil)
	_, err = background(c.DB).MintHookToken(t.Context(), c.tenant, c.owner, b.ID, after, "", time.Hour)
	c.is(err, nil)
	c.at = c.at.Add(time.Hour - time.Second)
	_, _, err = background(c.DB).HookOfToken(t.Context(), before)
	c.is(err, nil)
	c.at = c.at.Add(time.Second)
	_, _, err = background(c.DB).HookOfToken(t.Context(), before)
	c.is(err, assistant.ErrNotFound)
	_, _, err = background(c.DB).HookOfToken(t.Context(), after)
	c.is(err, nil)
}

// TestAYesByAGroupHoldsForADay: what somebody approved for good who may only by a group of a platform is by nothing a day later, since
// nobody can look who is in it without them there.
func TestAYesByAGroupHoldsForADay(t *testing.T) {
	c := newClocked(t)
	talk, err := c.Conversations.StartConversation(t.Context(), c.tenant, assistant.Beginning{Person: c.owner})
	c.is(err, nil)
	_, err = background(c.DB).MakeBackground(t.Context(), c.tenant, assistant.BackgroundOrder{
		Key: "key",
		Task: assistant.BackgroundTask{
			Owner: c.owner, Conversation: talk.ID, Kind: assistant.BackgroundRecurring, Title: "t", Prompt: "p", Schedule: "0 9 * * *", Zone: "UTC", Overlap: assistant.OverlapQueue,
		},
		Allows: []assistant.Allowance{{Tool: "create_page", Most: 3, Until: c.at.AddDate(0, 0, 9)}},
	})
	c.is(err, nil)
	raw, err := sql.Open("sqlite", filepath.Join(c.dir, "aisteam.db"))
	c.is(err, nil)
	defer raw.Close()
	_, err = raw.ExecContext(t.Context(), `update standing_yeses set capacity = '{"role":"member","groups":[{"surface":"slack","group":"S1"}]}'`)
	c.is(err, nil)
	groups := func() int {
		all, err := c.Policies.StandingYeses(t.Context(), c.tenant)
		c.is(err, nil)
		return len(all[0].As.Groups)
	}
	c.at = c.at.Add(assistant.GroupYesLasts - time.Second)
	if n := groups(); n != 1 {
		t.Errorf("on the first day it is by %d groups", n)
	}
	c.at = c.at.Add(time.Second)
	if n := groups(); n != 0 {
		t.Errorf("a day later it is by %d groups", n)
	}
}
