package deliver

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

const (
	typingEvery = 8500 * time.Millisecond // Discord shows it for ten seconds
	typingFor   = time.Minute             // at most: if another process posts the output, this one is not told
	typingLimit = 1000                    // channels at a time
)

// Typing shows that somebody is at work where nothing has been shown yet. It is safe for concurrent use.
type Typing struct {
	api *rest.Client
	log *slog.Logger
	now func() time.Time

	mu    sync.Mutex
	until map[string]time.Time // by channel: until when that is believed
}

// NewTyping returns one that shows nothing yet.
func NewTyping(api *rest.Client, log *slog.Logger, now func() time.Time) *Typing {
	return &Typing{api: api, log: log, now: now, until: map[string]time.Time{}}
}

func (t *Typing) begin(channel string, until time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.until) < typingLimit {
		t.until[channel] = until
	}
}

func (t *Typing) end(channel string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.until, channel)
}

// channels lists where somebody is still at work.
func (t *Typing) channels(now time.Time) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []string
	for channel, until := range t.until {
		if now.After(until) {
			delete(t.until, channel)
			continue
		}
		out = append(out, channel)
	}
	return out
}

// Show says so, until the first output is shown and for a minute at most. It is best effort;
// false says that the bot may not write there at all.
func (t *Typing) Show(ctx context.Context, p assistant.Place) bool {
	if !t.typeOnce(ctx, p.Channel) {
		return false
	}
	t.begin(p.Channel, t.now().Add(typingFor))
	return true
}

func (t *Typing) typeOnce(ctx context.Context, channel string) bool {
	err := t.api.CallIfFree(ctx, rest.RouteOf(http.MethodPost, "channels/typing", channel), "channels/"+channel+"/typing", nil, nil)
	if rest.RefusedWith(err, rest.CodeMissingPermissions) || rest.RefusedWith(err, rest.CodeMissingAccess) || rest.RefusedWith(err, rest.CodeArchived) {
		t.log.WarnContext(ctx, "discord does not let the bot write here", slog.String("channel", channel), slog.Any("err", err))
		return false
	}
	if err != nil {
		t.log.DebugContext(ctx, "discord typing not shown", slog.Any("err", err))
	}
	return true
}

// KeepTyping shows it again and again where somebody is at work, until ctx ends.
func (t *Typing) KeepTyping(ctx context.Context) error {
	tick := time.NewTicker(typingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		for _, channel := range t.channels(t.now()) {
			quick, cancel := context.WithTimeout(ctx, 2*time.Second)
			t.typeOnce(quick, channel)
			cancel()
		}
	}
}
