package receive

import (
	"crypto/ed25519"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/deliver"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// Config is what receiving needs. The ports that may be nil say what is missing then; all else must be set.
type Config struct {
	API           *rest.Client
	Token         string
	ApplicationID string
	PublicKey     ed25519.PublicKey // of the application; nil: interactions come over the gateway
	Tenant        assistant.TenantID
	Space         string // the one server served; "" serves those that Spaces tells
	Spaces        Spaces // nil, without Space: every server the bot is in is served, and everybody's direct messages
	PublicURL     string // where people reach the panel; "" leaves links out
	Panel         deliver.Panel
	Drawing       deliver.Drawing
	Typing        *deliver.Typing
	Inbox         bots.Inbox
	Threads       Threads
	Questions     Questions
	Work          Work
	Backlog       Backlog      // nil: only what was missed within this process's life is read back
	Turns         Turns        // nil: no other process begins sessions of the bot
	History       History      // nil: of much thinking only the newest is shown
	Links         bots.Linking // nil: accounts cannot be linked
	Roster        []assistant.Agent
	Bodies        *bots.Intake  // of what comes, until it is known to be Discord's
	IdentifyEvery time.Duration // between the sessions that begin
	Acked         func(route bots.Route, outcome bots.Ack, took time.Duration)
	Log           *slog.Logger
	Now           func() time.Time
}

// Receiver takes what people do on Discord. It is safe for concurrent use.
type Receiver struct {
	Config
	authors *bots.Memory[string, author] // of messages that were taken: a removal does not say whose it was
	heard   *bots.Memory[string, last]   // the newest message of each channel that was taken from
	strange *bots.Memory[string, bool]   // servers that are not served
	turned  *bots.Memory[string, bool]   // servers and people that were told so
	members *bots.Memory[string, membership]
	servers servers
	taken   *bots.Memory[string, bool] // decisions, by who has taken them
	asked   *bots.Memory[string, bool] // interactions whose questions are on their way, or there
	barren  *bots.Memory[string, bool] // threads of the bot's that no conversation begins with
}

// New returns a receiver. It starts nothing and asks Discord nothing.
func New(c Config) *Receiver {
	yes := func() *bots.Memory[string, bool] { return bots.NewMemory[string, bool](rest.Kept) }
	return &Receiver{
		Config: c, authors: bots.NewMemory[string, author](rest.Kept), heard: bots.NewMemory[string, last](rest.Kept),
		members: bots.NewMemory[string, membership](rest.Kept), strange: yes(), turned: yes(), taken: yes(), asked: yes(), barren: yes(),
	}
}
