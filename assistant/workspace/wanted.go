package workspace

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// What is left zero in a query narrows nothing. A limit is always given.

// ProjectsWanted says which projects are meant.
type ProjectsWanted struct {
	ID       ProjectID
	Statuses []ProjectStatus // none: all but what is archived, unless ID says which
	Types    []ProjectType
	Scope    Scope
	Parent   ProjectID
	Words    string // in its name or description
	Limit    int
}

// TasksWanted says which tasks are meant. Tasks of archived projects are left out, unless ID or Project says so.
type TasksWanted struct {
	ID         TaskID
	Project    ProjectID
	Assignee   assistant.PersonID
	Statuses   []TaskStatus
	Priorities []Priority
	Label      string
	Words      string // in its title or description
	Open       bool   // not done
	DoneSince  time.Time
	Today      Date // for the three below
	Overdue    bool
	Upcoming   int // due within so many days; 0 does not narrow
	Stalled    bool
	Limit      int
}

// BlockersWanted says which blockers are meant. Those of archived projects are left out, unless Project or Task says so.
type BlockersWanted struct {
	ID       BlockerID
	Project  ProjectID
	Task     TaskID
	Statuses []BlockerStatus
	Assignee assistant.PersonID // of the task that is held up
	Limit    int
}

// DocumentsWanted says which documents are meant.
type DocumentsWanted struct {
	ID       DocumentID // its content is read, too
	Project  ProjectID
	Task     TaskID // which it is linked to
	Types    []DocumentType
	Statuses []DocumentStatus
	Words    string // in its title or content
	Limit    int
}

// CommentsWanted says which comments are meant, on one task or one document, the newest first.
type CommentsWanted struct {
	ID       CommentID
	Task     TaskID
	Document DocumentID
	Limit    int
}

// MembersWanted says which people are meant: all of the organisation, of a team, who take part in a project, or who take part in any
// project that somebody takes part in.
type MembersWanted struct {
	Team    TeamID
	Project ProjectID
	With    assistant.PersonID
	Words   string // in their name
	Limit   int
}

// EventsWanted says which part of the feed is meant, the newest first.
type EventsWanted struct {
	Since   time.Time
	Actor   assistant.PersonID
	Without assistant.PersonID // whose own are left out
	Project ProjectID
	Types   []EntityType
	Key     string // by which it was done; "" for any
	Limit   int
}

// TotalsWanted says what is counted.
type TotalsWanted struct {
	Project  ProjectID
	Assignee assistant.PersonID // whose tasks, and the blockers of these
	Today    Date
	Days     int // for what is upcoming
}

// Hit is something that a search has found.
type Hit struct {
	Type        EntityType
	ID          string
	Project     ProjectID
	ProjectName string
	Title       string
	Text        string // what it says besides
	Updated     time.Time
}

// HitsWanted says what is searched for.
type HitsWanted struct {
	Words   string
	Types   []EntityType // none: all
	Project ProjectID
	Limit   int
}
