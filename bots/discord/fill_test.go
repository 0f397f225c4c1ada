package discord_test

import (
	"testing"

	"github.com/aisteam/aisteam/internal/fakediscord"
)

func TestAChannelThatCouldNotBeReadBackIsTriedAgain(t *testing.T) {
	fake, in, _ := listening(t, nil)
	root := fake.Mention(text, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	wrong := fakediscord.Fault{Status: 502, Body: "<html>"}
	fake.Fault("GET channels/messages", wrong, fakediscord.Fault{Cut: true}, wrong, wrong) // both channels
	before := fake.Readies()
	fake.Hang(0)
	fake.Write(root, anna, "while you were away") // no event: it has to be read back
	eventually(t, "it is back", func() bool { return fake.Readies() > before })
	eventually(t, "what was missed is read back", func() bool { return len(in.all()) == 2 })
}

func TestWhatIsSaidInAThreadBeforeItsFirstMessageIsStoredIsHeard(t *testing.T) {
	fake, in, _ := listening(t, nil)
	in.mu.Lock()
	in.fail = 3
	in.mu.Unlock()
	root := fake.Mention(text, anna, "hello")
	eventually(t, "the thread is there", func() bool { return fake.HasThread(root) })
	fake.Say(root, anna, "and another thing")
	eventually(t, "both are taken", func() bool { return len(in.all()) == 2 })
}
