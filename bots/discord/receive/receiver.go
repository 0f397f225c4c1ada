package receive

import (
	"crypto/ed25519"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/deliver"
	"github.com/aisteam/aisteam/bots/discord/rest"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/tasklist"
)

// Config is what receiving needs. The ports that may be nil say what is missing then; all else must be set.
type Config struct {
	API           *rest.Client
	Token         string
	ApplicationID string
	PublicKey     ed25519.PublicKey // of the application; nil: interactions come over the gateway
	Tenant        assistant.TenantID
	Space         string           // the one server served; "" serves those that Spaces tells
	Spaces        Spaces           // nil, without Space: every server the bot is in is served, and everybody's direct messages
	Public        assistant.Public // where people reach the panel; nil leaves links out
	Panel         deliver.Panel
	Drawing       deliver.Drawing
	Typing        *deliver.Typing
	Inbox         bots.Inbox
	Threads       Threads
	Questions     click.Questions
	Work          Work
	Backlog       Backlog               // nil: only what was missed within this process's life is read back
	Turns         Turns                 // nil: no other process begins sessions of the bot
	History       History               // nil: of much thinking only the newest is shown
	Links         bots.Linking          // nil: accounts cannot be linked
	Tasks         *tasklist.Tasks       // nil: there are no background tasks
	Settings      *ownsettings.Settings // nil: people set nothing by forms
	Happens       Happens               // nil: what happens in channels starts none
	Standings     Standings             // nil: how accounts stand is not kept
	Roster        bots.Roster
	Bodies        *bots.Intake  // of what comes, until it is known to be Discord's
	IdentifyEvery time.Duration // between the sessions that begin
	Acked         func(route bots.Route, outcome bots.Ack, took time.Duration)
	Log           *slog.Logger
	Now           func() time.Time
}

// Receiver takes what people do on Discord. It is safe for concurrent use.
type Receiver struct {
	Config
	*admission
	*interactions
	*messages

	channels *channels
}

// New returns a receiver. It starts nothing and asks Discord nothing.
func New(c Config) *Receiver {
	may, open := newAdmission(c), &opener{c}
	found := &channels{c, may}
	return &Receiver{
		Config: c, admission: may,
		interactions: newInteractions(c, may, open),
		channels:     found,
		messages: &messages{
			Config: c, admission: may, opener: open, channels: found, authors: bots.NewMemory[string, author](rest.Kept),
			heard: bots.NewMemory[string, last](rest.Kept), barren: bots.NewMemory[string, bool](rest.Kept),
			begun: bots.NewMemory[string, bool](rest.Kept), introduced: bots.NewMemory[string, introduced](rest.Kept),
		},
	}
}

// interactions answers commands, clicks and forms, over HTTP and for the gateway: it lets them in, and each goes to its part.
type interactions struct {
	Config
	*admission
	*whispers
	*slash

	presses  *presses
	pages    *pages
	asks     *asking
	tasks    *tasks
	own      *own
	unproven *bots.Unproven
}

func newInteractions(c Config, may *admission, open *opener) *interactions {
	words, presses := &whispers{c}, &presses{Config: c, taker: click.NewTaker(c.Inbox, c.Questions, c.Log)}
	asks := &asking{Config: c, opener: open, whispers: words, asked: bots.NewMemory[string, bool](rest.Kept)}
	runs := &runReader{c}
	list, own := &tasks{Config: c, runs: runs}, &own{c}
	return &interactions{
		Config: c, admission: may, whispers: words, presses: presses, pages: &pages{c}, asks: asks, tasks: list, own: own,
		slash: &slash{Config: c, runs: runs, presses: presses, asks: asks, list: list, own: own},

		unproven: &bots.Unproven{Log: c.Log, Now: c.Now},
	}
}

// messages takes what people say, edit and delete.
type messages struct {
	Config
	*admission
	*opener
	channels   *channels
	authors    *bots.Memory[string, author]     // of messages that were taken: a removal does not say whose it was
	heard      *bots.Memory[string, last]       // the newest message of each channel that was taken from
	barren     *bots.Memory[string, bool]       // threads of the bot's that no conversation begins with
	begun      *bots.Memory[string, bool]       // threads that the bot has started, in this process or another
	introduced *bots.Memory[string, introduced] // members of servers, by server and user, as Discord said it a moment ago
}
