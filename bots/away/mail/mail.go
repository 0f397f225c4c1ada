// Package mail tells people by e-mail what waits for them. A mail leads to the card on the panel, and to nothing else: it holds no token, and
// following it decides nothing.
//
// No mail server can be asked what it took. A mail whose answer was lost is not sent again, since its person would get it twice: it counts as
// refused, and the next way that they have is tried.
package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away"
	"github.com/aisteam/aisteam/wording"
)

// Config configures a [Surface]. All fields are required.
type Config struct {
	Desk   away.Desk
	Server Server
	Panel  assistant.Public
	Log    *slog.Logger
}

// Surface tells people by mail. It is safe for concurrent use.
type Surface struct {
	Config

	tries bots.Misses
}

var _ bots.Surface = (*Surface)(nil)

const (
	laterAfter = 20 * time.Second
	triesMost  = 10
)

// New returns a surface. It asks nothing of anybody.
func New(c Config) *Surface { return &Surface{Config: c} }

// Hash implements [bots.Surface].
func (*Surface) Hash(_ context.Context, _ assistant.Place, c bots.Card) string { return away.Hash(c) }

// Post implements [bots.Surface].
func (s *Surface) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	a, err := s.Desk.Address(ctx, p)
	if err != nil {
		return "", err
	}
	to := a.Reaches[len(a.Reaches)-1]
	n, err := away.Note(c, to)
	if err != nil {
		return "", err
	}
	l := letter{in: n.In, subject: n.Title + ": " + n.Text, lines: []string{n.Text}, link: s.Panel.Now().URL + a.Path, open: n.In.Say("Open it on the panel"), foot: n.In.Say("Nothing is decided by opening it. You get this since you have given this address under “Notifications” on the panel.")}
	if n.By != "" {
		l.lines = append(l.lines, n.By)
	}
	m, err := s.Server.written(l, string(to.To), nonce)
	if err != nil {
		return "", &bots.RefusedError{Reason: "no address", Err: err}
	}
	err = s.Server.send(ctx, m)
	if later, put := errors.AsType[*bots.LaterError](err); put && s.tries.Miss(nonce) >= triesMost {
		return "", &bots.RefusedError{Reason: "the mail server takes nothing", Err: later.Err}
	}
	if err != nil {
		return "", err
	}
	return nonce, nil
}

// Edit implements [bots.Surface]. What somebody was told stays as it was: its card says what became of it.
func (*Surface) Edit(context.Context, assistant.Place, string, bots.Card) error { return nil }

// Find implements [bots.Surface]. A mail that may have been sent is not sent again.
func (*Surface) Find(context.Context, assistant.Place, string) (string, bool, error) {
	return "", false, &bots.RefusedError{Reason: "the mail server's answer was lost", Err: errors.New("it may have been sent")}
}

// Sends tells that mail is sent, as long as there is a surface.
func (*Surface) Sends() bool { return true }

// Confirm sends somebody the link by which they confirm an address.
func (s *Surface) Confirm(ctx context.Context, to string, in assistant.Language, path string) error {
	w := wording.In(in)
	m, err := s.Server.written(letter{
		in: w, subject: w.Say("Confirm your address"), lines: []string{w.Say("Somebody wants to be told at this address what waits for them in AISTEAM. If it was you, open this link where you are signed in, within a day. If it was not, do nothing.")},
		link: s.Panel.Now().URL + path, open: w.Say("Confirm your address"),
	}, to, "")
	if err == nil {
		err = s.Server.send(ctx, m)
	}
	if err != nil {
		return fmt.Errorf("send the link that confirms an address: %w", err)
	}
	return nil
}

// SignIn sends somebody the link by which they sign in.
func (s *Surface) SignIn(ctx context.Context, to string, in assistant.Language, path string) error {
	w := wording.In(in)
	m, err := s.Server.written(letter{
		in: w, subject: w.Say("Your link to sign in"), lines: []string{w.Say("This link signs you in to the panel of AISTEAM, once, within a quarter of an hour. Pass it on to nobody.")},
		link: s.Panel.Now().URL + path, open: w.Say("Sign in to the panel"), foot: w.Say("If you have not asked for it, do nothing: nobody comes in without it."),
	}, to, "")
	if err == nil {
		err = s.Server.send(ctx, m)
	}
	if err != nil {
		return fmt.Errorf("send a link to sign in: %w", err)
	}
	return nil
}

// ErrAddress refuses text that is no mail address.
var ErrAddress = assistant.BadInput(assistant.Say("That is no e-mail address."), assistant.Say("Write it like anna@example.com. Nothing was changed."))

const addressLongest = 254 // of RFC 5321

// Address reads an address as people write it.
func (*Surface) Address(text string) (string, error) {
	text = strings.TrimSpace(text)
	m := gomail.NewMsg()
	name, domain, ok := strings.Cut(text, "@")
	if !ok || name == "" || !strings.Contains(domain, ".") || len(text) > addressLongest || strings.ContainsAny(text, " <>,;:\"\\\r\n\t") || m.To(text) != nil {
		return "", ErrAddress
	}
	return text, nil
}
