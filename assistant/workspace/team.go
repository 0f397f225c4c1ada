package workspace

import "github.com/aisteam/aisteam/assistant"

// TeamID names a team.
type TeamID string

// Team is a group of people within the organisation.
type Team struct {
	ID          TeamID
	Name        string
	Description string
	Members     []Member
}

// Member is somebody who takes part: in the organisation, a team, a project, or as who a task is assigned to.
type Member struct {
	Person assistant.PersonID
	Name   string
	Role   assistant.Role // in the organisation
}

// Viewer is for whom the workspace is read or changed. Nobody gets at what the viewer may not see, by whatever verb.
type Viewer struct {
	Tenant assistant.TenantID
	Person assistant.PersonID
	Public bool // others read along, so that only what the whole organisation sees is told
}
