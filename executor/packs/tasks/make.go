package tasks

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/background/schedule"
)

// fixRecurring makes the words of a schedule cron, in a zone.
func (p pack) fixRecurring(_ context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[Recurring](c)
	if err != nil {
		return nil, err
	}
	a.Zone = cmp.Or(a.Zone, c.Asker.Zone, "UTC")
	s, err := p.schedule(a)
	if err != nil {
		return nil, err
	}
	a.Schedule, a.Title = s.Cron(), titled(a.Title, a.Prompt)
	return written(a)
}

// said reads arguments that are said by now: nobody can agree to work that an earlier step has yet to think of.
func said[T any](c tools.Call) (out T, err error) {
	if assistant.Unfinished(c.Arguments) {
		return out, refuse("What a background task does has to be said when it is made.", "Say in words what I shall do, and when.")
	}
	return tools.Read[T](c)
}

// schedule reads when a task is due, and refuses what is due too often.
func (p pack) schedule(a Recurring) (schedule.Schedule, error) {
	now := p.now()
	s, err := schedule.New(a.Schedule, a.Zone, now)
	if err != nil {
		return s, err //nolint:wrapcheck // it is told as it is
	}
	if s.Shortest(now) < assistant.BackgroundShortest {
		return s, refuse(fmt.Sprintf("A background task may be due every %d minutes at most, and this one is due more often.", int(assistant.BackgroundShortest.Minutes())),
			"Let more time pass in between.")
	}
	return s, prompted(a.Prompt)
}

// fixOneShot makes the words of a time a moment.
func (p pack) fixOneShot(_ context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[OneShot](c)
	if err != nil {
		return nil, err
	}
	a.Zone = cmp.Or(a.Zone, c.Asker.Zone, "UTC")
	at, err := schedule.Once(a.At, a.Zone, p.now())
	if err == nil {
		err = prompted(a.Prompt)
	}
	if err != nil {
		return nil, err
	}
	a.At, a.Title = at.Format(time.RFC3339), titled(a.Title, a.Prompt)
	return written(a)
}

func prompted(prompt string) error {
	switch n := len([]rune(strings.TrimSpace(prompt))); {
	case n == 0:
		return refuse("It is not said what is to be done.", "Say what I shall do when it is due.")
	case n > assistant.BackgroundPromptLimit:
		return refuse(fmt.Sprintf("What is to be done may be said in %d characters, and this has %d.", assistant.BackgroundPromptLimit, n), "Say it in fewer words.")
	}
	return nil
}

// titled is a task's title: the first words of its prompt where nobody gave one.
func titled(title, prompt string) string {
	title = strings.Join(strings.Fields(cmp.Or(strings.TrimSpace(title), prompt)), " ")
	const short = 60
	if r := []rune(title); len(r) > short {
		title = strings.TrimRight(string(r[:short-1]), " ,;:") + "…"
	}
	return title
}

func written(a any) (json.RawMessage, error) {
	raw, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("write arguments: %w", err)
	}
	return raw, nil
}

