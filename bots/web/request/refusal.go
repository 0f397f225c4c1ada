package request

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

// RefusedError is an answer other than yes: its status, what the person may read, and what else goes into the answer.
type RefusedError struct {
	Status  int
	Problem assistant.Problem
	Extra   map[string]any
}

// Error implements error.
func (r *RefusedError) Error() string { return r.Problem.Message.String() }

// Refuse is a refusal with its status.
func Refuse(status int, side assistant.Side, message, recovery assistant.Sentence) *RefusedError {
	return &RefusedError{Status: status, Problem: assistant.Problem{Side: side, Message: message, Recovery: recovery}}
}

// Malformed refuses what cannot be meant.
func Malformed(message assistant.Sentence) *RefusedError {
	return Refuse(http.StatusBadRequest, assistant.SideInput, message, assistant.Say("Correct the request and send it again."))
}

// Unknown says that something is not there.
func Unknown(thing string) *RefusedError {
	return Refuse(http.StatusNotFound, assistant.SideInput, missing(thing), assistant.Say("Check the id, or list what there is."))
}

// RefusalOf says how an error is answered. Whatever carries no words for people becomes a plain general sentence.
func RefusalOf(err error) *RefusedError {
	var tooLarge *http.MaxBytesError
	if r, ok := errors.AsType[*RefusedError](err); ok {
		return r
	}
	if e, ok := errors.AsType[*assistant.FieldError](err); ok {
		return Malformed(e.Message)
	}
	switch {
	case errors.As(err, &tooLarge):
		return Refuse(http.StatusRequestEntityTooLarge, assistant.SideInput, assistant.Say("That is more than I can take at once."), assistant.Say("Send less than 1 MiB."))
	case errors.Is(err, assistant.ErrNotFound):
		return Unknown("thing here")
	case errors.Is(err, assistant.ErrNotAdmin), errors.Is(err, assistant.ErrGuest), errors.Is(err, assistant.ErrNotInviter), errors.Is(err, assistant.ErrNotRemover):
		return &RefusedError{Status: http.StatusForbidden, Problem: assistant.ProblemOf(err)}
	case errors.Is(err, assistant.ErrDecided):
		return Refuse(http.StatusConflict, assistant.SideInput, assistant.Say("Somebody has already decided this."), assistant.Say("Look at it again to see what was decided."))
	case errors.Is(err, assistant.ErrKeyUsed):
		return Refuse(http.StatusConflict, assistant.SideInput, assistant.Say("Something else was sent with the same key before, so nothing was done with this."),
			assistant.Say("Send it again with a key of its own; a page gets a new one when it is loaded again."))
	case errors.Is(err, assistant.ErrNotTheirs):
		return Refuse(http.StatusNotFound, assistant.SideInput, assistant.Say("You can edit or repeat only your own messages in this conversation."), assistant.Say("Send it as a new message."))
	case errors.Is(err, assistant.ErrStopped):
		return Refuse(http.StatusConflict, assistant.SideInput, assistant.Say("The run has been stopped."), assistant.Say("Ask for it again if you still want it."))
	}
	p := assistant.ProblemOf(err)
	status := map[assistant.Side]int{
		assistant.SideInput:     http.StatusBadRequest,
		assistant.SideContext:   http.StatusUnprocessableEntity,
		assistant.SideExecution: http.StatusBadGateway,
	}[p.Side]
	if errors.Is(err, assistant.ErrTooMuch) {
		status = http.StatusTooManyRequests
	}
	if errors.Is(err, assistant.ErrUnwritable) {
		status = http.StatusServiceUnavailable
	}
	if status == 0 {
		status = http.StatusInternalServerError
	}
	return &RefusedError{Status: status, Problem: p}
}

// Errors answers what went wrong.
type Errors struct {
	Log *slog.Logger
	IDs *assistant.IDs
}

// Answer answers with the error and logs what is our own fault. The id in the answer finds the line in the log.
func (e Errors) Answer(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // nobody is listening any more
	}
	f := RefusalOf(err)
	e.Note(r, f, err)
	body := map[string]any{"error": WireProblem(f.Problem)}
	maps.Copy(body, f.Extra)
	WriteJSON(w, f.Status, body)
}

// Note gives the refusal an id and logs it.
func (e Errors) Note(r *http.Request, f *RefusedError, err error) {
	if f.Problem.ID == "" {
		f.Problem.ID = e.IDs.New()
	}
	level := slog.LevelDebug
	if f.Status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	e.Log.LogAttrs(r.Context(), level, "request refused",
		slog.String("method", r.Method), slog.String("path", r.URL.Path),
		slog.Int("status", f.Status), slog.String("id", f.Problem.ID), slog.Any("err", err))
}

// ProblemJSON is an error as the contract has it.
type ProblemJSON struct {
	Category assistant.Side `json:"category"`
	Message  string         `json:"message"`
	Recovery string         `json:"recovery"`
	ID       string         `json:"id"`

	Said assistant.Sentences `json:"said,omitempty"`
}

// WireProblem puts a problem into that form.
func WireProblem(p assistant.Problem) ProblemJSON {
	said := assistant.SentencesOf(assistant.SentenceField{Name: "message", Sentence: &p.Message}, assistant.SentenceField{Name: "recovery", Sentence: &p.Recovery})
	return ProblemJSON{Category: p.Side, Message: p.Message.String(), Recovery: p.Recovery.String(), ID: p.ID, Said: said}
}

// WriteJSON answers with a value.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		status, raw = http.StatusInternalServerError, []byte(`{"error":{"category":"system","message":"The answer could not be written.","recovery":"Please try again.","id":""}}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(append(raw, '\n')) //nolint:errcheck // the client has gone; there is nobody to tell
}
