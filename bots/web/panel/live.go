package panel

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/login"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// Work reads what is done.
type Work interface {
	Runs(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) ([]assistant.RunView, error)
}

// live keeps open pages up to date.
type live struct {
	feed    *feed
	history History
	work    Work
	cards   *cards
	waits   *Waits
	watches *follow.Watches
	stays   func(*http.Request) func() error
	owner   *owner.Owner
	pages   *pages.Pages
}

// stream keeps an open page up to date: the slots that change, what is being written, and what is going on.
func (l *live) stream(w http.ResponseWriter, r *http.Request) (*follow.Follower, error) {
	c, err := l.feed.conversation(r)
	if err != nil {
		return nil, err
	}
	after, err := follow.Position(r)
	if err != nil {
		return nil, err
	}
	v := &viewer{live: l, conversation: c.ID, talk: talkOf(l.owner.Person.ID, nil)}
	if err := v.catchUp(r.Context()); err != nil {
		return nil, err
	}
	v.out = follow.Open(w, r, l.cards.now)
	f := l.watches.Follower(c.ID, after)
	f.Stays, f.Left, f.Sees = l.stays(r), v.leave, v.sees
	f.Each = func(ctx context.Context, m follow.Moment) (bool, error) { return true, v.show(ctx, m) }
	return f, nil
}

// leave tells a page whose session is over why it hears no more.
func (v *viewer) leave() {
	if drawn, err := v.pages.Draw("notice", login.SignedOut()); err == nil {
		_ = v.out.Send("activity", 0, drawn)
	}
}

// sees tells a page why it hears no more where its reader was taken out of the conversation.
func (v *viewer) sees(ctx context.Context) error {
	_, err := v.feed.conversations.Conversation(ctx, v.owner.Tenant.ID, v.conversation)
	if errors.Is(err, assistant.ErrNotFound) {
		out := assistant.Problem{Message: assistant.Say("You take no part in this conversation any more."), Recovery: assistant.Say("Ask whoever took you out to invite you again.")}
		if drawn, err := v.pages.Draw("notice", out); err == nil {
			_ = v.out.Send("activity", 0, drawn)
		}
	}
	return err
}

// viewer is one open page.
type viewer struct {
	*live

	out          *follow.Stream
	conversation assistant.ConversationID
	talk         *talk               // as far as it was seen
	pending      assistant.MessageID // the person's newest message, until its turn is over
	running      bool                // a run was going on when last looked
	activity     assistant.Activity
	drafting     bool
}

// catchUp finds out whether a turn or a run is under way as the page opens.
func (v *viewer) catchUp(ctx context.Context) error {
	page, err := v.history.Messages(ctx, v.owner.Tenant.ID, v.conversation, 0, feedPage)
	if err != nil {
		return err
	}
	v.observe(page.Messages)
	v.running = true // until looked at
	return nil
}

func (v *viewer) observe(ms []assistant.Message) {
	v.talk.add(ms)
	for _, m := range ms {
		if m.Author == assistant.AuthorUser {
			v.pending = m.ID
		}
		if m.Run != "" || m.Facts().Run != "" {
			v.running = true // or just ended: rest looks
		}
	}
}

func (v *viewer) show(ctx context.Context, m follow.Moment) error {
	switch {
	case m.News != nil && m.News.Draft != "":
		return v.draft(ctx, *m.News)
	case m.News != nil:
		return v.indicate(m.News.Activity)
	case m.Messages == nil:
		return v.rest(ctx)
	}
	v.observe(m.Messages)
	if err := v.slots(ctx, m.Messages); err != nil {
		return err
	}
	if v.drafting && spoken(m.Messages) {
		return v.draft(ctx, assistant.News{})
	}
	return nil
}

// spoken tells whether what was being written may have been said.
func spoken(ms []assistant.Message) bool {
	for _, m := range ms {
		if m.Author != assistant.AuthorUser && m.Kind == assistant.KindMessage {
			return true
		}
	}
	return false
}

// beside adds the other versions of the given messages: another one may have to be shown now.
func (v *viewer) beside(ctx context.Context, ms []assistant.Message) ([]assistant.Message, error) {
	if !slices.ContainsFunc(ms, v.talk.Versioned) {
		return ms, nil
	}
	page, err := v.history.Messages(ctx, v.owner.Tenant.ID, v.conversation, 0, feedPage)
	if err != nil {
		return nil, err
	}
	all := append(v.talk.lines(ms, page.Messages), ms...)
	slices.SortStableFunc(all, func(a, b assistant.Message) int { return cmp.Compare(a.Seq, b.Seq) })
	return slices.CompactFunc(all, func(a, b assistant.Message) bool { return a.ID == b.ID }), nil
}