func (p pack) previewRecurring(_ context.Context, c tools.Call) (assistant.Preview, error) {
	a, err := tools.Read[Recurring](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	s, err := p.schedule(a)
	if err != nil {
		return assistant.Preview{}, err
	}
	var next []string
	for _, at := range s.Times(p.now(), 3) {
		next = append(next, schedule.Moment(at, s.Zone()))
	}
	out := preview("Make a recurring task", a.Title, a.Prompt, c, a.Schedule, a.Zone, a.Overlap)
	out.Fields = append(out.Fields,
		assistant.Field{Name: "When", New: s.Words()}, assistant.Field{Name: "Next times", New: strings.Join(next, "; ")},
		assistant.Field{Name: "If the time before is not over", New: overlapWords(overlap(a.Overlap))})
	return out, nil
}

func (p pack) previewOneShot(_ context.Context, c tools.Call) (assistant.Preview, error) {
	a, err := tools.Read[OneShot](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	at, err := schedule.Once(a.At, a.Zone, p.now())
	if err != nil {
		return assistant.Preview{}, err //nolint:wrapcheck // it is told as it is
	}
	zone, err := schedule.Zone(a.Zone)
	if err != nil {
		return assistant.Preview{}, err //nolint:wrapcheck // it is told as it is
	}
	out := preview("Make a task for later", a.Title, a.Prompt, c, a.At, a.Zone, "")
	out.Fields = append(out.Fields, assistant.Field{Name: "When", New: schedule.Moment(at, zone)})
	return out, nil
}

// preview is what making a task shows of it. Times to come are shown, and are no part of what is wanted: they move on.
func preview(what, title, prompt string, c tools.Call, parts ...string) assistant.Preview {
	fields := []assistant.Field{{Name: "Title", New: titled(title, prompt)}, {Name: "What", New: prompt}}
	return assistant.Preview{
		Title: what, Target: "your background tasks", State: noTask(c.Project), Fields: fields,
		Wanted: site.HashOf(append([]string{"background task", string(c.Project.ID), titled(title, prompt), prompt}, parts...)...),
	}
}

// noTask is the state that a task is made from: there is nothing that could move.
func noTask(p assistant.Project) string { return site.HashOf("no background task", string(p.ID)) }

func overlap(word string) assistant.Overlap {
	if o := assistant.Overlap(word); o.Valid() {
		return o
	}
	return assistant.OverlapSkip
}

func overlapWords(o assistant.Overlap) string {
	switch o {
	case assistant.OverlapQueue:
		return "the next begins after it"
	case assistant.OverlapReplace:
		return "what waits for a decision is withdrawn"
	case assistant.OverlapSkip:
	}
	return "the next is left out"
}

func (p pack) runRecurring(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Recurring](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	s, err := p.schedule(a)
	if err != nil {
		return assistant.Receipt{}, err
	}
	next, _ := s.Next(p.now())
	return p.make(ctx, c, s.Zone(), assistant.BackgroundTask{
		Kind: assistant.BackgroundRecurring, Title: titled(a.Title, a.Prompt), Prompt: strings.TrimSpace(a.Prompt), Schedule: s.Cron(), Zone: s.Zone().String(),
		Overlap: overlap(a.Overlap), Due: next,
	})
}

func (p pack) runOneShot(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[OneShot](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	zone, err := schedule.Zone(a.Zone)
	if err == nil {
		err = prompted(a.Prompt)
	}
	var at time.Time
	if err == nil {
		at, err = schedule.Once(a.At, a.Zone, p.now())
	}
	if err != nil {
		return assistant.Receipt{}, err
	}
	return p.make(ctx, c, zone, assistant.BackgroundTask{
		Kind: assistant.BackgroundOnce, Title: titled(a.Title, a.Prompt), Prompt: strings.TrimSpace(a.Prompt), Zone: zone.String(),
		Overlap: assistant.OverlapQueue, Due: at,
	})
}

// make makes the task for whoever asked for the run.
func (p pack) make(ctx context.Context, c tools.Call, zone *time.Location, b assistant.BackgroundTask) (assistant.Receipt, error) {
	b.Project = c.Project.ID
	made, err := p.book.MakeBackground(ctx, c.Tenant, assistant.BackgroundOrder{Key: c.Key, Run: c.Task.Run, Task: b})
	if err != nil {
		return assistant.Receipt{}, err //nolint:wrapcheck // the book says what it was doing
	}
	return receipt(made, zone)
}

// undo is what taking back a task needs.
type undo struct {
	ID assistant.BackgroundID `json:"id"`
}

func receipt(b assistant.BackgroundTask, zone *time.Location) (assistant.Receipt, error) {
	raw, err := json.Marshal(undo{b.ID})
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write undo: %w", err)
	}
	next := "not again"
	if !b.Due.IsZero() {
		next = schedule.Moment(b.Due, zone)
	}
	return assistant.Receipt{Undo: raw, Result: assistant.Result{
		Summary: fmt.Sprintf("Made the background task “%s”, due %s", b.Title, next), Undo: true,
		Fields: map[string]string{"id": string(b.ID), "title": b.Title, "next": next},
	}}, nil
}

func (p pack) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	b, found, err := p.book.BackgroundByKey(ctx, c.Tenant, c.Key)
	if err != nil || !found {
		return assistant.Receipt{}, false, err //nolint:wrapcheck // the book says what it was doing
	}
	zone, err := schedule.Zone(b.Zone)
	if err != nil {
		zone = time.UTC
	}
	r, err := receipt(b, zone)
	return r, err == nil, err
}

// verify looks for the task that the call made.
func (p pack) verify(ctx context.Context, c tools.Call, _ assistant.Receipt) (assistant.Sight, string, error) {
	b, found, err := p.book.BackgroundByKey(ctx, c.Tenant, c.Key)
	switch {
	case err != nil:
		return "", "", err //nolint:wrapcheck // the book says what it was doing
	case !found || b.Status == assistant.BackgroundCancelled:
		return assistant.SightDifferent, "when I looked, it was not there", nil
	}
	return assistant.SightAsWritten, "it is among the background tasks", nil
}

// undo cancels the task in the name of its owner: whoever may take the run back may.
func (p pack) undo(ctx context.Context, c tools.Call, r assistant.Receipt) error {
	var u undo
	if err := json.Unmarshal(r.Undo, &u); err != nil {
		return fmt.Errorf("read undo: %w", err)
	}
	b, found, err := p.book.BackgroundByKey(ctx, c.Tenant, c.Key)
	if err != nil || !found || b.ID != u.ID {
		return err //nolint:wrapcheck // the book says what it was doing
	}
	_, err = p.book.ChangeBackground(ctx, c.Tenant, b.Owner, b.ID, assistant.BackgroundCancel, time.Time{})
	if errors.Is(err, assistant.ErrNotFound) {
		return nil
	}
	return err //nolint:wrapcheck // the book says what it was doing
}

func refuse(message, recovery string) error {
	return &assistant.Trouble{Problem: assistant.Problem{Side: assistant.SideInput, Message: message, Recovery: recovery}}
}
