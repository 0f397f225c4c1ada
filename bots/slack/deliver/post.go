package deliver

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// Posts shows cards: one message each, or several with files.
type Posts struct {
	Spaces    *install.Registry
	Sender    *Sender
	Indicator *Indicator
	Drawings  *Drawings
	Directs   *Directs
	Threads   *Threads
	Progress  *Progress  // nil: executors at work are shown by cards alone
	Files     bots.Shelf // nil: answers come without the files that were made for people
	Log       *slog.Logger
	uploads   bots.Misses // of files, by the nonce of what they go with
}

// Hash implements [bots.Surface]. A place whose workspace cannot be had shows nothing, and what it looks like there does not matter. In
// a channel itself, where nobody has asked, results are told without the thinking on the way to them.
func (o *Posts) Hash(ctx context.Context, p assistant.Place, c bots.Card) string {
	if _, thinks := c.(bots.ThinkingCard); thinks && inChannel(p) {
		return ""
	}
	var draw blocks.Renderer
	if w, err := o.Spaces.Workspace(ctx, p.Space); err == nil {
		draw = o.Drawings.Of(ctx, w)
	}
	l, ok := draw.Render(c)
	if !ok {
		return ""
	}
	return l.With(bots.Made(c)).Hash()
}

// Post implements [bots.Surface].
func (o *Posts) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	if user, ok := p.Direct(); ok {
		return o.postDirectly(ctx, p, user, c, nonce)
	}
	w, err := o.Spaces.Workspace(ctx, p.Space)
	if err != nil {
		return "", workspace.NotThere(err)
	}
	looks, with := o.Drawings.Of(ctx, w).Messages(c)
	switch {
	case len(looks) == 0:
		return "", &bots.RefusedError{Reason: "not_drawn", Closed: true, Err: fmt.Errorf("slack does not draw %T", c)}
	case len(looks)+len(with) > 1:
		return o.postAll(ctx, w, p, c, looks, with, nonce)
	}
	if ts, done, err := o.begin(ctx, w, p, c, nonce); done {
		return ts, err
	}
	var less bots.Lesser
	ts, err := less.Take(o.Sender.say(ctx, w, p, looks[0], mark{Nonce: nonce, due: o.slotted(p)}))
	if err != nil {
		return "", err
	}
	o.Indicator.busy(ctx, w, p, c)
	return ts, less.Left()
}

// Allows implements [bots.Paced]: Slack takes about a post a second in a channel, from all of an app's processes together.
func (o *Posts) Allows(p assistant.Place) assistant.Pace {
	if _, ok := p.Direct(); ok {
		return assistant.Pace{} // nobody else posts there
	}
	return o.Spaces.Own.Pace.Slots(p.Space, p.Channel)
}

// slotted tells whether a post to the place has already taken its turn; the courier takes turns where there are any.
func (o *Posts) slotted(p assistant.Place) bool { return o.Allows(p).Thing != "" }

// PostedAt implements [bots.Dater]: Slack's ids of messages are times.
func (*Posts) PostedAt(ref string) time.Time {
	return payload.Moment(ref[strings.LastIndexByte(ref, ',')+1:])
}

// Edit implements [bots.Surface]. The metadata stays as the post left it.
func (o *Posts) Edit(ctx context.Context, p assistant.Place, ref string, c bots.Card) error {
	if _, ok := p.Direct(); ok {
		return o.editDirectly(ctx, p, ref, c)
	}
	w, err := o.Spaces.Workspace(ctx, p.Space)
	if err != nil {
		return workspace.NotThere(err)
	}
	looks, _ := o.Drawings.Of(ctx, w).Messages(c) // the words of the others do not change, and files stay
	if len(looks) == 0 {
		return &bots.RefusedError{Reason: "not_drawn", Closed: true, Err: fmt.Errorf("slack does not draw %T", c)}
	}
	if done, err := o.goesOn(ctx, w, p, ref, c); done || err != nil {
		return err
	}
	if err := w.Pace.Edit(p.Channel, ref, c.Settled()); err != nil {
		return err
	}
	var less bots.Lesser
	_, err = less.Take("", o.Sender.change(ctx, w, p, ref, looks[0]))
	if unchangeable(err, c) {
		return &bots.MovedError{Err: err}
	}
	if err != nil {
		return err
	}
	o.Indicator.busy(ctx, w, p, c)
	return less.Left()
}

// inChannel tells whether a place is a channel itself, and neither a thread nor direct messages.
func inChannel(p assistant.Place) bool {
	_, direct := p.Direct()
	return p.Thread == "" && p.Channel != "" && !direct && !strings.HasPrefix(p.Channel, "D")
}
