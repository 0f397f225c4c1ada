package llm

// RunChangeFacts is the input of [PurposeChangeRun].
type RunChangeFacts struct {
	Text  string        `json:"text"`  // what a person has said, in their own words
	Steps []RunStepFact `json:"steps"` // of the runs at work, in their order
}

// RunStepFact is a step of a run at work.
type RunStepFact struct {
	Key     string `json:"key"`
	Run     string `json:"run"`    // what its run is called
	Number  int    `json:"number"` // by which people call it
	Summary string `json:"summary"`
	Does    string `json:"does"`  // the name of what does it
	Stands  string `json:"state"` // one of the constants below
}

// How a [RunStepFact] stands.
const (
	StepOpen    = "not begun"
	StepWaiting = "waits for approval"
	StepAtWork  = "at work"
	StepEnded   = "ended"
	StepFailed  = "failed"
	StepLeftOut = "left out"
)

// RunChangeReply is the reply to [PurposeChangeRun].
type RunChangeReply struct {
	Change string   `json:"change" jsonschema:"one of: none, leave_out, stop_after, wait, retry, alter"`
	Steps  []string `json:"steps" jsonschema:"the keys of the steps that the words mean; for stop_after the last one that is still to be done, or none for what is at work now"`
}

// What a [RunChangeReply] changes.
const (
	RunChangeNone     = "none"       // the words are about something else, or only ask
	RunChangeLeaveOut = "leave_out"  // steps are not to be done
	RunChangeStopAt   = "stop_after" // nothing is to be done after a step
	RunChangeWait     = "wait"       // nothing more is to begin for now
	RunChangeRetry    = "retry"      // steps that have failed are to be tried again
	RunChangeAlter    = "alter"      // something is to be added to the run, or done otherwise by it
)

// RunChanges are all of them.
func RunChanges() []string {
	return []string{RunChangeNone, RunChangeLeaveOut, RunChangeStopAt, RunChangeWait, RunChangeRetry, RunChangeAlter}
}
