package assistant

import "slices"

// Situation is what the supervisor needs to know to handle a message: everything here is read in one go, under the claim.
type Situation struct {
	Conversation Conversation
	Person       Person              // who started the conversation, or wrote the message at hand where that is known
	Settings     Settings            // of the tenant
	Projects     []Project           // of the tenant
	Recent       []Message           // the last few of kind message, oldest first: the model's window
	Files        []FileRead          // what was read in the files of Recent
	People       map[PersonID]string // the names of those who speak in Recent
	Revised      bool                // the words at hand were changed or taken back since they were said
	Seen         int64               // the log up to here stood where they were said, before they came
	Posting      bool                // something is being posted there at this moment: Seen may be more in a moment
	Question     *Clarification
	Brief        *Brief           // planning in progress, not yet proposed
	Plan         *Plan            // the open version awaiting a decision
	Run          *Run             // the newest run of the conversation
	Tasks        []Task           // of that run, in order
	Approvals    []ApprovalRecord // pending in the conversation
}

// Focus returns the project of that id.
func (s Situation) Focus(id ProjectID) (Project, bool) {
	for _, p := range s.Projects {
		if p.ID == id {
			return p, true
		}
	}
	return Project{}, false
}

// ProjectOf returns the project of that id; what is of none is found, too, and has none.
func (s Situation) ProjectOf(id ProjectID) (Project, bool) {
	if id == "" {
		return Project{}, true
	}
	return s.Focus(id)
}

// Speaker names who said a message where several people speak in the conversation; "" if there is nobody to tell apart,
// or no name to tell them by.
func (s Situation) Speaker(m Message) string {
	first := PersonID("")
	for _, r := range s.Recent {
		if r.Author != AuthorUser || r.Person == "" {
			continue
		}
		if first == "" {
			first = r.Person
		}
		if r.Person != first {
			return s.People[m.Person]
		}
	}
	return ""
}

// Here returns the project that the conversation is about: its own, or the only one there is. Places that offer no choice
// of a project need not say which.
func (s Situation) Here() (Project, bool) {
	if s.Conversation.Project == "" && len(s.Projects) == 1 {
		return s.Projects[0], true
	}
	return s.Focus(s.Conversation.Project)
}

// RunView is a run with its tasks, as people look at it.
type RunView struct {
	Run   Run
	Tasks []Task
}

// ProjectOf is the project that a task of the run works on; the run's where it has none of its own.
func (v RunView) ProjectOf(id TaskID) ProjectID {
	for _, t := range v.Tasks {
		if t.ID == id && t.Project != "" {
			return t.Project
		}
	}
	return v.Run.Project
}

// Waits tells whether all that is left of the run waits for a person: something is asked, and nothing is in anybody's hands.
func (v RunView) Waits() bool {
	asks := false
	for _, t := range v.Tasks {
		switch {
		case t.Status == TaskInProgress, t.Released && !t.Status.Ended():
			return false
		case t.Status == TaskOpen && t.Approval != "":
			asks = true
		}
	}
	return asks && v.Run.Status == RunRunning
}

// AtWork tells whether something of the run is in somebody's hands, or may be taken in hand at any moment.
func (v RunView) AtWork() bool {
	return !v.Run.Status.Ended() && slices.ContainsFunc(v.Tasks, func(t Task) bool {
		return t.Status == TaskInProgress || t.Released && !t.Status.Ended()
	})
}

// Page is a stretch of history, oldest first.
type Page struct {
	Messages []Message
	HasMore  bool  // there are older ones
	Before   int64 // the cursor for them: the seq of the oldest here
}

// ForGuest returns what a guest may be answered from: what was said in their conversation, without anything open, under way or
// stored in the tenant.
func (s Situation) ForGuest() Situation {
	return Situation{Conversation: s.Conversation, Person: s.Person, Settings: s.Settings, Recent: s.Recent, Files: s.Files, People: s.People}
}
