package discord

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
	typingFor   = time.Minute             // at most: where another process shows the output, nobody says so here
	typingLimit = 1000                    // channels at a time
)

// busyness is where somebody is at work and nothing has been shown yet, and until when that is believed.
type busyness struct {
	mu    sync.Mutex
	until map[string]time.Time // by channel
}

func (t *busyness) begin(channel string, until time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.until) < typingLimit {
		t.until[channel] = until
	}
}

func (t *busyness) end(channel string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.until, channel)
}

// channels lists where somebody is still at work.
func (t *busyness) channels(now time.Time) []string {
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

// typing shows that somebody is at work, until the first output is shown and for a minute at most. It is best effort;
// false says that the bot may not write there at all.
func (b *Bot) typing(ctx context.Context, p assistant.Place) bool {
	if !b.typeOnce(ctx, p.Channel) {
		return false
	}
	b.busy.begin(p.Channel, b.Now().Add(typingFor))
	return true
}

func (b *Bot) typeOnce(ctx context.Context, channel string) bool {
	err := b.api.Call(ctx, rest.RouteOf(http.MethodPost, "channels/typing", channel), "channels/"+channel+"/typing", nil, nil)
	if rest.RefusedWith(err, rest.CodeMissingPermissions) || rest.RefusedWith(err, rest.CodeMissingAccess) || rest.RefusedWith(err, rest.CodeArchived) {
		b.Log.WarnContext(ctx, "discord does not let the bot write here", slog.String("channel", channel), slog.Any("err", err))
		return false
	}
	if err != nil {
		b.Log.DebugContext(ctx, "discord typing not shown", slog.Any("err", err))
	}
	return true
}

// KeepTyping shows it again and again where somebody is at work, until ctx ends.
func (b *Bot) KeepTyping(ctx context.Context) error {
	tick := time.NewTicker(typingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		for _, channel := range b.busy.channels(b.Now()) {
			quick, cancel := context.WithTimeout(ctx, 2*time.Second)
			b.typeOnce(quick, channel)
			cancel()
		}
	}
}
