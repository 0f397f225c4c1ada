package fakeslack_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

func start(t *testing.T) (*fakeslack.Server, *slackapi.Client) {
	t.Helper()
	s, err := fakeslack.New(context.Background(), fakeslack.Config{Schema: fakeslack.FindSchema()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	s.AddChannel("C1")
	return s, slackapi.New(s.Token, slackapi.OptionAPIURL(s.APIURL()))
}

func post(t *testing.T, c *slackapi.Client, channel string, blocks ...slackapi.Block) error {
	t.Helper()
	_, _, err := c.PostMessageContext(t.Context(), channel, slackapi.MsgOptionText("x", false), slackapi.MsgOptionBlocks(blocks...),
		slackapi.MsgOptionDisableLinkUnfurl(), slackapi.MsgOptionDisableMediaUnfurl())
	return err
}

func TestTheFakeRefusesWhatSlackRefuses(t *testing.T) {
	markdown := func(n int) slackapi.Block { return slackapi.NewMarkdownBlock("", strings.Repeat("x", n)) }
	for name, c := range map[string]struct {
		channel string
		blocks  []slackapi.Block
		want    string
	}{
		"fine":            {"C1", []slackapi.Block{markdown(12_000)}, ""},
		"unknown channel": {"C9", []slackapi.Block{markdown(1)}, "channel_not_found"},
		"too much":        {"C1", []slackapi.Block{markdown(6001), markdown(6000)}, "msg_blocks_too_long"},
		"words alone":     {"C1", nil, ""},
		"one id twice":    {"C1", []slackapi.Block{slackapi.NewMarkdownBlock("a", "x"), slackapi.NewMarkdownBlock("a", "y")}, "invalid_blocks"},
		"too many in all": {"C1", make51(), "invalid_blocks"},
	} {
		s, client := start(t)
		err := post(t, client, c.channel, c.blocks...)
		if got := text(err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if (len(s.Violations()) > 0) != (c.want != "" && c.want != "channel_not_found") {
			t.Errorf("%s: violations %v", name, s.Violations())
		}
	}
}

func make51() []slackapi.Block {
	var out []slackapi.Block
	for range 51 {
		out = append(out, slackapi.NewDividerBlock())
	}
	return out
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestFaultsComeInTheirTurn(t *testing.T) {
	s, client := start(t)
	s.Fault("chat.postMessage", fakeslack.Fault{Status: http.StatusTooManyRequests, RetryAfter: 4 * time.Second}, fakeslack.Fault{Cut: true})
	if limited, ok := errors.AsType[*slackapi.RateLimitedError](post(t, client, "C1", slackapi.NewDividerBlock())); !ok || limited.RetryAfter != 4*time.Second {
		t.Errorf("no 429: %v", limited)
	}
	if err := post(t, client, "C1", slackapi.NewDividerBlock()); err == nil || len(s.Messages("C1")) != 1 {
		t.Errorf("not cut after accepting: %v, %d messages", err, len(s.Messages("C1")))
	}
	if err := post(t, client, "C1", slackapi.NewDividerBlock()); err != nil || s.Calls("chat.postMessage") != 3 {
		t.Errorf("%v after %d calls", err, s.Calls("chat.postMessage"))
	}
}

func TestATokenThatIsNotOursOpensNothing(t *testing.T) {
	s, _ := start(t)
	other := slackapi.New("xoxb-other", slackapi.OptionAPIURL(s.APIURL()))
	if err := post(t, other, "C1", slackapi.NewDividerBlock()); text(err) != "invalid_auth" {
		t.Errorf("error: %v", err)
	}
}
