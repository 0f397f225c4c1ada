package wire

import (
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// Secret is a key that no error may tell: providers repeat what they were sent, in refusals and in the midst of replies.
type Secret string

// clean takes the key out of words, also where bytes that are no text stand within it and would be dropped later.
func (s Secret) clean(words string) string {
	words = strings.ToValidUTF8(words, "")
	if s != "" {
		words = strings.ReplaceAll(words, string(s), "[hidden]")
	}
	return words
}

// Clip bounds what is kept of a provider's words, without the key.
func (s Secret) Clip(words string) string { return clip(s.clean(words)) }

// Broken names an error that an SDK gave for a stream or a request: a refusal stays one, everything else means that the
// reply did not arrive whole.
func (s Secret) Broken(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, ErrTooLong) {
		return fmt.Errorf("%w: %w", llm.ErrGarbage, ErrTooLong)
	}
	if status, ok := errors.AsType[*llm.StatusError](err); ok {
		return status
	}
	return fmt.Errorf("%w: %s", llm.ErrBroken, s.Clip(err.Error()))
}

// maxErrorWords bounds the words of an error of a reply: an adapter's own words beside what it keeps of a provider's.
const maxErrorWords = 1000

// Hide gives a reply's events with errors that do not tell the key, and are bounded: a provider's words stand in many of them,
// its names of finish reasons and of tools too.
func (s Secret) Hide(events iter.Seq2[llm.Event, error]) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		for event, err := range events {
			if !yield(event, s.hide(err)) {
				return
			}
		}
	}
}

func (s Secret) told(words string) bool {
	return s != "" && strings.Contains(strings.ToValidUTF8(words, ""), string(s))
}

func (s Secret) hide(err error) error {
	if err == nil || (!s.told(err.Error()) && len(err.Error()) <= maxErrorWords) {
		return err
	}
	if habit, ok := errors.AsType[*llm.HabitError](err); ok {
		out := *habit
		out.Did, out.Mend, out.Err = s.Clip(out.Did), s.Clip(out.Mend), s.hidden(out.Err)
		return &out
	}
	return s.hidden(err)
}

func (s Secret) hidden(err error) error {
	if status, ok := errors.AsType[*llm.StatusError](err); ok {
		out := *status
		out.Message, out.Err = s.Clip(out.Message), nil
		return &out
	}
	return &hiddenError{words: s.Clip(err.Error()), err: err}
}

// hiddenError is an error in words that do not tell the key.
type hiddenError struct {
	words string
	err   error
}

// Error implements error.
func (e *hiddenError) Error() string { return e.words }

// Is tells whether it is one of the sentinels. What it hides cannot be got at.
func (e *hiddenError) Is(target error) bool { return errors.Is(e.err, target) }

// unwrapped is a transport's error without the address that net/http puts before it.
func unwrapped(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}
