package assistant

import "time"

// ModelWhat is what is known of a model.
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

// ModelNotice is what an admin is told of a language model, once for the whole installation.
type ModelNotice struct {
	Provider string
	Model    string
	Key      string // of what is told; the same is told once
	Title    string // of the conversation that it begins
	Words    string
}

// Operator is the admin who is told what concerns the installation, and the language that they are told it in.
type Operator struct {
	Person   PersonID
	Language Language
}
