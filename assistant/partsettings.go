package assistant

import "time"

// PartSettings are what an admin has set of a part of the installation, by the keys of its form. Where nothing is given, nothing is set.
type PartSettings struct {
	Part    SetupKey
	Given   map[string]string // what may be shown again
	Secrets map[string]Secret // what may not
	By      PersonID
	At      time.Time
}

// Set tells whether anything is set.
func (s PartSettings) Set() bool { return len(s.Given)+len(s.Secrets) > 0 }

// Secret is one of the secrets, as whoever sends it needs it.
func (s PartSettings) Secret(key string) string { return string(s.Secrets[key]) }

// PartChoice is what is set of a part, and the form that sets it.
type PartChoice struct {
	On       bool         // something is set, here or by the environment
	Set      PartSettings // what is set here, without its secrets
	Form     Form
	Locked   bool // the environment sets it, so that nothing is set here
	Unsealed bool // nothing is there to seal secrets with, so that none is kept
}

// PartGiven is what somebody has filled in of a part's form.
type PartGiven struct {
	Part   SetupKey
	Values map[string]string
	Anyway bool // it is kept also where it does not pass its test
}
