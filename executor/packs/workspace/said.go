package workspace

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// taskStatus is a state as people read it.
func taskStatus(s workspace.TaskStatus) assistant.Sentence {
	switch s {
	case workspace.TaskIdea:
		return assistant.Say("an idea")
	case workspace.TaskTodo:
		return assistant.Say("to do")
	case workspace.TaskInProgress:
		return assistant.Say("in progress")
	case workspace.TaskInReview:
		return assistant.Say("in review")
	case workspace.TaskDone:
		return assistant.Say("done")
	}
	return assistant.Verbatim(string(s))
}

// priority is a priority as people read it.
func priority(p workspace.Priority) assistant.Sentence {
	switch p {
	case workspace.PriorityLow:
		return assistant.Say("low")
	case workspace.PriorityMedium:
		return assistant.Say("medium")
	case workspace.PriorityHigh:
		return assistant.Say("high")
	case workspace.PriorityCritical:
		return assistant.Say("critical")
	}
	return assistant.Verbatim(string(p))
}

// documentStatus is a state as people read it.
func documentStatus(s workspace.DocumentStatus) assistant.Sentence {
	switch s {
	case workspace.DocumentDraft:
		return assistant.Say("a draft")
	case workspace.DocumentInReview:
		return assistant.Say("in review")
	case workspace.DocumentApproved:
		return assistant.Say("approved")
	case workspace.DocumentPublished:
		return assistant.Say("published")
	}
	return assistant.Verbatim(string(s))
}
