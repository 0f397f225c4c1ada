package view

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Steps are the steps of a plan or the tasks of a run, by the groups that go in parallel.
type Steps struct {
	In     wording.Words
	Unit   Unit            // what the groups are of
	Run    assistant.RunID // whose tasks they are
	Done   int             // of a run's tasks, with what was taken back beside them
	Back   int
	Total  int
	Groups []Group
}

// Group is steps or tasks that go in parallel.
type Group struct {
	In    wording.Words
	Name  string // A, B, C …
	Begun bool
	Note  string
	Items []Item
}

// Title names the group.
func (g Group) Title() string { return g.In.Say("Group %s", g.Name) }

// Item is a step of a plan, or a task of a run.
type Item struct {
	ID      string
	Key     string
	Number  int // 0 where none is shown
	State   bots.TaskState
	Badge   Badge
	Title   string
	Owner   bots.Speaker
	Facts   []Fact
	Effect  assistant.Effect
	Already string // what is said where something that is there now would not be afterwards
	Preview *Preview
	Notes   []string
	Result  string
	Read    string
	URL     string
	Stands  Link // where the standing approval is that it was done by
	Problem *Problem
	Undo    *Action
	Stop    *Action
	Retry   *Action

	Dialogue *Dialogue // behind a task that was delegated; nil behind any other
}

// OneStep are the actions on the task alone.
func (i Item) OneStep() []Action {
	var out []Action
	for _, a := range []*Action{i.Retry, i.Stop, i.Undo} {
		if a != nil {
			out = append(out, *a)
		}
	}
	return out
}

// NotShown says how many steps or tasks a card has no room for.
func (t Steps) NotShown(n int) string {
	if t.Unit == Tasks {
		return Count(t.In, n, MoreTasks)
	}
	return Count(t.In, n, MoreSteps)
}

func (t Steps) says() bool { return t.Unit != "" }

func (t Steps) safe(s safe) Section {
	t.Groups = slices.Clone(t.Groups)
	for i := range t.Groups {
		g := &t.Groups[i]
		g.Name, g.Note, g.Items = s.words(g.Name), s.words(g.Note), slices.Clone(g.Items)
		for j := range g.Items {
			g.Items[j] = s.item(g.Items[j])
		}
	}
	return t
}

// item leaves the address as it is: a tool made what is there.
func (s safe) item(i Item) Item {
	i.Badge.Word, i.Title, i.Facts, i.Already, i.Notes = s.words(i.Badge.Word), s.words(i.Title), s.facts(i.Facts), s.words(i.Already), s.all(i.Notes)
	i.Result, i.Read, i.Stands.Words = s.words(i.Result), s.words(i.Read), s.words(i.Stands.Words)
	if i.Preview != nil {
		p := i.Preview.safely(s)
		i.Preview = &p
	}
	if i.Problem != nil {
		p := i.Problem.safely(s)
		i.Problem = &p
	}
	for _, of := range []**Action{&i.Undo, &i.Stop, &i.Retry} {
		if *of != nil {
			a := s.action(**of)
			*of = &a
		}
	}
	if i.Dialogue != nil {
		d := i.Dialogue.safely(s)
		i.Dialogue = &d
	}
	return i
}
