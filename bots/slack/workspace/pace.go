package workspace

import (
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Pace is how fast the bot writes. Zero fields have defaults.
type Pace struct {
	Posts     rate.Limit    // per channel and second; 1
	PostBurst int           // 20
	EditEvery time.Duration // of one card that has not reached its end; 3 s
	EditBurst int           // edits that need not wait; 3
	MoreEvery time.Duration // of one stream; 0.7 s

	ReadBackEvery time.Duration // between calls that read back what was missed: others need the same methods; 1.5 s
}

// Pacer keeps to the pace and to what Slack has asked for. It never blocks: it says how long to wait.
type Pacer struct {
	Pace
	now func() time.Time

	posts *bots.Limits // by channel
	edits *bots.Limits // by channel and message

	mu   sync.Mutex
	held map[string]time.Time // methods that Slack has put off
}

func newPacer(p Pace, now func() time.Time) *Pacer {
	if p.Posts <= 0 {
		p.Posts = 1
	}
	if p.PostBurst <= 0 {
		p.PostBurst = 20
	}
	if p.EditEvery <= 0 {
		p.EditEvery = 3 * time.Second
	}
	if p.EditBurst <= 0 {
		p.EditBurst = 3
	}
	if p.MoreEvery <= 0 {
		p.MoreEvery = 700 * time.Millisecond
	}
	if p.ReadBackEvery <= 0 {
		p.ReadBackEvery = 1500 * time.Millisecond
	}
	return &Pacer{
		Pace: p, now: now, posts: bots.NewLimits(now), edits: bots.NewLimits(now), held: map[string]time.Time{},
	}
}

// Posted notes a post whose slot has come: those without one wait for it. Slack itself may have put posts off.
func (p *Pacer) Posted(channel string) error {
	err := p.Hold("chat.postMessage")
	if err == nil {
		_ = p.take("chat.postMessage", p.posts, channel, p.Posts, p.PostBurst) // where nothing is left, others wait longer already
	}
	return err
}

// Slots is the pace of a channel that many post to, over all processes.
func (p *Pacer) Slots(space, channel string) assistant.Pace {
	if p.Posts == rate.Inf || strings.HasPrefix(channel, "D") {
		return assistant.Pace{}
	}
	return assistant.Pace{
		Thing: "posts/slack/" + space + "/" + channel, Every: time.Duration(float64(time.Second) / float64(p.Posts)), Burst: p.PostBurst,
	}
}

// Post takes the channel's turn, or says when to come back.
func (p *Pacer) Post(channel string) error {
	return p.take("chat.postMessage", p.posts, channel, p.Posts, p.PostBurst)
}

// Edit takes the message's turn. A settled card only waits for Slack itself.
func (p *Pacer) Edit(channel, ts string, settled bool) error {
	if settled {
		return p.Hold("chat.update")
	}
	return p.take("chat.update", p.edits, channel+"/"+ts, rate.Every(p.EditEvery), p.EditBurst)
}

// More takes a stream's turn.
func (p *Pacer) More(channel, ts string) error {
	return p.take("chat.appendStream", p.edits, "stream/"+channel+"/"+ts, rate.Every(p.MoreEvery), 1)
}

func (p *Pacer) take(method string, of *bots.Limits, key string, l rate.Limit, burst int) error {
	if err := p.Hold(method); err != nil {
		return err
	}
	return of.Take(key, l, burst)
}

// Hold tells whether Slack has put the method off.
func (p *Pacer) Hold(method string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.held[method].Sub(p.now()); d > 0 {
		return &bots.LaterError{After: d}
	}
	return nil
}

// putOff keeps to a Retry-After.
func (p *Pacer) putOff(method string, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held[method] = p.now().Add(d)
}

// Ahead acquires one of the calls that are reserved for urgent catch-ups.
func (p *Pacer) Ahead(method string) error {
	return p.take(method, p.edits, "ahead", rate.Every(aheadEvery), aheadBurst)
}

// aheadEvery is the pace of reading ahead, separate from catching up: Slack allows about fifty calls a minute.
const aheadEvery = 6 * time.Second

const aheadBurst = 10
