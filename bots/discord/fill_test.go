package discord_test

import (
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/aisteam/aisteam/assistant"
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

func TestAMessageHeardAfterAGapHidesNoneThatWasMissedInIt(t *testing.T) {
	const busy = "700000000000000041"
	fake, in, _ := listening(t, nil)
	fake.AddChannel(busy, fakediscord.Text)
	first := fake.Mention(busy, anna, "before the gap")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	in.mu.Lock()
	in.until = time.Now() // as another process notes it
	in.mu.Unlock()
	wrong := fakediscord.Fault{Status: 502}
	fake.Fault("GET channels/messages", wrong, wrong, wrong, wrong, wrong, wrong) // neither channel is read back
	read, before := fake.Calls("GET channels/messages"), fake.Readies()
	fake.Hang(0)
	eventually(t, "it is gone", func() bool { return fake.Sessions() == 0 })
	fake.Write(busy, anna, "<@"+fake.Application+"> missed, of the channel")
	fake.Write(first, anna, "missed, of the thread")
	eventually(t, "it is back", func() bool { return fake.Readies() > before })
	fake.Mention(busy, bob, "heard, of the channel")
	fake.Say(first, bob, "heard, of the thread")
	eventually(t, "what comes is taken", func() bool {
		return slices.ContainsFunc(in.all(), func(x assistant.Inbound) bool { return x.Text == "heard, of the thread" }) && len(in.all()) > 2
	})
	eventually(t, "reading back is given up for now", func() bool { return fake.Calls("GET channels/messages") == read+6 })
	fake.Hang(0)
	eventually(t, "all of it is taken", func() bool { return len(in.all()) == 5 })
	clean(t, fake)
}

func TestHoweverManyChannelsHaveNewsAllOfThemAreRead(t *testing.T) {
	t.Parallel()
	const channels = 250
	in := newInbox()
	in.until = time.Now().Add(-time.Hour)
	fake := sharded(t, fakediscord.Config{IdentifyEvery: time.Millisecond})
	for i := range channels {
		channel := strconv.Itoa(710000000000000000 + i)
		fake.AddChannel(channel, fakediscord.Text)
		fake.Write(channel, anna, "<@"+fake.Application+"> help")
	}
	starting(t, fake, in, nil)
	eventually(t, "all are taken", func() bool { return len(in.all()) == channels })
	clean(t, fake)
}

func TestAThreadWhoseStarterIsGoneBeginsWithTheMentionItWasStartedFrom(t *testing.T) {
	fake, in, _ := listening(t, nil)
	root := fake.Write(text, anna, "<@"+fake.Application+"> said to a replica that has died")
	fake.Begun(text, root) // by that replica, and no more
	fake.Say(root, anna, "and in the thread")
	eventually(t, "both are taken, in order", func() bool {
		got := in.all()
		return len(got) == 2 && got[0].ExternalID == root && got[1].Text == "and in the thread"
	})
	other := fake.Write(text, anna, "said to nobody")
	fake.Begun(text, other)
	fake.Say(other, anna, "nor is this")
	fake.Say(root, anna, "the end")
	eventually(t, "the last is taken", func() bool { return len(in.all()) == 3 })
	clean(t, fake)
}

func TestAThreadThatAnotherProcessHasStartedIsNotStartedAgain(t *testing.T) {
	fake, in, _ := listening(t, nil)
	root := fake.Write(text, anna, "<@"+fake.Application+"> hello")
	fake.Begun(text, root)
	e, ok := fake.Event(text, root)
	if !ok {
		t.Fatal("the mention is not there")
	}
	fake.Dispatch("MESSAGE_CREATE", e)
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	if p := in.all()[0].Place; p.Channel != root || p.Thread != "" {
		t.Errorf("it is not in its thread but in %+v", p)
	}
	if n := fake.Calls("POST channels/messages/threads"); n != 0 {
		t.Errorf("Discord was asked %d times for a thread that is there", n)
	}
	clean(t, fake)
}

func TestWhoWroteMuchWhileNobodyListenedIsAskedForOnce(t *testing.T) {
	fake, in, _ := listening(t, nil)
	fake.Mention(text, bob, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	before := fake.Readies()
	fake.Hang(0)
	for range 5 {
		fake.Write(text, anna, "<@"+fake.Application+"> and this")
	}
	eventually(t, "it is back", func() bool { return fake.Readies() > before })
	eventually(t, "all of it is taken", func() bool { return len(in.all()) == 6 })
	if n := fake.Calls("GET guilds/members"); n != 1 {
		t.Errorf("Discord was asked %d times who one person is", n)
	}
	clean(t, fake)
}

func TestARefusalThatIsCutOffIsNoRefusal(t *testing.T) {
	fake, in, _ := listening(t, nil)
	fake.Fault("POST channels/messages/threads", fakediscord.Fault{
		Status: http.StatusBadRequest, Body: `{"message":"A thread has already been cre`, Headers: http.Header{"Content-Type": {"application/json"}},
	})
	root := fake.Mention(text, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	if p := in.all()[0].Place; p.Channel != root || p.Thread != "" {
		t.Errorf("it is not in its thread but in %+v", p)
	}
}

// One conversation whose beginning cannot be stored holds up those that have begun no longer than it takes to read them back.
func TestWhatCannotBeStoredHoldsUpNoOtherConversation(t *testing.T) {
	fake, in, _ := listening(t, nil)
	const many = 12 // some of them come in another lane than what cannot be stored
	var threads []string
	for range many {
		threads = append(threads, fake.Mention(text, anna, "hello"))
	}
	eventually(t, "all are taken", func() bool { return len(in.all()) == many })
	in.refuse("not now")
	before := fake.Readies()
	fake.Hang(0)
	eventually(t, "it is gone", func() bool { return fake.Sessions() == 0 })
	fake.Write(text, bob, "<@"+fake.Application+"> not now")
	for _, at := range threads {
		fake.Write(at, anna, "while you were away")
	}
	eventually(t, "it is back", func() bool { return fake.Readies() > before })
	eventually(t, "what others said is taken", func() bool { return len(in.all()) > many })
	in.refuse("")
	eventually(t, "all of it is taken", func() bool { return len(in.all()) == 2*many+1 })
	clean(t, fake)
}

func TestWhatIsBeingReadBackIsReadToItsEndThoughTheSessionIsLost(t *testing.T) {
	fake, in, _ := listening(t, nil)
	root := fake.Mention(text, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	wrong := fakediscord.Fault{Status: 502}
	fake.Fault("GET channels/messages", wrong, wrong)
	read, before := fake.Calls("GET channels/messages"), fake.Readies()
	fake.Hang(0)
	fake.Write(root, anna, "while you were away")
	eventually(t, "it is tried", func() bool { return fake.Calls("GET channels/messages") > read })
	for range 50 {
		fake.Greet(func(c *websocket.Conn) { _ = c.Close() }) // no session begins any more
	}
	fake.Hang(0)
	eventually(t, "what was missed is read back", func() bool { return len(in.all()) == 2 })
	if now := fake.Readies(); now != before+1 {
		t.Errorf("%d sessions have begun, not one", now-before)
	}
}
