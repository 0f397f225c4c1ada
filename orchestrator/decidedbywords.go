package orchestrator

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// decides takes a message as a decision on, or an answer to, what stood open before it. What was put before people after the
// words came, or had not been shown where they were said, they cannot be about: the words are words then.
func (s *Supervisor) decides(ctx context.Context, t *turn, r ruling, text string) (handled bool, err error) {
	stood, reply := r.stood, r.choice.Reply
	if reply.Intent == agents.ReplyStop {
		stood = t.sit // a stop is never too early: it can only keep something from happening
		stopped, err := s.runs.stopAll(ctx, t)
		if err != nil || stopped && stood.Question == nil && (stood.Plan == nil || stood.Plan.Redirects != "") {
			return true, err
		}
	}
	switch {
	case r.ruled == ruledChanged:
		t.reply(t.words().Say("You changed that message after you had sent it, so I have not taken it as a decision. Please say it once more."), false)
		return true, nil
	case r.ruled == ruledUnclear:
		t.reply(whichText(stood.Subjects(), t.words()), false)
		return true, nil
	case r.ruled == ruledEarly:
		t.reply(tooEarlyText(r.subject, t.words()), false)
		return true, nil
	case r.ruled == ruledUnnamed:
		t.reply(t.words().Say("This cannot be undone, so a yes alone does not decide it. Use the button, or name it: “yes, %s”.", calledBy(r.subject, t.words())), false)
		return true, nil
	case r.ruled == ruledEach:
		return true, s.runs.eachByWords(ctx, t, r)
	case reply.Intent == agents.ReplyStop && stood.Question != nil:
		return true, s.withdraw(ctx, t, *stood.Question)
	case r.ruled == ruledDecided && r.subject.Kind == assistant.SubjectApproval:
		return true, s.runs.approvalByWords(ctx, t, stood.Approvals[r.subject.Approval], reply.Intent, "")
	case r.ruled == ruledDecided && r.subject.Kind == assistant.SubjectPlan:
		return true, s.planByWords(ctx, t, *stood.Plan, reply, text)
	case stood.Question != nil:
		return true, s.wordsOnQuestion(ctx, t, *stood.Question, reply, text)
	case stood.Plan == nil && reply.Intent == agents.ReplyWords:
		if handled, err := s.wordsAtWork(ctx, t, stood, text); handled || err != nil {
			return handled, err
		}
	case t.sit.Brief != nil && t.sit.Plan == nil && reply.Intent == agents.ReplyRetry:
		return true, s.plans.goOn(ctx, t, *t.sit.Brief, nil, "") // planning stopped at a problem; it goes on where it stopped
	case stood.Plan != nil:
		return true, s.planByWords(ctx, t, *stood.Plan, reply, text)
	}
	if handled, err := s.runs.beforeAsked(ctx, t, reply); handled || err != nil {
		return handled, err
	}
	if handled, err := s.resumed(ctx, t, text); handled || err != nil {
		return handled, err
	}
	return s.onRun(ctx, t, stood, reply, text)
}

// wordsAtWork takes own words as what they change of what is at work, or of what it has put before people. Words that name something that was
// done are an undo of that.
func (s *Supervisor) wordsAtWork(ctx context.Context, t *turn, stood assistant.Situation, text string) (bool, error) {
	handled, redirect, err := s.runs.changedByWords(ctx, t, text)
	if redirect != nil && err == nil {
		return true, s.plans.redirects(ctx, t, *redirect, text)
	}
	if handled || err != nil || len(stood.Approvals) == 0 {
		return handled, err
	}
	if stood.Run != nil {
		if undone, err := s.runs.undoOf(ctx, t, text); undone || err != nil {
			return undone, err
		}
	}
	return true, s.wordsOnShown(ctx, t, stood, text)
}

// resumed lets stopped work go on, where words ask for that and nothing else, and nothing else is open.
func (s *Supervisor) resumed(ctx context.Context, t *turn, text string) (bool, error) {
	if !t.team.Continues(text) || !atRest(t.sit) {
		return false, nil
	}
	return s.staff.continued(ctx, t)
}

// atRest tells whether nothing is open or at work in the conversation.
func atRest(sit assistant.Situation) bool {
	return sit.Question == nil && sit.Plan == nil && sit.Brief == nil && len(sit.Approvals) == 0 && (sit.Run == nil || sit.Run.Status.Ended())
}

// onRun takes a message as stop, retry or undo of the newest run, or as undo of the one that it names.
func (s *Supervisor) onRun(ctx context.Context, t *turn, stood assistant.Situation, reply agents.Reply, text string) (bool, error) {
	if stood.Run == nil {
		return false, nil
	}
	v := assistant.RunView{Run: *stood.Run, Tasks: stood.Tasks}
	if t.team.Continues(text) && v.Run.Session == "" {
		reply.Intent = agents.ReplyRetry // a run of a plan goes on where it was left
	}
	switch reply.Intent { //nolint:exhaustive // the rest are acts on the run
	case agents.ReplyWords:
		return s.runs.undoOf(ctx, t, text)
	case agents.ReplyYes:
		return s.runs.yesTooLate(t, v), nil
	}
	return s.runs.runByWords(ctx, t, v, reply)
}

