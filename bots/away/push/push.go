// Package push tells people on their devices what waits for them while no page is open, by the browsers' Push API. A message is
// encrypted for one browser (RFC 8291), and its push service accepts it only with the installation's key (RFC 8292).
//
// A message whose answer was lost is sent again with the same id: a push service keeps only the newest message of a topic, and a
// device shows an id only once. So a replica that dies in between neither loses a notification nor shows one twice.
package push

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away"
)

// Config configures a [Surface]. All fields are required.
type Config struct {
	Desk    away.Desk
	Key     Key
	Contact func() string // who runs the installation, for push services that have to reach somebody: an https address or that of a mailbox
	Client  *http.Client  // that goes to the open internet alone, and waits for no answer without end
	Now     func() time.Time
	Log     *slog.Logger
}

// Surface tells people on their devices. It is safe for concurrent use.
type Surface struct {
	Config

	took  *bots.Memory[string, bool] // which device has been told what, while others of its person's could not be
	tries bots.Misses
}

var _ bots.Surface = (*Surface)(nil)

const (
	remembered = 10_000 // devices that were told
	triesMost  = 8      // of a push service that does not take it: half an hour or so
	life       = 24 * time.Hour
)

// New returns a surface. It asks nothing of anybody.
func New(c Config) *Surface {
	return &Surface{Config: c, took: bots.NewMemory[string, bool](remembered)}
}

// Hash implements [bots.Surface].
func (*Surface) Hash(_ context.Context, _ assistant.Place, c bots.Card) string { return away.Hash(c) }

// message is what a device receives: it shows title and body, once per id, and opens the path.
type message struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"`
	Tag   string `json:"tag"` // a later note with the same tag replaces this one
}

// Post implements [bots.Surface]. It sends to each of the person's devices that can be reached, and forgets devices that are gone.
// Failures are retried for some time; this process does not send again to a device that has already accepted the note.
func (s *Surface) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	a, err := s.Desk.Address(ctx, p)
	if err != nil {
		return "", err
	}
	took, again := 0, error(nil)
	for _, r := range a.Reaches {
		err := s.tell(ctx, a, r, c, p, nonce)
		switch {
		case err == nil:
			took++
		case isRefused(err):
			s.Log.InfoContext(ctx, "a device is told nothing", slog.String("reach", string(r.ID)), slog.Any("err", err))
		default:
			again = err
		}
	}
	switch {
	case again != nil && s.tries.Miss(nonce) < triesMost:
		return "", again
	case took > 0:
		return nonce, nil
	case again != nil:
		return "", &bots.RefusedError{Reason: "the push service takes nothing", Err: again}
	default:
		return "", &bots.RefusedError{Reason: "no device takes it", Err: assistant.ErrNotFound}
	}
}

// tell tells one device.
func (s *Surface) tell(ctx context.Context, a away.Addressed, r assistant.Reach, c bots.Card, p assistant.Place, nonce string) error {
	at := nonce + string(r.ID)
	if told, _ := s.took.Of(at); told {
		return nil
	}
	n, err := away.Note(c, r)
	if err != nil {
		return err
	}
	m := message{ID: nonce, Title: n.Title, Body: n.Text, Path: a.Path, Tag: p.Thread}
	if n.By != "" {
		m.Body += "\n" + n.By
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("write what a device is told: %w", err)
	}
	err = s.send(ctx, r, raw, nonce)
	if isGone(err) {
		s.Log.InfoContext(ctx, "a device is forgotten: it is there no more", slog.String("reach", string(r.ID)))
		if err := s.Desk.Reaches.DropReach(ctx, s.Desk.Tenant, a.Person, r.ID); err != nil {
			s.Log.WarnContext(ctx, "forget a device", slog.String("reach", string(r.ID)), slog.Any("err", err))
		}
	}
	if err == nil {
		s.took.Keep(at, true)
	}
	return err
}

// Edit implements [bots.Surface]. What somebody was told stays as it was: its card says what became of it.
func (*Surface) Edit(context.Context, assistant.Place, string, bots.Card) error { return nil }

// Find implements [bots.Surface]. A push service cannot be asked what it has accepted, and need not be: see the package comment.
func (*Surface) Find(context.Context, assistant.Place, string) (string, bool, error) {
	return "", false, nil
}
