package assistant

import "time"

// PartSettings are an admin's settings of a part of the installation, by the keys of its form. Without values, the part is not set.
type PartSettings struct {
	Part    SetupKey
	Given   map[string]string // what may be shown again
	Secrets map[string]Secret // what may not
	By      PersonID
	At      time.Time
}

// Set tells whether anything is set.
func (s PartSettings) Set() bool { return len(s.Given)+len(s.Secrets) > 0 }

// Secret returns one of the secrets in clear text.
func (s PartSettings) Secret(key string) string { return string(s.Secrets[key]) }

// PartChoice is the settings of a part and the form for them.
type PartChoice struct {
	On       bool         // something is set, here or by the environment
	Set      PartSettings // what is set here, without its secrets
	Form     Form
	Locked   bool // the environment sets it, so that nothing is set here
	Unsealed bool // nothing is there to seal secrets with, so that none is kept
}

// PartGiven is a part's form as filled in.
type PartGiven struct {
	Part   SetupKey
	Values map[string]string
	Anyway bool // it is kept also where it does not pass its test
}
