package assistant

import "time"

// SetupKey names a part of the installation that operators set up.
type SetupKey string

// The parts.
const (
	SetupModel   SetupKey = "model"
	SetupSlack   SetupKey = "slack"
	SetupDiscord SetupKey = "discord"
)

// Setup is how a part is set up, as admins read it. It never holds a secret, only where one is set.
type Setup struct {
	Key   SetupKey
	Title string
	On    bool
	State string // what it is set to, or what is not there
	Steps []SetupStep
	Copy  string    // what is to be pasted elsewhere, such as an app's manifest; "" for nothing
	Heard time.Time // when something last happened in a conversation there; zero where nothing has, or it has none
	Tried bool      // it can be tried

	Unpriced []string // of the models that serve, those whose list price is not known
}

// SetupStep is one thing to be done.
type SetupStep struct {
	Done bool
	Text string
	Code string // to be copied; "" for nothing
}
