package assistant

import "time"

// ModelWhat is a kind of fact about a model.
type ModelWhat string

// What may be known of a model.
const (
	ModelAnswered ModelWhat = "answered" // it has answered
	ModelGone     ModelWhat = "gone"     // its provider knows no such model; it may have been there before
	ModelRerouted ModelWhat = "rerouted" // another one answers in its place, which is the detail
	ModelTested   ModelWhat = "tested"   // somebody has tried it; how that ended is the detail
)

// ModelFact is something that the installation knows of a language model: the newest of its kind.
type ModelFact struct {
	Provider string
	Model    string
	What     ModelWhat
	Detail   string
	At       time.Time
}

// ModelNotice tells an admin something about a language model, once for the whole installation.
type ModelNotice struct {
	Provider string
	Model    string
	Key      string // identifies what is told; the same key is told once
	Title    string // of the conversation that it begins
	Words    string
}

// Operator is the admin who is told about the installation, and their language.
type Operator struct {
	Person   PersonID
	Language Language
}
