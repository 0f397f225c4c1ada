package web

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

// panelStream keeps an open page up to date: the slots that change, what is being written, and what is going on.
func (s *Surface) panelStream(w http.ResponseWriter, r *http.Request) (*follower, error) {
	c, err := s.conversation(r)
	if err != nil {
		return nil, err
	}
	after, err := position(r)
	if err != nil {
		return nil, err
	}
	v := &viewer{s: s, conversation: c.ID}
	if err := v.catchUp(r.Context()); err != nil {
		return nil, err
	}
	v.out = s.openStream(w)
	f := &follower{s: s, id: c.ID, after: after, stays: s.stays(r), left: v.leave}
	f.each = func(ctx context.Context, m moment) (bool, error) { return true, v.show(ctx, m) }
	return f, nil
}

// leave tells a page whose session is over why it hears no more.
func (v *viewer) leave() {
	if drawn, err := v.s.pages.draw("notice", signedOut()); err == nil {
		_ = v.out.send("activity", 0, drawn)
	}
}

// viewer is one open page.
type viewer struct {
	s            *Surface
	out          *stream
	conversation assistant.ConversationID
	pending      assistant.MessageID // the person's newest message, until its turn is over
	running      bool                // a run was going on when last looked
	activity     assistant.Activity
	drafting     bool
}

// catchUp finds out whether a turn or a run is under way as the page opens.
func (v *viewer) catchUp(ctx context.Context) error {
	page, err := v.s.History.Messages(ctx, v.s.Tenant.ID, v.conversation, 0, feedPage)
	if err != nil {
		return err
	}
	v.observe(page.Messages)
	v.running = true // until looked at
	return nil
}

func (v *viewer) observe(ms []assistant.Message) {
	for _, m := range ms {
		if m.Author == assistant.AuthorUser {
			v.pending = m.ID
		}
		if m.Run != "" || directRun(m, nil, nil) != "" {
			v.running = true // or just ended: rest looks
		}
	}
}

func (v *viewer) show(ctx context.Context, m moment) error {
	switch {
	case m.news != nil && m.news.Draft != "":
		return v.draft(ctx, m.news.Draft)
	case m.news != nil:
		return v.indicate(m.news.Activity)
	case m.messages == nil:
		return v.rest(ctx)
	}
	v.observe(m.messages)
	if err := v.slots(ctx, m.messages); err != nil {
		return err
	}
	if v.drafting && spoken(m.messages) {
		return v.draft(ctx, "")
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

// slots sends what changed. A card that cannot be drawn is logged and skipped: the stream goes on for the rest.
func (v *viewer) slots(ctx context.Context, ms []assistant.Message) error {
	last := ms[len(ms)-1].Seq
	changed, err := v.s.drawSlots(ctx, ms, v.s.stored(ctx, v.conversation))
	if err != nil {
		return err
	}
	if len(changed) == 0 {
		return nil
	}
	for i := range changed {
		changed[i].Swap = true
	}
	text, err := v.s.pages.draw("slots", changed)
	if err == nil && maySettle(ms) {
		var waits string
		waits, err = v.waits(ctx)
		text += waits
	}
	if err != nil {
		return err
	}
	return v.out.send("slots", last, text)
}

// waits draws the list of what waits as it is now.
func (v *viewer) waits(ctx context.Context) (string, error) {
	list, err := v.s.waits(ctx)
	if err != nil {
		return "", err
	}
	return v.s.pages.draw("waits", waitsView{List: list, Swap: true})
}

// draftView is an answer that is still being written.
type draftView struct {
	Text  string
	Hosts []string // that may be linked to
}

func (v *viewer) draft(ctx context.Context, text string) error {
	v.drafting = text != ""
	var so *draftView
	if v.drafting {
		so = &draftView{text, v.s.hosts.Of(ctx, v.s.Tenant.ID)}
	}
	drawn, err := v.s.pages.draw("draft", so)
	if err != nil {
		return err
	}
	return v.out.send("draft", 0, drawn)
}

func (v *viewer) indicate(a assistant.Activity) error {
	if a == v.activity {
		return nil
	}
	v.activity = a
	drawn, err := v.s.pages.draw("activity", a)
	if err != nil {
		return err
	}
	return v.out.send("activity", 0, drawn)
}

// rest puts the indicator right when nothing new has come: news may have been lost, of work that began as of work that
// ended.
func (v *viewer) rest(ctx context.Context) error {
	if v.pending != "" {
		done, err := v.s.settled(ctx, v.pending)
		if err != nil {
			return v.out.beat()
		}
		if !done {
			if v.activity == assistant.ActivityNone {
				return v.indicate(assistant.ActivityThinking)
			}
			return v.out.beat()
		}
		v.pending = ""
	}
	if v.running {
		v.running = v.s.working(ctx, v.conversation)
	}
	if v.running {
		if v.activity != assistant.ActivityValidating {
			return v.indicate(assistant.ActivityExecuting)
		}
		return v.out.beat()
	}
	if v.drafting {
		if err := v.draft(ctx, ""); err != nil {
			return err
		}
	}
	if v.activity != assistant.ActivityNone {
		return v.indicate(assistant.ActivityNone)
	}
	return v.out.beat()
}

// working tells whether a task of the conversation is in somebody's hands.
func (s *Surface) working(ctx context.Context, c assistant.ConversationID) bool {
	views, err := s.Work.Runs(ctx, s.Tenant.ID, c)
	if err != nil {
		return true
	}
	for _, v := range views {
		if v.Run.Status.Ended() {
			continue
		}
		for _, t := range v.Tasks {
			if t.Status == assistant.TaskInProgress || (t.Status == assistant.TaskOpen && t.Approval == "") {
				return true
			}
		}
	}
	return false
}
