package discord_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// NewestHeard implements the backlog.
func (i *inbox) NewestHeard(context.Context, assistant.TenantID, assistant.Surface, int) ([]assistant.Inbound, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	newest := map[assistant.Place]assistant.Inbound{}
	for _, in := range i.received {
		if in.Change == assistant.ChangeSaid {
			newest[in.Place] = in
		}
	}
	var out []assistant.Inbound
	for _, in := range newest {
		out = append(out, in)
	}
	return out, nil
}

// HeardIn implements the backlog.
func (i *inbox) HeardIn(_ context.Context, _ assistant.TenantID, _ assistant.Surface, space, channel string, _ int) ([]assistant.Inbound, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	var out []assistant.Inbound
	for _, in := range i.received {
		if in.Place.Space != space || in.Place.Channel != channel {
			continue
		}
		if at := slices.IndexFunc(out, func(x assistant.Inbound) bool { return x.ExternalID == in.ExternalID }); at >= 0 {
			out[at].Text, out[at].Change = in.Text, in.Change
			continue
		}
		in.Person = assistant.PersonID("person of " + in.From.External)
		out = append(out, in)
	}
	slices.Reverse(out)
	return out, nil
}

// KnownIn implements the backlog. The inbox knows of no posts.
func (i *inbox) KnownIn(_ context.Context, _ assistant.TenantID, _ assistant.Surface, messages map[string]string) (map[string]bool, error) {
	known := map[string]bool{}
	for _, in := range i.all() {
		if messages[in.Place.Channel] == in.ExternalID {
			known[in.ExternalID] = true
		}
	}
	return known, nil
}

// HeardUntil implements the backlog.
func (i *inbox) HeardUntil(context.Context, assistant.TenantID, assistant.Surface) (time.Time, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.until, nil
}

// MarkHeard implements the backlog. The first mark of all is where listening began, and counts as none.
func (i *inbox) MarkHeard(_ context.Context, _ assistant.TenantID, _ assistant.Surface, until time.Time) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.noting != nil {
		if err := i.noting(); err != nil {
			return err
		}
	}
	if i.until.IsZero() && i.marks == 0 && !i.began {
		i.until, i.began = until, true
		return nil
	}
	if until.After(i.until) {
		i.until = until
	}
	i.marks++
	return nil
}

func (i *inbox) marked() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.marks
}

// brief is what was heard, a line each, sorted.
func (i *inbox) brief() []string {
	var out []string
	for _, in := range i.all() {
		who := in.From.External
		if in.Person != "" {
			who = string(in.Person)
		}
		out = append(out, string(in.Change)+" “"+in.Text+"” by "+who)
	}
	slices.Sort(out)
	return out
}

// botOn is a bot that knows only what the inbox knows.
func botOn(fake *fakediscord.Server, in *inbox) *discord.Bot {
	c := discord.Config{
		Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant", Backlog: in,
		Pace: discord.Pace{Requests: 1e6, IdentifyEvery: time.Millisecond},
	}
	in.use(&c)
	return discord.New(c)
}