// wordsOnQuestion takes own words as the answer to the open question, or leaves it open and handles them as what they are. A model reads
// them where they are no short reply and none of the options; where it cannot be asked, they are the answer.
func (s *Supervisor) wordsOnQuestion(ctx context.Context, t *turn, q assistant.Clarification, reply agents.Reply, text string) error {
	if reply.Intent != agents.ReplyWords || agents.Chooses(q, text) {
		return s.answeredByWords(ctx, t, q, text)
	}
	judged, err := s.judge(ctx, t, text, agents.HeardReply)
	switch {
	case err != nil:
		return err
	case judged.Heard == agents.HeardOwn:
		return s.judgedOwn(ctx, t, text, judged)
	default:
		return s.answeredByWords(ctx, t, q, text)
	}
}

// answeredByWords takes a message as the answer to the open question.
func (s *Supervisor) answeredByWords(ctx context.Context, t *turn, q assistant.Clarification, text string) error {
	if may, err := s.mayAnswer(ctx, t, q); err != nil || !may {
		return err
	}
	t.say("answered", assistant.Message{
		Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Content: t.words().Say("Answered: %s", firstLine(text)),
		Body: assistant.Answered{Clarification: q.ID, Text: text},
	})
	if handled, err := s.staff.answered(ctx, t, q, nil, text); handled || err != nil {
		return err
	}
	if t.sit.Brief == nil {
		return s.fresh(ctx, t, text)
	}
	return s.plans.goOn(ctx, t, *t.sit.Brief, nil, text)
}

// planByWords takes a message as a decision on the open plan: yes, no, or what should be different.
func (s *Supervisor) planByWords(ctx context.Context, t *turn, p assistant.Plan, reply agents.Reply, text string) error {
	decided := assistant.PlanDecided{Plan: p.ID, Version: p.Version, Hash: p.Hash}
	if t.team.Cancels(reply) {
		reply.Intent = agents.ReplyNo
	}
	switch reply.Intent {
	case agents.ReplyYes:
		decided.Verdict = assistant.VerdictApproved
	case agents.ReplyNo, agents.ReplyStop:
		decided.Verdict = assistant.VerdictRejected
	case agents.ReplyWords, agents.ReplyUndo, agents.ReplyRetry, agents.ReplyDefault:
		verdict, err := s.wordsOnPlan(ctx, t, p, text)
		if verdict == "" {
			return err // they were beside the plan, and it stays open
		}
		if decided.Verdict = verdict; verdict == assistant.VerdictChanges {
			decided.Note = text
		}
	}
	of, may, err := inStead{s.named, t.claim.Tenant, s.models.now()}.may(ctx, t.sit.Person, t.sit.Settings, p.RequestedBy)
	if err != nil {
		return err
	}
	if !may {
		t.reply(t.words().Say(notYours(t.sit.Settings)), false)
		return nil
	}
	decided.For = of.Person
	who := inSteadOf(t.sit.Person.Name, of.Name, t.words())
	t.say("decided", assistant.Message{
		Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Content: decisionText(decided.Verdict, who, t.words()), Body: decided,
	})
	return s.plans.onPlan(ctx, t, decided, p)
}

// calledBy is how words name a subject.
func calledBy(o assistant.Subject, w wording.Words) string {
	if o.Kind == assistant.SubjectApproval {
		return strings.TrimSuffix(firstLine(cmp.Or(w.Tell(o.Says), o.Title)), ".")
	}
	if o.Kind == assistant.SubjectPlan {
		return w.Say("the plan")
	}
	return w.Say("the question")
}

// whichText asks which of several subjects a yes or no is about.
func whichText(open []assistant.Subject, w wording.Words) string {
	var b strings.Builder
	b.WriteString(w.Say("%d things wait for a decision here, so I do not know which one you mean. Use the buttons, or name one:", len(open)))
	for _, o := range open {
		b.WriteString("\n- " + w.Say("“yes, %s”", calledBy(o, w)))
		if o.Kind != assistant.SubjectApproval {
			fmt.Fprintf(&b, " (%s)", firstLine(o.Title))
		}
	}
	if agents.Numbered(open) {
		b.WriteString("\n\n" + w.Say("“yes to all” and “yes to 1, no to 2” decide on one card together."))
	}
	return b.String()
}

// tooEarlyText says why words are no decision on what came after them.
func tooEarlyText(o assistant.Subject, w wording.Words) string {
	what := w.Say("this question")
	if o.Kind != assistant.SubjectQuestion {
		what = "“" + firstLine(cmp.Or(w.Tell(o.Says), o.Title)) + "”"
	}
	return w.Say("You wrote that before %s was shown here, so I have not taken it as a decision. Please look at it first, then say it again or use its buttons.", what)
}
