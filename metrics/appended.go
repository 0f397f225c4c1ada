package metrics

import (
	"encoding/hex"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/aisteam/aisteam/assistant"
)

// Appended counts messages that have just been appended, and the surface that they came from, if they did. It is called once for
// each, after the commit.
func (m *Metrics) Appended(s assistant.Surface, messages []assistant.Message) {
	if m == nil {
		return
	}
	for _, msg := range messages {
		m.messages.WithLabelValues(surfaceLabel(s), kindLabel(msg.Kind)).Inc()
		m.body(msg)
	}
}

// body counts what the message means.
func (m *Metrics) body(msg assistant.Message) {
	switch b := msg.Body.(type) { //nolint:gochecksumtype // the rest are counted as messages alone
	case assistant.Asked:
		count(m.questions, "asked")
	case assistant.Answered:
		if b.Withdrawn {
			count(m.questions, "withdrawn")
		} else {
			count(m.questions, "answered")
		}
	case assistant.PlanProposed:
		count(m.plans, "proposed")
	case assistant.PlanDecided:
		count(m.plans, verdictLabel(b.Verdict))
	case assistant.RunStarted:
		count(m.runs, "started")
	case assistant.RunFinished:
		count(m.runs, oneOf(b.Status, assistant.RunCompleted, assistant.RunFailed, assistant.RunCancelled))
	case assistant.StopRequested:
		if b.Task == "" {
			count(m.runs, "stopped")
		}
	case assistant.RetryRequested:
		if b.Task == "" {
			count(m.runs, "retried")
		}
	case assistant.Undone:
		m.undone(b)
	case assistant.TaskStarted:
		count(m.tasks, "started")
	case assistant.TaskWaiting:
		count(m.tasks, "waiting")
	case assistant.TaskFinished:
		count(m.tasks, oneOf(b.Status, assistant.TaskCompleted, assistant.TaskFailed, assistant.TaskCancelled))
		m.problem(b.Problem)
	case assistant.ApprovalRequested:
		count(m.approvals, "requested")
	case assistant.ApprovalDecided:
		m.approval(b, msg.At)
	case assistant.Rated:
		m.rated(b)
	case assistant.Failed:
		m.problem(&b.Problem)
	case assistant.Reminded:
		m.reminded(b)
	}
}

func count(c *prometheus.CounterVec, outcome string) { c.WithLabelValues(outcome).Inc() }

func verdictLabel(v assistant.Verdict) string {
	return oneOf(v, assistant.VerdictApproved, assistant.VerdictRejected, assistant.VerdictChanges,
		assistant.VerdictExpired, assistant.VerdictWithdrawn)
}

func (m *Metrics) problem(p *assistant.Problem) {
	if p == nil {
		return
	}
	m.problems.WithLabelValues(oneOf(p.Side,
		assistant.SideInput, assistant.SideContext, assistant.SideExecution, assistant.SideSystem)).Inc()
}

func (m *Metrics) undone(b assistant.Undone) {
	outcome := "undone"
	for _, t := range b.Tasks {
		if t.Problem != nil {
			outcome = "undo_failed"
			m.problem(t.Problem)
		}
	}
	count(m.runs, outcome)
}

func (m *Metrics) rated(b assistant.Rated) {
	if b.Good {
		count(m.ratings, "good")
		return
	}
	count(m.ratings, "bad")
}

// reminded counts with what waits still.
func (m *Metrics) reminded(b assistant.Reminded) {
	switch {
	case b.Clarification != "":
		count(m.questions, "reminded")
	case b.Plan != "":
		count(m.plans, "reminded")
	default:
		count(m.approvals, "reminded")
	}
}

// approval also measures how long people took. An approval's id says when it was made.
func (m *Metrics) approval(b assistant.ApprovalDecided, at time.Time) {
	outcome := verdictLabel(b.Verdict)
	count(m.approvals, outcome)
	if asked, ok := madeAt(string(b.Approval)); ok && !at.Before(asked) {
		m.decided.WithLabelValues(outcome).Observe(at.Sub(asked).Seconds())
	}
}

// madeAt reads the time out of a UUID of version 7.
func madeAt(id string) (time.Time, bool) {
	if !assistant.ValidID(id) || id[14] != '7' {
		return time.Time{}, false
	}
	raw, err := hex.DecodeString(strings.ReplaceAll(id[:13], "-", ""))
	if err != nil {
		return time.Time{}, false
	}
	var milliseconds int64
	for _, b := range raw {
		milliseconds = milliseconds<<8 | int64(b)
	}
	return time.UnixMilli(milliseconds), true
}