// up starts a bot that knows only what the inbox knows, and returns once it has caught up.
func up(t *testing.T, fake *fakediscord.Server, in *inbox, change func(*discord.Config)) (stop func()) {
	t.Helper()
	c := discord.Config{
		Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant", Backlog: in,
		Pace: discord.Pace{Requests: 1e6, IdentifyEvery: time.Millisecond},
	}
	in.use(&c)
	if testing.Verbose() {
		c.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	if change != nil {
		change(&c)
	}
	bot := discord.New(c)
	ctx, cancel := context.WithCancel(context.Background())
	before, ended := in.marked(), make(chan struct{})
	go func() { defer close(ended); _ = bot.Run(ctx) }()
	stop = func() { cancel(); <-ended }
	t.Cleanup(stop)
	eventually(t, "it has caught up", func() bool { return in.marked() > before })
	return stop
}

func TestWhatHappenedWhileItWasDownIsHeardOnce(t *testing.T) {
	t.Parallel()
	const fresh, elsewhere = "700000000000000011", "700000000000000012"
	in := newInbox()
	fake, _ := fakeAndBot(t, nil)
	fake.AddChannel(fresh, fakediscord.Text)
	fake.AddChannel(elsewhere, fakediscord.Text)
	me := "<@" + fake.Application + "> "
	fake.Now = func() time.Time { return time.Now().Add(-5 * time.Minute) }
	old := fake.Write(fresh, bob, me+"from before it ever listened")
	fake.Now = time.Now

	stop := up(t, fake, in, nil)
	root := fake.Mention(text, anna, "create a page")
	eventually(t, "the mention is taken", func() bool { return len(in.all()) == 1 })
	kept, edited, gone := fake.Say(root, anna, "kept"), fake.Say(root, bob, "edited"), fake.Say(root, bob, "gone")
	fake.Say(direct, anna, "hello")
	fake.Say(fresh, bob, "nothing for the bot")
	eventually(t, "all is taken", func() bool { return len(in.all()) == 5 })
	fake.Change(root, kept, "kept, in blue") // it hears this one live
	eventually(t, "the edit is taken", func() bool { return len(in.all()) == 6 })
	stop()
	heard := in.brief()

	fake.Change(root, edited, "edited twice")
	fake.Change(root, edited, "edited while away")
	fake.Delete(root, gone)
	fake.Change(text, root, me+"create two pages")
	late := fake.Write(root, anna, "new while away")
	fake.SetMember(anna, "Anna from Sales", "810000000000000001")
	fake.Change(root, late, "new and changed while away")
	fake.Write(direct, anna, "are you there?")
	fake.Write(fresh, bob, "nobody is meant")
	summons := fake.Write(fresh, bob, me+"help")
	hidden := fake.StartThread(elsewhere, "a thread")
	fake.Write(hidden, anna, me+"here too")
	fake.Hide(elsewhere)

	want := append(slices.Clone(heard),
		"edited “edited while away” by "+bob, "deleted “” by person of "+bob, "edited “create two pages” by "+anna,
		"said “new and changed while away” by "+anna, "said “are you there?” by "+anna, "said “help” by "+bob, "said “here too” by "+anna)
	slices.Sort(want)
	for range 2 { // the second start finds nothing that is new
		stop = up(t, fake, in, nil)
		same(t, want, in.brief())
		stop()
	}
	for _, r := range in.all() {
		if r.Text == "new and changed while away" && (r.From.Name != "Anna from Sales" || len(r.From.Groups) != 1) {
			t.Errorf("it came without its author's name and roles: %+v", r.From)
		}
	}
	if !fake.HasThread(summons) || fake.HasThread(old) {
		t.Error("the mention in the fresh channel began no conversation, or one from before did")
	}
	clean(t, fake)
}

func TestWhatIsOnlyUncertainlyGoneIsNotTakenBack(t *testing.T) {
	t.Parallel()
	in := newInbox()
	fake, _ := fakeAndBot(t, nil)
	stop := up(t, fake, in, nil)
	root := fake.Mention(text, anna, "create a page")
	eventually(t, "the mention is taken", func() bool { return len(in.all()) == 1 })
	fake.Say(root, anna, "in blue")
	eventually(t, "the follow-up is taken", func() bool { return len(in.all()) == 2 })
	stop()
	fake.Hide(text)
	stop = up(t, fake, in, nil)
	stop()
	fake.Hide(root)
	stop = up(t, fake, in, nil)
	stop()
	fake.RemoveChannel(root)
	stop = up(t, fake, in, nil)
	stop()
	if got := in.all(); len(got) != 2 {
		t.Errorf("%v", in.brief())
	}
	clean(t, fake)
}

func TestAQuietChannelIsNotReadBack(t *testing.T) {
	t.Parallel()
	in := newInbox()
	fake, _ := fakeAndBot(t, nil)
	const busy = "700000000000000011"
	fake.AddChannel(busy, fakediscord.Text)
	in.until = time.Now().Add(-time.Hour)
	fake.Write(busy, bob, "words")
	up(t, fake, in, nil)
	if n := fake.Calls("GET channels/messages"); n != 1 {
		t.Errorf("%d channels were read", n)
	}
	clean(t, fake)
}

func TestNothingIsNotedAsHeardThatIsNotStored(t *testing.T) {
	t.Parallel()
	in := newInbox()
	fake, _ := fakeAndBot(t, nil)
	stop := up(t, fake, in, nil)
	in.mu.Lock()
	in.fail, in.until = 1e6, time.Time{}
	in.mu.Unlock()
	calls := fake.Calls("POST channels/messages/threads")
	fake.Mention(text, anna, "create a page")
	eventually(t, "it is tried", func() bool { return fake.Calls("POST channels/messages/threads") > calls })
	before := fake.Readies()
	fake.Op(7)
	eventually(t, "it is back", func() bool { return fake.Readies() > before })
	stop()
	if in.marked() != 1 || !in.until.IsZero() {
		t.Errorf("noted %d times, until %v", in.marked(), in.until)
	}
	in.fail = 0
	in.until = time.Now().Add(-time.Minute)
	up(t, fake, in, nil)
	if got := strings.Join(in.brief(), "\n"); got != "said “create a page” by "+anna {
		t.Error(got)
	}
}

// The very first mention of all is not lost, either, where the process ends before it has stored or noted anything.
func TestWhatIsSaidFirstOfAllIsReadBack(t *testing.T) {
	t.Parallel()
	in := newInbox()
	fake, _ := fakeAndBot(t, nil)
	in.fail = 1e6
	in.noting = func() error {
		if fake.Readies() > 0 {
			return errors.New("it dies before it can be noted")
		}
		return nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = botOn(fake, in).Run(ctx) }()
	eventually(t, "it listens", func() bool { return fake.Readies() == 1 })
	fake.Mention(text, anna, "create a page")
	eventually(t, "it is tried", func() bool { return fake.Calls("POST channels/messages/threads") > 0 })
	cancel()
	<-ended
	in.mu.Lock()
	in.fail, in.noting = 0, nil
	in.mu.Unlock()
	up(t, fake, in, nil)
	if got := strings.Join(in.brief(), "\n"); got != "said “create a page” by "+anna {
		t.Error(got)
	}
}

func TestWhatCannotBeReadBackIsNotNotedAsHeard(t *testing.T) {
	t.Parallel()
	const busy = "700000000000000011"
	in := newInbox()
	in.until = time.Now().Add(-time.Hour)
	fake := sharded(t, fakediscord.Config{IdentifyEvery: time.Millisecond})
	fake.AddChannel(busy, fakediscord.Text)
	fake.Write(busy, anna, "<@"+fake.Application+"> help")
	for range 3 {
		fake.Fault("GET channels/messages", fakediscord.Fault{Status: 502})
	}
	starting(t, fake, in, nil)
	eventually(t, "it is tried three times", func() bool { return fake.Calls("GET channels/messages") == 3 })
	before := fake.Readies()
	fake.Op(7)
	eventually(t, "it is back", func() bool { return fake.Readies() > before })
	eventually(t, "the mention is taken, and only then noted", func() bool { return len(in.all()) == 1 && in.marked() == 1 })
}

func (i *inbox) heardUntil() time.Time {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.until
}

// stalled lets nobody read some channels.
type stalled struct {
	mu   sync.Mutex
	held map[string]bool
}

func (s *stalled) hold(channels []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = map[string]bool{}
	for _, c := range channels {
		s.held[c] = true
	}
}

// RoundTrip implements [http.RoundTripper].
func (s *stalled) RoundTrip(r *http.Request) (*http.Response, error) {
	at, reads := strings.CutSuffix(r.URL.Path, "/messages")
	s.mu.Lock()
	held := s.held[path.Base(at)]
	s.mu.Unlock()
	if reads && held && r.Method == http.MethodGet {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return http.DefaultTransport.RoundTrip(r)
}

// What was missed longest is read before what was missed since, and before what is known is held against the platform: here neither
// ever ends, and there are more of both than are read at a time.
func TestWhatWasMissedIsReadBeforeAnythingElse(t *testing.T) {
	slow := &stalled{}
	fake, in, _ := listening(t, func(c *discord.Config) {
		c.HTTPClient = &http.Client{Transport: slow}
		c.Pace.Requests = 1e6
	})
	const many = 40
	var threads []string
	for range many {
		threads = append(threads, fake.Mention(text, anna, "create a page"))
	}
	eventually(t, "all are taken", func() bool { return len(in.all()) == many })
	slow.hold(threads[1:])
	before := fake.Readies()
	fake.Hang(0)
	for _, at := range threads {
		fake.Write(at, anna, "while you were away")
	}
	eventually(t, "it is back", func() bool { return fake.Readies() > before })
	eventually(t, "what was missed longest is read back", func() bool { return len(in.all()) == many+1 })
	clean(t, fake)
}