// slots sends what changed. A card that cannot be drawn is logged and skipped: the stream goes on for the rest.
func (v *viewer) slots(ctx context.Context, ms []assistant.Message) error {
	last := ms[len(ms)-1].Seq
	ms, err := v.beside(ctx, ms)
	if err != nil {
		return err
	}
	whole, err := v.cards.whole(ctx, v.conversation, ms)
	if err != nil {
		return err
	}
	changed, err := v.cards.drawSlots(ctx, v.cards.names(ctx, v.cards.language(ctx, v.conversation), whole), v.talk, ms, whole)
	if err != nil {
		return err
	}
	if len(changed) == 0 {
		return nil
	}
	for i := range changed {
		changed[i].Swap = true
	}
	text, err := v.pages.Draw("slots", changed)
	if err == nil && maySettle(ms) {
		var waits string
		waits, err = v.drawWaits(ctx)
		text += waits
	}
	if err != nil {
		return err
	}
	return v.out.Send("slots", last, text)
}

// drawWaits draws the list of what waits as it is now.
func (v *viewer) drawWaits(ctx context.Context) (string, error) {
	all, err := v.waits.All(ctx)
	if err != nil {
		return "", err
	}
	list := pages.ListedWaits(all)
	list.Swap = true
	return v.pages.Draw("waits", list)
}

// draftView is an answer that is still being written.
type draftView struct {
	By    bots.Speaker
	Text  string
	Hosts []string // that may be linked to
	Heard int64    // the words up to here are answered; 0 where that is not known
}

func (v *viewer) draft(ctx context.Context, n assistant.News) error {
	v.drafting = n.Draft != ""
	var so *draftView
	if v.drafting {
		so = &draftView{bots.NewNames(v.owner.Roster.Ever(v.owner.Tenant.ID), nil, assistant.Settings{}).Speaker(n.Agent), n.Draft, v.cards.hosts.Of(ctx, v.owner.Tenant.ID), v.talk.Heard(n.Cause)}
	}
	drawn, err := v.pages.Draw("draft", so)
	if err != nil {
		return err
	}
	return v.out.Send("draft", 0, drawn)
}

func (v *viewer) indicate(a assistant.Activity) error {
	if a == v.activity {
		return nil
	}
	v.activity = a
	drawn, err := v.pages.Draw("activity", a)
	if err != nil {
		return err
	}
	return v.out.Send("activity", 0, drawn)
}

// rest puts the indicator right when nothing new has come: news may have been lost, of work that began as of work that
// ended.
func (v *viewer) rest(ctx context.Context) error {
	if v.pending != "" {
		done, err := v.watches.Settled(ctx, v.pending)
		if err != nil {
			return v.out.Beat()
		}
		if !done {
			if v.activity == assistant.ActivityNone {
				return v.indicate(assistant.ActivityThinking)
			}
			return v.out.Beat()
		}
		v.pending = ""
	}
	doing := assistant.ActivityNone
	if v.running {
		doing = v.working(ctx, v.conversation)
		v.running = doing != assistant.ActivityNone
	}
	if doing == assistant.ActivityExecuting {
		if v.activity != assistant.ActivityValidating {
			return v.indicate(doing)
		}
		return v.out.Beat()
	}
	if v.drafting {
		if err := v.draft(ctx, assistant.News{}); err != nil {
			return err
		}
	}
	if v.activity != doing {
		return v.indicate(doing)
	}
	return v.out.Beat()
}

// working tells whether a task of the conversation is in somebody's hands, or all that is left of its runs waits for a person.
func (l *live) working(ctx context.Context, c assistant.ConversationID) assistant.Activity {
	views, err := l.work.Runs(ctx, l.owner.Tenant.ID, c)
	if err != nil {
		return assistant.ActivityExecuting
	}
	waits := false
	for _, v := range views {
		if v.Run.Status.Ended() {
			continue
		}
		if v.Waits() {
			waits = true
			continue
		}
		for _, t := range v.Tasks {
			if t.Status == assistant.TaskInProgress || t.Status == assistant.TaskOpen {
				return assistant.ActivityExecuting
			}
		}
	}
	if waits {
		return assistant.ActivityWaiting
	}
	return assistant.ActivityNone
}
