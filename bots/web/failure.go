package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/projects"
)

// refusal is an answer other than yes: its status, what the person may read, and what else goes into the answer.
type refusal struct {
	status  int
	problem assistant.Problem
	extra   map[string]any
}

// Error implements error.
func (r *refusal) Error() string { return r.problem.Message }

func refuse(status int, side assistant.Side, message, recovery string) *refusal {
	return &refusal{status: status, problem: assistant.Problem{Side: side, Message: message, Recovery: recovery}}
}

func malformed(message string) *refusal {
	return refuse(http.StatusBadRequest, assistant.SideInput, message, "Correct the request and send it again.")
}

func unknown(thing string) *refusal {
	return refuse(http.StatusNotFound, assistant.SideInput, "There is no such "+thing+".", "Check the id, or list what there is.")
}

// refusalOf says how an error is answered. Whatever carries no words for people becomes a plain general sentence.
func refusalOf(err error) *refusal {
	var tooLarge *http.MaxBytesError
	if r, ok := errors.AsType[*refusal](err); ok {
		return r
	}
	if e, ok := errors.AsType[*projects.SettingError](err); ok {
		return malformed(e.Message)
	}
	switch {
	case errors.As(err, &tooLarge):
		return refuse(http.StatusRequestEntityTooLarge, assistant.SideInput, "That is more than I can take at once.", "Send less than 1 MiB.")
	case errors.Is(err, assistant.ErrNotFound):
		return unknown("thing here")
	case errors.Is(err, assistant.ErrNotAdmin):
		return &refusal{status: http.StatusForbidden, problem: assistant.ProblemOf(err)}
	case errors.Is(err, assistant.ErrDecided):
		return refuse(http.StatusConflict, assistant.SideInput, "Somebody has already decided this.", "Look at it again to see what was decided.")
	case errors.Is(err, assistant.ErrStopped):
		return refuse(http.StatusConflict, assistant.SideInput, "The run has been stopped.", "Ask for it again if you still want it.")
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
	return &refusal{status: status, problem: p}
}

// fail answers with the error and logs what is our own fault. The id in the answer finds the line in the log.
func (s *Surface) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // nobody is listening any more
	}
	f := refusalOf(err)
	s.note(r, f, err)
	body := map[string]any{"error": wireProblem(f.problem)}
	maps.Copy(body, f.extra)
	writeJSON(w, f.status, body)
}

// note gives the refusal an id and logs it.
func (s *Surface) note(r *http.Request, f *refusal, err error) {
	if f.problem.ID == "" {
		f.problem.ID = s.IDs.New()
	}
	level := slog.LevelDebug
	if f.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	s.Log.LogAttrs(r.Context(), level, "request refused",
		slog.String("method", r.Method), slog.String("path", r.URL.Path),
		slog.Int("status", f.status), slog.String("id", f.problem.ID), slog.Any("err", err))
}

type problemJSON struct {
	Category assistant.Side `json:"category"`
	Message  string         `json:"message"`
	Recovery string         `json:"recovery"`
	ID       string         `json:"id"`
}

func wireProblem(p assistant.Problem) problemJSON {
	return problemJSON{Category: p.Side, Message: p.Message, Recovery: p.Recovery, ID: p.ID}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		status, raw = http.StatusInternalServerError, []byte(`{"error":{"category":"system","message":"The answer could not be written.","recovery":"Please try again.","id":""}}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(append(raw, '\n')) //nolint:errcheck // the client has gone; there is nobody to tell
}
