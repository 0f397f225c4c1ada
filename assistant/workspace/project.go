package workspace

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ProjectID names a project.
type ProjectID string

// Project is what tasks, documents and blockers belong to. Who sees it sees all that is in it.
type Project struct {
	ID          ProjectID
	Name        string
	Description string
	Type        ProjectType
	Scope       Scope
	Team        TeamID    // whose members see it, for [ScopeTeam]; otherwise "" or the team it is listed with
	Parent      ProjectID // the project it is part of; "" for none
	Owner       assistant.PersonID
	OwnerName   string // as stored with the person; not written
	Status      ProjectStatus
	Start, End  Date
	Color       string // #RRGGBB, or ""
	Emoji       string
	Archived    string // why it was archived; "" where nobody said
	Created     time.Time
	Updated     time.Time
	Version     int // counts its changes, from 1 on
}

// ProjectType is what kind of work a project is.
type ProjectType string

// The types of projects.
const (
	ProjectGeneral          ProjectType = "general"
	ProjectClinicalStudy    ProjectType = "clinical_study"
	ProjectDataAnalysis     ProjectType = "data_analysis"
	ProjectLiteratureReview ProjectType = "literature_review"
	ProjectLabOperations    ProjectType = "lab_operations"
)

// ProjectTypes lists them; the first is the default.
func ProjectTypes() []ProjectType {
	return []ProjectType{ProjectGeneral, ProjectClinicalStudy, ProjectDataAnalysis, ProjectLiteratureReview, ProjectLabOperations}
}

// Scope is who sees a project: its owner and members always, and by scope nobody else, a team, or everybody but guests.
type Scope string

// The scopes.
const (
	ScopePersonal     Scope = "PERSONAL"
	ScopeTeam         Scope = "TEAM"
	ScopeOrganization Scope = "ORGANIZATION"
)

// Scopes lists them; the first is the default.
func Scopes() []Scope { return []Scope{ScopePersonal, ScopeTeam, ScopeOrganization} }

// ProjectStatus is where a project stands.
type ProjectStatus string

// The states of projects.
const (
	ProjectActive    ProjectStatus = "active"
	ProjectCompleted ProjectStatus = "completed"
	ProjectOnHold    ProjectStatus = "on_hold"
	ProjectArchived  ProjectStatus = "archived"
)

// ProjectStatuses lists them; the first is the default.
func ProjectStatuses() []ProjectStatus {
	return []ProjectStatus{ProjectActive, ProjectCompleted, ProjectOnHold, ProjectArchived}
}

// Fields are what people may change of it, by the names that tools take.
func (p Project) Fields() []Field {
	return []Field{
		{"name", p.Name},
		{"description", p.Description},
		{"project_type", string(p.Type)},
		{"scope", string(p.Scope)},
		{"team_id", string(p.Team)},
		{"parent_id", string(p.Parent)},
		{"status", string(p.Status)},
		{"start_date", string(p.Start)},
		{"target_end_date", string(p.End)},
		{"color", p.Color},
		{"emoji", p.Emoji},
		{"reason", p.Archived},
	}
}
