package executor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// problemOf says an error as people read it.
func problemOf(err error, task string) assistant.Problem {
	if t, ok := errors.AsType[*assistant.Trouble](err); ok {
		return t.Problem
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return assistant.Problem{
			Side:     assistant.SideExecution,
			Message:  assistant.Say("This took too long and I gave up waiting: %s.", task),
			Recovery: assistant.Say("The other side may be slow at the moment. Please try again in a few minutes."),
			Steps:    []assistant.Sentence{assistant.Say("No answer came in time")}, Retry: true,
		}
	}
	p := assistant.ProblemOf(err)
	p.Message = assistant.Say("Something went wrong on my side while doing this: %s.", task)
	return p
}

// unsure asks a person to look, because nobody here can know.
func unsure(task string, cause error) error {
	return &assistant.Trouble{Err: cause, Problem: assistant.Problem{
		Side:     assistant.SideExecution,
		Message:  assistant.Say("I do not know whether this happened: %s. The answer was lost on the way.", task),
		Recovery: assistant.Say("Please look before it is tried again: trying again could do it twice."),
		Steps:    []assistant.Sentence{assistant.Say("The outcome of the last attempt is not known")}, Retry: true,
	}}
}

// goneTool says that what would have done the task is not connected any more.
func goneTool(task string) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideContext,
		Message:  assistant.Say("I did not do this, because the tool for it is not here any more: %s. Nothing was changed.", task),
		Recovery: assistant.Say("Connect it again and tell me to try again, or tell me how it should be done instead."),
		Steps:    []assistant.Sentence{assistant.Say("The tool for this is not here any more")}, Retry: true,
	}}
}

// notSeen says that no answer came and nothing was found; another try looks again first.
func notSeen(task string, cause error) error {
	p := assistant.Problem{
		Side:    assistant.SideExecution,
		Message: assistant.Say("I did not get an answer while doing this: %s.", task),
		Steps:   []assistant.Sentence{assistant.Say("No clear answer came")},
	}
	if t, ok := errors.AsType[*assistant.Trouble](cause); ok {
		p = t.Problem
	}
	p.Message = p.Message.Then(assistant.Say("I looked, and it has not happened so far."))
	p.Recovery = assistant.Say("Please try again in a few minutes. I will look once more before I do anything, so it cannot happen twice.")
	p.Retry = true
	return &assistant.Trouble{Problem: p, Err: cause}
}

// retriable says that no answer came for something that can be repeated without harm.
func retriable(cause error) error {
	p := problemOf(cause, "the step")
	p.Recovery, p.Retry = assistant.Say("Please try again: it cannot happen twice."), true
	return &assistant.Trouble{Problem: p, Err: cause}
}

var secrets = regexp.MustCompile(`(?i)\b(basic|bearer)\s+[a-z0-9+/=._~-]{6,}|(://)[^/@\s]+@|\b(authorization)("?\s*[:=]\s*"?)[^",;\n]+|\b(password|passwd|secret|token|api[_-]?key)("?\s*[:=]\s*"?)[^\s",;&]+`)

const maxDetail = 2000

// clean bounds an error's text and takes out what looks like a credential. Adapters keep theirs out of errors anyway.
func clean(text string) string {
	text = secrets.ReplaceAllStringFunc(text, func(hit string) string {
		if strings.HasPrefix(hit, "://") {
			return "://[hidden]@"
		}
		word, _, _ := strings.Cut(strings.NewReplacer(":", " ", "=", " ", `"`, " ").Replace(hit), " ")
		return word + " [hidden]"
	})
	if len(text) > maxDetail {
		text = strings.ToValidUTF8(text[:maxDetail], "") + "…"
	}
	return text
}

func hashOf(parts ...any) string {
	raw, err := json.Marshal(parts)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:16])
}
