package discord_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// Discord puts a thread away after a day without a word, and then takes no edits there.
func TestTheEndOfACardIsShownInAThreadThatWasPutAwayMeanwhile(t *testing.T) {
	fake, bot := fakeAndBot(t, unpaced)
	at := here()
	at.Channel = fake.StartThread(text, "sales")
	run := bots.RunCard{Title: assistant.Say("x")}
	id, err := bot.Post(t.Context(), at, run, "1")
	if err != nil {
		t.Fatal(err)
	}
	fake.Archive(at.Channel, false)
	if err := bot.Edit(t.Context(), at, id, run); !isRefused(err) || !fake.Archived(at.Channel) {
		t.Errorf("what goes on brings the thread back: %v", err)
	}
	run.Status = "completed"
	if err := bot.Edit(t.Context(), at, id, run); err != nil || fake.Posted(at.Channel)[0].Edits != 1 {
		t.Errorf("%v, %d edits", err, fake.Posted(at.Channel)[0].Edits)
	}
	clean(t, fake)
}

func TestADraftIsFinishedInAThreadThatWasPutAwayMeanwhile(t *testing.T) {
	fake, bot := fakeAndBot(t, unpaced)
	at := here()
	at.Channel = fake.StartThread(text, "sales")
	ref, err := bot.Write(t.Context(), at, so("The"), "", draftNonce)
	if err != nil {
		t.Fatal(err)
	}
	fake.Archive(at.Channel, false)
	if done, err := bot.Finish(t.Context(), at, ref, words("The services are three."), draftNonce); err != nil || done != ref || len(fake.Posted(at.Channel)) != 1 {
		t.Errorf("%q, %v, %d messages", done, err, len(fake.Posted(at.Channel)))
	}
	clean(t, fake)
}

// Whoever locked a thread wants nothing more to be said there.
func TestALockedThreadStaysAsItIs(t *testing.T) {
	fake, bot := fakeAndBot(t, unpaced)
	at := here()
	at.Channel = fake.StartThread(text, "sales")
	run := bots.RunCard{Title: assistant.Say("x")}
	id, err := bot.Post(t.Context(), at, run, "1")
	if err != nil {
		t.Fatal(err)
	}
	fake.Archive(at.Channel, true)
	run.Status = "completed"
	if err := bot.Edit(t.Context(), at, id, run); !isRefused(err) || !strings.Contains(err.Error(), "50083") || !fake.Archived(at.Channel) {
		t.Errorf("%v", err)
	}
	fake.Archive(at.Channel, false)
	fake.Fault("PATCH channels", fakediscord.Fault{Status: 503})
	if err := bot.Edit(t.Context(), at, id, run); err == nil || isRefused(err) {
		t.Errorf("it is tried again: %v", err)
	}
	if err := bot.Edit(t.Context(), at, id, run); err != nil {
		t.Error(err)
	}
	clean(t, fake)
}
