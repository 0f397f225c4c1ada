package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// form reads a form's fields, of which none may be a file.
func form(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		if strings.Contains(err.Error(), "request body too large") {
			return &http.MaxBytesError{Limit: bodyLimit}
		}
		return malformed("The form could not be read.")
	}
	return nil
}

type sentView struct {
	Key string
}

// sendMessage takes what was written into the box at the foot of the panel.
func (s *Surface) sendMessage(w http.ResponseWriter, r *http.Request) error {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(transferWithin)) // a test's writer has none
	files, err := s.composed(r)
	if err != nil {
		return err
	}
	in := words{agent: assistant.AgentID(r.PostFormValue("agent")), text: r.PostFormValue("text"), files: files}
	if strings.TrimSpace(in.text) == "" {
		in.text = r.PostFormValue("example")
	}
	if in.conversation, err = givenID[assistant.ConversationID](r.PostFormValue("conversation"), "conversation"); err != nil {
		return err
	}
	if in.project, err = givenID[assistant.ProjectID](r.PostFormValue("project"), "project"); err != nil {
		return err
	}
	if in.key, err = s.requestKey(r, r.PostFormValue("key")); err != nil {
		return err
	}
	if in.seen, err = whole(r.PostFormValue("seen"), "seen"); err != nil {
		return err
	}
	if err := s.admit(w); err != nil {
		return err
	}
	got, err := s.say(r.Context(), in)
	if err != nil {
		return err
	}
	switch {
	case !byScript(r):
		http.Redirect(w, r, address(got.Conversation, "compose"), http.StatusSeeOther)
	case in.conversation == "":
		w.Header().Set("HX-Redirect", address(got.Conversation, ""))
		w.WriteHeader(http.StatusNoContent)
	default:
		s.pages.render(w, http.StatusOK, "sent", sentView{Key: s.IDs.New()})
	}
	return nil
}

func (s *Surface) formApproval(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.ApprovalID](r, "approval")
	if err != nil {
		return err
	}
	if err := form(r); err != nil {
		return err
	}
	v, err := verdict(r.PostFormValue("decision"), false)
	if err != nil {
		return err
	}
	out, err := s.actOnApproval(r.Context(), id, assistant.ApprovalDecided{Verdict: v, Note: r.PostFormValue("note"), Hash: r.PostFormValue("hash")})
	return s.shown(w, r, assistant.Slot("approval:"+id), out, err)
}

func (s *Surface) formPlan(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.PlanID](r, "plan")
	if err != nil {
		return err
	}
	if err := form(r); err != nil {
		return err
	}
	word, unseen := r.PostFormValue("decision"), false
	if word == "unseen" {
		word, unseen = string(assistant.VerdictApproved), true
	}
	v, err := verdict(word, true)
	if err != nil {
		return err
	}
	n, err := version(r.PostFormValue("version"))
	if err != nil {
		return err
	}
	note := ""
	if v == assistant.VerdictChanges {
		note = r.PostFormValue("note")
	}
	out, err := s.actOnPlan(r.Context(), id, assistant.PlanDecided{Version: n, Verdict: v, Note: note, Hash: r.PostFormValue("hash"), Unseen: unseen})
	slot := assistant.SlotOf(assistant.Message{Body: assistant.PlanDecided{Plan: id, Version: n}})
	return s.shown(w, r, slot, out, err)
}

func verdict(word string, changes bool) (assistant.Verdict, error) {
	switch v := assistant.Verdict(word); {
	case v == assistant.VerdictApproved, v == assistant.VerdictRejected, v == assistant.VerdictChanges && changes:
		return v, nil
	default:
		return "", malformed("That is not a decision I know.")
	}
}

// formAnswer takes a clarification's form: an option, or own words that stand in its place. A question that the form had
// and that was left empty is there with no value: browsers send nothing for options of which none is chosen.
func (s *Surface) formAnswer(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.ClarificationID](r, "question")
	if err != nil {
		return err
	}
	if err := form(r); err != nil {
		return err
	}
	values := map[string]string{}
	for _, key := range r.PostForm["asked"] {
		values[key] = ""
	}
	for name, given := range r.PostForm {
		if key, ok := strings.CutPrefix(name, "q."); ok && len(given) > 0 && values[key] == "" {
			values[key] = given[0]
		}
	}
	for name, given := range r.PostForm {
		if key, ok := strings.CutPrefix(name, "own."); ok && len(given) > 0 && strings.TrimSpace(given[0]) != "" {
			values[key] = given[0]
		}
	}
	out, err := s.answer(r.Context(), id, values, r.PostFormValue("text"))
	return s.shown(w, r, assistant.Slot("ask:"+id), out, err)
}

func (s *Surface) formRun(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	body, ok := map[string]func(assistant.RunID) assistant.Body{"stop": stopRun, "retry": retryFailed, "undo": takeBack}[r.PathValue("verb")]
	if !ok {
		return unknown("page")
	}
	if err := form(r); err != nil {
		return err
	}
	task, err := givenID[assistant.TaskID](r.PostFormValue("task"), "step")
	if err != nil {
		return err
	}
	if task != "" && r.PathValue("verb") == "undo" {
		body = takeBackStep(task)
	}
	out, err := s.actOnRun(r.Context(), id, body)
	return s.shown(w, r, assistant.Slot("run:"+id), out, err)
}

// shown answers an act with its card as it stands now, or sends a page without script back to it. An act that did not
// take effect also draws the card anew, which shows what came first.
func (s *Surface) shown(w http.ResponseWriter, r *http.Request, slot assistant.Slot, out assistant.Outcome, err error) error {
	if !byScript(r) {
		if err == nil {
			http.Redirect(w, r, address(out.Conversation, elementID(slot)), http.StatusSeeOther)
		}
		return err
	}
	if err != nil && out.Conversation == "" {
		return err
	}
	data := struct {
		Slot    *slotView
		Problem assistant.Problem
	}{}
	if err != nil {
		f := refusalOf(err)
		s.note(r, f, err)
		data.Problem = f.problem
	}
	ms, readErr := s.History.SlotMessages(r.Context(), s.Tenant.ID, out.Conversation, slot)
	if readErr == nil && len(ms) > 0 {
		if v, ok, drawErr := s.drawSlot(r.Context(), slot, ms); ok && drawErr == nil {
			v.Swap = true
			data.Slot = &v
		}
	}
	status := http.StatusOK
	if err != nil {
		status = refusalOf(err).status
	}
	s.pages.render(w, status, "acted", data)
	return nil
}
