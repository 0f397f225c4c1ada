package discord_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
)

// booked answers what all processes together ask for, in turn, then nothing but that it may be done now.
type booked struct {
	waits  []time.Duration
	err    error
	things []string
}

func (b *booked) Allow(_ context.Context, thing string, perSecond, atOnce int, _ time.Duration) (wait time.Duration, err error) {
	b.things = append(b.things, thing)
	if perSecond+atOnce > 50 {
		return 0, errors.New("more than Discord takes")
	}
	if len(b.waits) > 0 {
		wait, b.waits = b.waits[0], b.waits[1:]
	}
	return wait, b.err
}

func TestRequestsWaitForTheirTurnAmongThoseOfAllProcesses(t *testing.T) {
	fake, _ := fakeAndBot(t, nil)
	synctest.Test(t, func(t *testing.T) {
		all, in := &booked{}, newInbox()
		key, _ := discord.PublicKey(fake.PublicKey())
		c := discord.Config{
			Token: fake.Token, ApplicationID: fake.Application, PublicKey: key, APIURL: fake.APIURL(), Tenant: "tenant", Together: all,
			HTTPClient: &http.Client{Transport: &within{Handler: fake.Handler()}},
		}
		in.use(&c)
		bot := discord.New(c)
		fake.Connect(bot)
		post := func(nonce string) (time.Duration, error) {
			start := time.Now()
			_, err := bot.Post(t.Context(), here(), words("hello"), nonce)
			return time.Since(start), err
		}
		all.waits = []time.Duration{300 * time.Millisecond}
		if took, err := post("soon"); err != nil || took != 300*time.Millisecond {
			t.Errorf("a turn that comes soon: %v after %v", err, took)
		}
		all.waits = []time.Duration{1500 * time.Millisecond}
		took, err := post("late")
		later, put := errors.AsType[*bots.LaterError](err)
		if !put || later.After != 1500*time.Millisecond || took > 0 || len(fake.Posted(text)) != 1 {
			t.Errorf("a turn that comes late: %v after %v, %d posts", err, took, len(fake.Posted(text)))
		}
		all.err = errors.New("redis is away")
		if took, err := post("alone"); err != nil || took > 0 {
			t.Errorf("nobody knows of the others: %v after %v", err, took)
		}
		asked := len(all.things)
		if a, err := fake.Command(t.Context(), text, anna, "settings"); err != nil || a.Type == 0 || len(all.things) != asked {
			t.Errorf("an interaction asked for a turn: %+v, %v", a, err)
		}
		for _, thing := range all.things {
			if thing != "discord/"+fake.Application {
				t.Errorf("a turn of %s", thing)
			}
		}
	})
	clean(t, fake)
}
