package assistant

import "time"

// SetupKey names a part of the installation that operators set up.
type SetupKey string

// The parts.
const (
	SetupModel   SetupKey = "model"
	SetupSlack   SetupKey = "slack"
	SetupDiscord SetupKey = "discord"
	SetupMail    SetupKey = "mail"
	SetupOpenID  SetupKey = "openid"
	SetupAddress SetupKey = "address" // where people reach it
)

// Setup is how a part is set up, as admins read it. It never holds a secret, only where one is set.
type Setup struct {
	Key   SetupKey
	Title Sentence
	On    bool
	State Sentence // what it is set to, or what is not there
	Steps []SetupStep
	Copy  string    // what is to be pasted elsewhere, such as an app's manifest; "" for nothing
	Heard time.Time // when something last happened in a conversation there; zero if nothing has, or it has none
	Tried bool      // it can be tried

	Unpriced []string     // of the models that serve, those whose list price is not known
	Models   []ModelSetup // of the language model: those in use, the main one first
}

// ModelSetup is a language model in use, as admins read it.
type ModelSetup struct {
	Provider  string // as people call it
	Name      string
	Fast      bool // it is asked where a small one does
	Instead   bool // it is asked while the first provider cannot be had
	Priced    bool // what it costs is known
	Ends      time.Time
	State     string // how it stands, and what there is to do about it; "" where it goes on
	Pressing  bool   // it ends within a month, or has ended
	Successor string // that can be tried in its place; "" for none
	Tested    time.Time
	Failed    string // how the last test of it failed, as metrics call it; "" where it did not
}

// SetupStep is one thing to be done.
type SetupStep struct {
	Done bool
	Text Sentence
	Link string // where it is done; "" for nowhere else
}
