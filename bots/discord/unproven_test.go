package discord_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots/discord"
)

// A machine whose clock is off looks from outside as if nobody pressed anything. A wrong signature is nothing to be told of: Discord
// itself sends some, to see whether they are refused.
func TestThatTheClockIsOffIsSaidOnceInAWhile(t *testing.T) {
	var said bytes.Buffer
	now := time.Now().Add(time.Hour)
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		c.Log, c.Now = slog.New(slog.NewTextHandler(&said, nil)), func() time.Time { return now }
	})
	knock := func(at time.Time, signed string) int {
		r := httptest.NewRequest(http.MethodPost, "/discord/interactions", strings.NewReader(`{"type":1}`))
		fake.Sign(r.Header, at, []byte(signed))
		w := httptest.NewRecorder()
		bot.ServeHTTP(w, r)
		return w.Code
	}
	if knock(now, `{"type":2}`) != 401 || said.Len() > 0 {
		t.Error(said.String())
	}
	for range 2 {
		if code := knock(now.Add(-time.Hour), `{"type":1}`); code != 401 {
			t.Error(code)
		}
	}
	if got := said.String(); strings.Count(got, "set the clock") != 1 || !strings.Contains(got, "ahead=1h0m") {
		t.Error(got)
	}
}
