package workspace

import "github.com/aisteam/aisteam/assistant"

// The refusals of what names something that whoever asks does not see, or may not name. Callers may branch on them.
var (
	ErrProject = refusal(assistant.ErrNotFound, assistant.Say("There is no such project that you can see here."),
		assistant.Say("Nothing was changed. Look which projects there are."))
	ErrTask = refusal(assistant.ErrNotFound, assistant.Say("There is no such task that you can see here."),
		assistant.Say("Nothing was changed. Look which tasks there are."))
	ErrBlocker = refusal(assistant.ErrNotFound, assistant.Say("There is no such blocker that you can see here."),
		assistant.Say("Nothing was changed. Look what is blocked."))
	ErrDocument = refusal(assistant.ErrNotFound, assistant.Say("There is no such document that you can see here."),
		assistant.Say("Look which documents there are."))
	ErrPerson = refusal(assistant.ErrNotFound, assistant.Say("There is nobody here who is called so."),
		assistant.Say("Look who is in the team."))
	ErrTeam = refusal(assistant.ErrNotFound, assistant.Say("There is no such team that you belong to."),
		assistant.Say("Nothing was changed. Name a team of yours."))
	ErrNoTeam   = refusal(assistant.ErrNotFound, assistant.Say("There is no team that is called so."), assistant.Say("Look which teams there are."))
	ErrAssignee = refusal(assistant.ErrNotFound, assistant.Say("They do not see this project, so nothing in it can be theirs."),
		assistant.Say("Nothing was changed. Add them to the project first, or name somebody who takes part in it."))
	ErrTooMuch = refusal(nil, assistant.Say("That takes too long to look up."), assistant.Say("Ask for less at once, or narrow it."))
	ErrCircle  = refusal(nil, assistant.Say("A project cannot be part of itself."), assistant.Say("Nothing was changed. Name another project."))
)

// refusal is bad input as an error: what somebody may not see is not there for them.
func refusal(is error, message, recovery assistant.Sentence) error {
	t := assistant.BadInput(message, recovery)
	t.Err = is
	return t
}
