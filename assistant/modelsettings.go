package assistant

import "time"

// ModelSettings are the language model that a tenant has set for itself. Without a provider nothing is set.
type ModelSettings struct {
	Provider string // one of [Providers] that take a key or an address
	BaseURL  string // "" for the provider's own address
	Model    string
	Fast     string // of small questions; "" for the same
	Key      Secret // "" where the address wants none
	By       PersonID
	At       time.Time
}

// Set tells whether a model is set.
func (s ModelSettings) Set() bool { return s.Provider != "" }

// SameDoor tells whether others ask the same provider at the same address: a key that was given for the one is given to nobody else.
func (s ModelSettings) SameDoor(o ModelSettings) bool {
	return s.Provider == o.Provider && s.BaseURL == o.BaseURL
}

// KeyEnd is the end of the key, which lets people tell keys apart: at most four letters, and nothing of a key too short to reveal
// any.
func (s ModelSettings) KeyEnd() string {
	const shown, spared = 4, 20
	if len(s.Key) < spared {
		return ""
	}
	return string(s.Key[len(s.Key)-shown:])
}

// ModelOffer is a way to models that people may set: what it is called, and what it asks for.
type ModelOffer struct {
	Key    string
	Label  Sentence
	Page   string // where its keys are made; "" if nobody knows
	Chosen bool   // it is the one that is set
	Form   Form
}

// ModelChoice is the model that is set, and what else may be.
type ModelChoice struct {
	Set      ModelSettings // without its key; the zero value where none is set
	KeyEnd   string        // see [ModelSettings.KeyEnd]
	Offers   []ModelOffer
	Unsealed bool // nothing is there to seal a key with, so that none is kept
}

// ModelGiven is an offer's form as filled in.
type ModelGiven struct {
	Offer  string
	Values map[string]string // by the keys of the offer's fields
	Anyway bool              // it is kept also where it does not answer
}
