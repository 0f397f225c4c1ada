package team

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Team is agents, tools and words. It does not change once it is made and is safe for concurrent use.
type Team struct {
	agents   []assistant.Agent
	left     []assistant.Agent // who are not on it any more
	tools    *tools.Registry
	rules    map[assistant.TaskType]assistant.Rule
	words    Words
	finder   *finder
	packs    []tools.Pack
	release  string // of the team that is compiled in
	beside   string // of all that it has, where it is another one
	examples *examples.Book

	understood func() map[string]bool // which requests of the agents a rehearsal understands
}

// New makes a team of the agents, of whom the first is the chief, and of the packs' tools. Its error names every agent and every tool that is
// doubled or not whole.
func New(agents []assistant.Agent, packs []tools.Pack) (*Team, error) {
	registry, wrong := tools.NewRegistry(tools.All(packs)...)
	if err := errors.Join(ruled(agents), wrong); err != nil {
		return nil, fmt.Errorf("make a team: %w", err)
	}
	t := &Team{release: hashOf(agents, registry), tools: registry, rules: registry.Rules(), words: wordsOf(agents, packs), finder: finderOf(registry), packs: packs, examples: examplesOf(packs)}
	return t.with(agents), nil
}

// with is the team with other agents, who are whole.
func (t *Team) with(agents []assistant.Agent) *Team {
	out := *t
	out.agents, out.words = slices.Clone(agents), t.words.calling(agents)
	out.beside = ""
	if is := hashOf(out.agents, t.tools); is != t.release {
		out.beside = is
	}
	out.understood = sync.OnceValue(func() map[string]bool { return understoodBy(&out) })
	return &out
}

// hashOf is of the agents and of what each tool says of itself.
func hashOf(agents []assistant.Agent, registry *tools.Registry) string {
	sum := sha256.New()
	for _, a := range agents {
		fmt.Fprintf(sum, "%#v\n", a)
	}
	for _, t := range registry.All() {
		fmt.Fprintln(sum, t.Hash())
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// examplesOf gathers the examples of the packs' tools, in their order: where two are like what is asked, the first is meant.
func examplesOf(packs []tools.Pack) *examples.Book {
	var all []examples.Of
	for _, t := range tools.All(packs) {
		all = append(all, examples.Of{Tool: assistant.TaskType(t.Name), Answers: t.Answers, Direct: t.Direct && !t.Drafted, Examples: t.Examples})
	}
	return examples.New(all...)
}

// ruled tells what is wrong with the agents.
func ruled(agents []assistant.Agent) error {
	var wrong []error
	if len(agents) == 0 || agents[0].ID != assistant.Chief {
		wrong = append(wrong, fmt.Errorf("its first agent is not %s, who reads every request", assistant.Chief))
	}
	for i, a := range agents {
		if a.ID == "" || a.Name == "" {
			wrong = append(wrong, fmt.Errorf("agent %q, %q: an agent has an id and a name", a.ID, a.Name))
		}
		if slices.ContainsFunc(agents[:i], func(b assistant.Agent) bool { return a.ID == b.ID }) {
			wrong = append(wrong, fmt.Errorf("agent %q: there are two of that id", a.ID))
		}
		if a.Lead != "" && !slices.ContainsFunc(agents, func(b assistant.Agent) bool { return b.ID == a.Lead && b.Lead == "" }) {
			wrong = append(wrong, fmt.Errorf("agent %q: %q, who is to carry out what it drafts, does not", a.ID, a.Lead))
		}
	}
	return errors.Join(wrong...)
}

// Of is the team itself: where there is no source, every tenant has the same.
func (t *Team) Of(assistant.TenantID) *Team { return t }

// Hash tells teams apart: it is another one where an agent, or what a tool says of itself, is. Of a team that has more than what is
// compiled in it says so: the hash of the release, and that of all.
func (t *Team) Hash() string {
	if t.beside == "" {
		return t.release
	}
	return t.release + "-" + t.beside
}

// Rebuilds tells whether what a team of that hash began can be made again with this one: it is the same, or both are what is compiled in,
// of this release and of an earlier one. No hash is of before there were any.
func (t *Team) Rebuilds(hash string) bool {
	return hash == "" || hash == t.Hash() || t.beside == "" && !strings.Contains(hash, "-")
}

// Agents returns them in the order people see them.
func (t *Team) Agents() []assistant.Agent { return slices.Clone(t.agents) }

// Ever are the agents, and after them those who are not on the team any more: who reads what they have done is told their names.
func (t *Team) Ever() []assistant.Agent {
	out := t.Agents()
	for _, a := range t.left {
		if !slices.ContainsFunc(out, func(b assistant.Agent) bool { return a.ID == b.ID }) {
			out = append(out, a)
		}
	}
	return out
}

// Find returns the agent of that id.
func (t *Team) Find(id assistant.AgentID) (assistant.Agent, bool) {
	if i := slices.IndexFunc(t.agents, func(a assistant.Agent) bool { return a.ID == id }); i >= 0 {
		return t.agents[i], true
	}
	return assistant.Agent{}, false
}

// Agent returns the agent of that id, and the chief where there is none: somebody always answers.
func (t *Team) Agent(id assistant.AgentID) assistant.Agent {
	if a, ok := t.Find(id); ok {
		return a
	}
	return t.agents[0]
}

// Name is the agent's name; an id outside the team stands for itself.
func (t *Team) Name(id assistant.AgentID) string {
	if a, ok := t.Find(id); ok {
		return a.Name
	}
	return string(id)
}

// Called is the agent's title and name as people read it; an id outside the team stands for itself.
func (t *Team) Called(id assistant.AgentID) string {
	if a, ok := t.Find(id); ok {
		return a.Called()
	}
	return string(id)
}

// Was is what an agent who may have left the team was called; an id that nobody ever had stands for itself.
func (t *Team) Was(id assistant.AgentID) string {
	ever := t.Ever()
	if i := slices.IndexFunc(ever, func(a assistant.Agent) bool { return a.ID == id }); i >= 0 {
		return ever[i].Called()
	}
	return string(id)
}

// Carries is who puts before people what the agent drafts, and carries it out: its lead, or the agent itself where it may.
func (t *Team) Carries(a assistant.Agent) assistant.Agent {
	if a.Lead == "" {
		return a
	}
	return t.Agent(a.Lead)
}

// OwnerOf is who does a task of the tool: the agent itself, or who alone may. What changes something is nobody's who only drafts it.
func (t *Team) OwnerOf(tool tools.Tool, agent assistant.Agent) assistant.AgentID {
	if len(tool.Owners) == 0 || slices.Contains(tool.Owners, agent.ID) {
		return agent.ID
	}
	if owner, known := t.Find(tool.Owners[0]); known && tool.Class == assistant.ClassAction {
		return t.Carries(owner).ID
	}
	return tool.Owners[0]
}

// Tools are what the team can do.
func (t *Team) Tools() *tools.Registry { return t.tools }

// Rules are what the laws need to know of every tool. Nobody changes them.
func (t *Team) Rules() map[assistant.TaskType]assistant.Rule { return t.rules }

// Examples are the requests that the tools are made for, by which a rehearsal understands others.
func (t *Team) Examples() *examples.Book {
	if t == nil {
		return nil
	}
	return t.examples
}

// Words are what people ask with. Nobody changes them.
func (t *Team) Words() *Words { return &t.words }
