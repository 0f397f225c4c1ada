package llm

// ReworkFacts is the input of [PurposeRework].
type ReworkFacts struct {
	Wish       string       `json:"wish"`       // what the person wants otherwise, in their own words
	Step       string       `json:"step"`       // what the step does
	Tool       string       `json:"tool"`       // that it is done with
	Parameters []Pair       `json:"parameters"` // of the step, that can be written otherwise
	Writers    []WriterFact `json:"writers"`    // earlier steps that wrote for it
}

// WriterFact is an earlier step that wrote for the one that people want otherwise.
type WriterFact struct {
	Key     string `json:"key"`
	Summary string `json:"summary"`
	Wrote   string `json:"wrote,omitempty"` // the beginning of it
}

// ReworkReply is the reply to [PurposeRework].
type ReworkReply struct {
	Parameters []Pair   `json:"parameters" jsonschema:"only those of the step's own parameters that are to be different, with their new values"`
	Writers    []string `json:"writers" jsonschema:"the keys of the writers who are to write anew with the wish"`
}
