package workspace

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Event is one entry of the feed: what somebody did to what. The feed only grows.
type Event struct {
	ID          string
	Project     ProjectID
	ProjectName string // as stored with the project; not written
	Actor       assistant.PersonID
	ActorName   string // as stored with the person; not written
	Type        EntityType
	Entity      string // its id
	Action      Action
	Title       string // what it was called then
	Changes     []Difference
	At          time.Time
}

// EntityType is what kind of thing an event, a search hit or a preview is about.
type EntityType string

// The types of what there is in a workspace.
const (
	EntityTask     EntityType = "task"
	EntityDocument EntityType = "document"
	EntityComment  EntityType = "comment"
	EntityProject  EntityType = "project"
	EntityBlocker  EntityType = "blocker"
)

// EntityTypes lists them.
func EntityTypes() []EntityType {
	return []EntityType{EntityTask, EntityDocument, EntityComment, EntityProject, EntityBlocker}
}

// Action is what was done.
type Action string

// The actions.
const (
	ActionCreated  Action = "created"
	ActionUpdated  Action = "updated"
	ActionAssigned Action = "assigned"
	ActionDone     Action = "completed"
	ActionResolved Action = "resolved"
	ActionArchived Action = "archived"
	ActionLinked   Action = "linked"
	ActionUnlinked Action = "unlinked"
	ActionRemoved  Action = "removed" // what was made was taken back
)

// ActionOf is what was done to a thing when some of its fields changed.
func ActionOf(of EntityType, changes []Difference) Action {
	for _, c := range changes {
		switch {
		case c.Name == "status" && of == EntityTask && c.New == string(TaskDone):
			return ActionDone
		case c.Name == "status" && of == EntityBlocker && c.New == string(BlockerResolved):
			return ActionResolved
		case c.Name == "status" && of == EntityProject && c.New == string(ProjectArchived):
			return ActionArchived
		}
	}
	if len(changes) == 1 && changes[0].Name == "assignee_ids" {
		return ActionAssigned
	}
	return ActionUpdated
}
