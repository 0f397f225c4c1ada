package click

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
)

// Verb is something that people can press, on every wire: what it is about, what comes of it, and what each wire calls it. What a wire
// calls it is what old cards still send years later: a name may come in front, and none goes.
type Verb struct {
	Do    view.Do
	About About
	Then  Then
	note  func(view.On) assistant.Body

	Slack   []string // the action's name, the one that is written first; one that ends with a colon has something behind it
	Discord []string // the custom id's verb, with its kind
	Asks    string   // on Discord, whose buttons have no question of their own: the verb that asks whether it is meant
	Form    []string // the decision in a form of the panel, the name that is written first
	JSON    []string // the decision in a request of the API
}

// Then is what a press leads to.
type Then string

// What presses come to.
const (
	ThenNothing  Then = ""         // it is none of ours
	ThenNote     Then = "act"      // a note, which the press says all about
	ThenRate     Then = "rate"     // the same, and the person is thanked
	ThenPick     Then = "option"   // an answer: the option's value has to be read
	ThenAnswers  Then = "form"     // the form with the questions
	ThenChanges  Then = "edit"     // the form for what shall be different
	ThenRewrite  Then = "change"   // the form for what an action is to be done with
	ThenStanding Then = "standing" // the form for how long its like is approved
	ThenWhole    Then = "read"     // show the whole text to be approved
	ThenHush     Then = "hush"     // pause direct messages
)

// Verbs are all that there is to press on cards.
func Verbs() []Verb {
	return []Verb{
		{Do: view.ApprovePlan, About: APlan, Then: ThenNote, note: planned(assistant.VerdictApproved, false), Slack: names("plan_approve"), Discord: names("plan:approve"), Form: names("approved"), JSON: names("approved")},
		{Do: view.ApproveUnseen, About: APlan, Then: ThenNote, note: planned(assistant.VerdictApproved, true), Slack: names("plan_unseen"), Discord: names("plan:unseen"), Form: names("unseen")},
		{Do: view.PreviewPlan, About: APlan, Then: ThenNote, note: previewed, Slack: names("plan_preview"), Discord: names("plan:preview"), Form: names("preview"), JSON: names("preview")},
		{Do: view.RejectPlan, About: APlan, Then: ThenNote, note: planned(assistant.VerdictRejected, false), Slack: names("plan_reject"), Discord: names("plan:reject"), Form: names("rejected"), JSON: names("rejected", "denied")},
		{Do: view.ChangePlan, About: APlan, Then: ThenChanges, note: planned(assistant.VerdictChanges, false), Slack: names("plan_edit"), Discord: names("plan:edit"), Form: names("changes"), JSON: names("changes")},

		{Do: view.Approve, About: AnApproval, Then: ThenNote, note: ruled(assistant.VerdictApproved), Slack: names("approval_approve"), Discord: names("approval:approve", "approval:sure"), Asks: "approval:confirm", Form: names("approved"), JSON: names("approved")},
		{Do: view.Always, About: AnApproval, Then: ThenStanding, note: always, Slack: names("approval_standing", "approval_always"), Discord: names("approval:standing", "approval:always", "approval:alwayssure"), Form: names("standing", "always")},
		{Do: view.Reject, About: AnApproval, Then: ThenNote, note: ruled(assistant.VerdictRejected), Slack: names("approval_reject"), Discord: names("approval:reject"), Form: names("rejected"), JSON: names("denied", "rejected")},
		{Do: view.ChangePlan, About: AnApproval, Then: ThenChanges, note: ruled(assistant.VerdictChanges), Slack: names("plan_edit"), Discord: names("approval:edit"), Form: names("changes"), JSON: names("changes")},
		{Do: view.ChangeAndDo, About: OnACard, Then: ThenRewrite, Slack: names("approval_change"), Discord: names("approval:change"), Form: names("rewritten")},
		{Do: view.ReadWhole, About: OnACard, Then: ThenWhole, Slack: names("approval_read"), Discord: names("approval:read", "approval:readpage")},
		{Do: view.ApproveAll, About: AllOfARun, Then: ThenNote, note: ruledTogether(assistant.VerdictApproved), Slack: names("approvals_approve"), Discord: names("approvals:approve"), Form: names("approved")},
		{Do: view.RejectAll, About: AllOfARun, Then: ThenNote, note: ruledTogether(assistant.VerdictRejected), Slack: names("approvals_reject"), Discord: names("approvals:reject"), Form: names("rejected")},
		{Do: view.ApproveAll, About: AllInAMessage, Then: ThenNote, note: ruledTogether(assistant.VerdictApproved), Slack: names("approvals_approve"), Discord: names("gathered:approve")},
		{Do: view.RejectAll, About: AllInAMessage, Then: ThenNote, note: ruledTogether(assistant.VerdictRejected), Slack: names("approvals_reject"), Discord: names("gathered:reject")},

		{Do: view.Pick, About: AnOption, Then: ThenPick, Slack: names("clarify_opt:"), Discord: names("ask:opt")},
		{Do: view.Choose, About: OneOfOptions, Then: ThenPick, Slack: names("clarify_select"), Discord: names("ask:select")},
		{Do: view.Fill, About: AQuestion, Then: ThenAnswers, Slack: names("clarify_form"), Discord: names("ask:form"), Form: names("answers")},

		{Do: view.Stop, About: ARun, Then: ThenNote, note: stopped, Slack: names("run_stop"), Discord: names("run:stop"), Form: names("stop"), JSON: names("cancel")},
		{Do: view.Retry, About: ARun, Then: ThenNote, note: retried, Slack: names("run_retry"), Discord: names("run:retry"), Form: names("retry"), JSON: names("retry")},
		{Do: view.Undo, About: ARun, Then: ThenNote, note: undone, Slack: names("run_undo"), Discord: names("run:undo"), Form: names("undo"), JSON: names("undo")},
		{Do: view.UndoStep, About: ATask, Then: ThenNote, note: undone, Slack: names("run_undo_step:"), Discord: names("run:undostep"), Form: names("undo"), JSON: names("undo")},

		{Do: view.StopStep, About: ATask, Then: ThenNote, note: stopped, Slack: names("run_stop_step:"), Discord: names("run:stopstep"), Form: names("stop"), JSON: names("cancel")},
		{Do: view.RetryStep, About: ATask, Then: ThenNote, note: retried, Slack: names("run_retry_step:"), Discord: names("run:retrystep"), Form: names("retry"), JSON: names("retry")},

		{Do: view.RateGood, About: AnAnswer, Then: ThenRate, note: rated(true), Slack: names("answer_rate"), Discord: names("rate:up")},
		{Do: view.RateBad, About: AnAnswer, Then: ThenRate, note: rated(false), Slack: names("answer_rate"), Discord: names("rate:down")},
		{Do: view.Ask, About: ARequest, Then: ThenNote, note: asked, Slack: names("ask:"), Discord: names("said:ask")},
		{Do: view.HushHours, About: Themself, Then: ThenHush, Slack: names("hush:hours"), Discord: names("hush:hours")},
		{Do: view.HushMonday, About: Themself, Then: ThenHush, Slack: names("hush:monday"), Discord: names("hush:monday")},
	}
}

