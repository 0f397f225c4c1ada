package content

import (
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// The task types of the pack.
const (
	TaskDraftContent assistant.TaskType = "draft_content" // write a page's words
	TaskDraftSEO     assistant.TaskType = "draft_seo"     // title, description and keywords for a page
)

// PurposeDraft is to write the content of a task.
const PurposeDraft llm.Purpose = "draft"

// DraftFacts is the input of [PurposeDraft]. Task says which reply is wanted.
type DraftFacts struct {
	Task     assistant.TaskType `json:"task"` // draft_content or draft_seo
	Title    string             `json:"title"`
	Audience string             `json:"audience,omitempty"`
	Language string             `json:"language,omitempty"`
	Layout   string             `json:"layout,omitempty"`
	Keywords string             `json:"keywords,omitempty"`
	Focus    string             `json:"focus,omitempty"`
	Goal     string             `json:"goal,omitempty"`
	Request  string             `json:"request,omitempty"` // the person's own words, with the way they chose and what they answered
	Before   string             `json:"before,omitempty"`  // what was written before
	Changes  string             `json:"changes,omitempty"` // what the person wants otherwise in it, in their own words
	Project  llm.ProjectFact    `json:"project"`
}

// DraftContentReply is the reply to [PurposeDraft] for draft_content.
type DraftContentReply struct {
	HTML string `json:"html" jsonschema:"the page's body as plain semantic HTML, from its h1 on, without scripts or styles"`
}

// DraftSEOReply is the reply to [PurposeDraft] for draft_seo.
type DraftSEOReply struct {
	Title       string `json:"title" jsonschema:"at most 60 characters"`
	Description string `json:"description" jsonschema:"at most 155 characters"`
	Keywords    string `json:"keywords" jsonschema:"a few, separated by commas"`
}