func names(all ...string) []string { return all }

// Find is the verb that an action stands for; false where the action is none, or lacks what it has to be about.
func Find(do view.Do, on view.On) (Verb, bool) {
	if v, ok := first(func(v Verb) bool { return v.Do == do && v.Fits(on) }); ok {
		return v, true
	}
	v, _ := first(func(v Verb) bool { return v.Do == do })
	return v, false
}

// Only is what of a subject the verb is about.
func (v Verb) Only(on view.On) view.On { return v.About.only(on) }

// Called is the verb that a wire calls so, of those that fit what it is about.
func Called(fits func(v Verb) bool, on view.On) (Verb, bool) {
	return first(func(v Verb) bool { return fits(v) && v.Fits(on) })
}

func first(fits func(v Verb) bool) (Verb, bool) {
	all := Verbs()
	if i := slices.IndexFunc(all, fits); i >= 0 {
		return all[i], true
	}
	return Verb{}, false
}

// Note is what is taken down of the press; nil where more has to be known than it says.
func (v Verb) Note(on view.On) assistant.Body {
	if v.Then == ThenChanges || v.Then == ThenStanding || !v.Fits(on) {
		return nil
	}
	return v.With(on, "")
}

// With returns the note of a decision, with the decider's words.
func (v Verb) With(on view.On, words string) assistant.Body {
	if v.note == nil || v.About == ATask && on.Task == "" {
		return nil
	}
	switch b := v.note(v.About.only(on)).(type) { //nolint:gochecksumtype // the rest has no words beside it
	case assistant.PlanDecided:
		b.Note = strings.TrimSpace(words)
		return b
	case assistant.ApprovalDecided:
		b.Note = strings.TrimSpace(words)
		return b
	default:
		return b
	}
}

// InForm is the verb that forms of the panel call so, of those that are about such things.
func InForm(about About, name string) (Verb, bool) {
	return first(func(v Verb) bool { return v.About == about && slices.Contains(v.Form, name) })
}

// InJSON is the verb that requests of the API call so.
func InJSON(about About, name string) (Verb, bool) {
	return first(func(v Verb) bool { return v.About == about && slices.Contains(v.JSON, name) })
}

// Body is what pressing an action comes to in the log; nil where its subject is not enough for that, and more has to be read or asked.
func Body(do view.Do, on view.On) assistant.Body {
	v, ok := Find(do, on)
	if !ok {
		return nil
	}
	return v.Note(on)
}
