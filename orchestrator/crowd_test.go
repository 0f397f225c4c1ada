package orchestrator_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

// crowd is a model that plays an agent at work by a script, with the tools of a notice board, and what came of it.
type crowd struct {
	play     func(ctx context.Context, step int, r llm.Request) (llm.Reply, error)
	plans    func(ctx context.Context, r llm.Request)                    // is told what planning asks, which nobody answers
	execs    func(ctx context.Context, r llm.Request) (llm.Reply, error) // plays executors
	looks    func(ctx context.Context) error                             // while the board is read; nil is at once
	advises  func(r llm.Request) (llm.Reply, error)                      // plays the advisor of executors; nil for none
	compares func(f llm.ValidateFacts) llm.ValidateReply                 // compares answers with receipts; nil for nobody
	takes    string                                                      // what it takes words for beside what is open; "" where it says nothing
	model    llm.Asker                                                   // plays in its place; nil where play does
	teams    []*team.Source                                              // of the replica that takes turns, and of another one that does tasks; nil for one replica with the house's team
	apart    bool                                                        // another replica does the tasks
	of       *team.Team                                                  // in place of the house's; nil for that
	log      *slog.Logger                                                // of both; nil for none

	mu       sync.Mutex
	requests []llm.Request
	executed []llm.Request
	advised  []llm.Request
	compared []llm.ValidateFacts
	looked   int
	notes    []string // on the board
	keys     map[string]bool
	again    int                       // runs of a tool under a key that had been used
	writes   int                       // of the turns' log
	losesAt  int                       // the write whose answer is lost; 0 for none
	loses    func() bool               // whether a write is lost, or its answer; nil for never
	wrote    func([]assistant.Message) // told what a turn has written, once it stands; nil for nobody
	changes  llm.Asker                 // asked what words change of plans and runs; nil for nobody

	taskWrites, losesTaskAt int // likewise of the tasks' log
}

// Ask implements llm.Asker.
func (c *crowd) Ask(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	switch {
	case r.Purpose == llm.PurposeExecute && c.execs != nil:
		c.mu.Lock()
		c.executed = append(c.executed, r)
		c.mu.Unlock()
		return c.execs(ctx, r)
	case r.Purpose == llm.PurposeAdvise && c.advises != nil:
		c.mu.Lock()
		c.advised = append(c.advised, r)
		c.mu.Unlock()
		return c.advises(r)
	case r.Purpose == llm.PurposeValidate && c.compares != nil:
		return c.compare(r)
	case (r.Purpose == llm.PurposeChangeRun || r.Purpose == llm.PurposeRevise) && c.changes != nil:
		return c.changes.Ask(ctx, r, onText)
	case r.Purpose == llm.PurposeClassify && c.takes != "":
		return words(`{"kind":"` + c.takes + `","reason":"r"}`), nil
	case r.Purpose != llm.PurposeAnswer:
		if c.plans != nil {
			c.plans(ctx, r)
		}
		return llm.Reply{}, llm.ErrDisabled
	case saysThanks(r):
		return words("You are welcome."), nil
	}
	c.mu.Lock()
	c.requests = append(c.requests, r)
	step := len(c.requests)
	c.mu.Unlock()
	if c.model != nil {
		return c.model.Ask(ctx, r, onText)
	}
	return c.play(ctx, step, r)
}

// compare plays the comparison of an answer with its receipts.
func (c *crowd) compare(r llm.Request) (llm.Reply, error) {
	var facts llm.ValidateFacts
	if err := json.Unmarshal(r.Facts, &facts); err != nil {
		return llm.Reply{}, err
	}
	c.mu.Lock()
	c.compared = append(c.compared, facts)
	c.mu.Unlock()
	raw, err := json.Marshal(c.compares(facts))
	return words(string(raw)), err
}

// saysThanks whatever is remembered beside the words: of what was said before facts tell, too.
func saysThanks(r llm.Request) bool {
	var facts llm.AnswerFacts
	return json.Unmarshal(r.Facts, &facts) == nil && facts.Text == "thanks"
}

func (c *crowd) asked() []llm.Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]llm.Request(nil), c.requests...)
}

func (c *crowd) board() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.notes...)
}

type pinArguments struct {
	Text string `json:"text"`
}

// tools are the notice board's: reading it, and pinning a note.
func (c *crowd) tools() []tools.Tool {
	if c == nil {
		return nil
	}
	arguments := tools.Arguments[pinArguments]()
	return []tools.Tool{
		{
			Name: "read_board", Label: "Read the board", Description: "Reads.", Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true,
			Answers: true, Arguments: arguments, Run: func(ctx context.Context, call tools.Call) (assistant.Receipt, error) {
				if c.looks != nil {
					if err := c.looks(ctx); err != nil {
						return assistant.Receipt{}, err
					}
				}
				c.mu.Lock()
				defer c.mu.Unlock()
				c.looked++
				return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim(fmt.Sprintf("%d notes, read by %s", len(c.notes), call.Arguments))}}, nil
			},
		},
		{
			Name: "pin_note", Label: "Pin a note", Description: "Pins.", Class: assistant.ClassAction, Effect: assistant.EffectReversible, Direct: true,
			Idempotent: true, Nouns: []string{"note", "notes"}, Verbs: []string{"pin"}, Subject: tools.About("text"), Arguments: arguments,
			Preview: func(_ context.Context, call tools.Call) (assistant.Preview, error) {
				return assistant.Preview{Title: assistant.Say("Pin a note"), State: "board", Wanted: string(call.Arguments)}, nil
			},
			Run: func(_ context.Context, call tools.Call) (assistant.Receipt, error) {
				c.mu.Lock()
				defer c.mu.Unlock()
				if c.keys[call.Key] {
					c.again++
				}
				c.keys[call.Key] = true
				var a pinArguments
				if err := json.Unmarshal(call.Arguments, &a); err != nil {
					return assistant.Receipt{}, err
				}
				c.notes = append(c.notes, a.Text)
				return assistant.Receipt{Undo: json.RawMessage(`{}`), Result: assistant.Result{Summary: assistant.Verbatim("Pinned “" + a.Text + "”"), Undo: true}}, nil
			},
			Undo: func(context.Context, tools.Call, assistant.Receipt) error { return nil },
		},
	}
}

// furnish lets the crowd be the house's model.
func (c *crowd) furnish(w *orchestrator.Config) {
	c.keys = map[string]bool{}
	w.Backends = llm.Backend{Model: c}
	w.Store = losing{w.Store, c}
	if c.teams != nil {
		w.Teams, w.Log = c.teams[0], c.log
	}
}

// elsewhere is the replica that does the tasks of one that is furnished so.
func (c *crowd) elsewhere(w orchestrator.Config, turns *orchestrator.Orchestrator) *orchestrator.Orchestrator {
	if c == nil || c.teams == nil && !c.apart {
		return turns
	}
	if c.teams != nil {
		w.Teams = c.teams[1]
	}
	return orchestrator.New(orchestrator.NewInbox(w), w)
}

// losing is storage whose answer to one write is lost, after it was written.
type losing struct {
	orchestrator.Store

	crowd *crowd
}

var errLost = errors.New("the answer was lost")

func (l losing) lost() error {
	l.crowd.mu.Lock()
	defer l.crowd.mu.Unlock()
	if l.crowd.writes++; l.crowd.writes == l.crowd.losesAt {
		return errLost
	}
	return l.crowd.crashed()
}

// crashed loses a write, or its answer, where the crowd has them lost.
func (c *crowd) crashed() error {
	if c.loses != nil && c.loses() {
		return errLost
	}
	return nil
}

// stands tells of what a turn has written, where it has.
func (l losing) stands(b assistant.Batch, err error) {
	if err == nil && l.crowd.wrote != nil {
		l.crowd.wrote(b.Messages)
	}
}

func (l losing) Append(ctx context.Context, c assistant.Claim, b assistant.Batch) error {
	if err := l.crowd.crashed(); err != nil {
		return err
	}
	err := l.Store.Append(ctx, c, b)
	l.stands(b, err)
	return errors.Join(err, l.lost())
}

func (l losing) SettleAll(ctx context.Context, c assistant.Claim, s assistant.Settling) (assistant.Settled, error) {
	if err := l.crowd.crashed(); err != nil {
		return assistant.Settled{}, err
	}
	done, err := l.Store.SettleAll(ctx, c, s)
	l.stands(s.Batch, err)
	return done, errors.Join(err, l.lost())
}

func (l losing) WriteTasks(ctx context.Context, ws []assistant.TaskWrite) error {
	if err := l.crowd.crashed(); err != nil {
		return err
	}
	err := l.Store.WriteTasks(ctx, ws)
	l.crowd.mu.Lock()
	defer l.crowd.mu.Unlock()
	if l.crowd.taskWrites++; l.crowd.taskWrites == l.crowd.losesTaskAt {
		return errors.Join(err, errLost)
	}
	return errors.Join(err, l.crowd.crashed())
}

// wants is a reply that calls tools: the name of one, then its text, and so on.
func wants(id string, pairs ...string) llm.Reply {
	r := llm.Reply{Message: llm.Message{Role: llm.RoleAssistant}}
	for i := 0; i+1 < len(pairs); i += 2 {
		raw, _ := json.Marshal(pinArguments{pairs[i+1]})
		r.Message.Parts = append(r.Message.Parts, llm.Part{
			Call:  &llm.ToolCall{ID: fmt.Sprintf("%s-%d", id, i/2), Name: pairs[i], Arguments: raw},
			State: &llm.ProviderState{Provider: "test", Data: json.RawMessage(`{"signature":"` + id + `"}`)},
		})
	}
	return r
}

// calls is a reply that calls tools with arguments in JSON: the name of one, then its arguments, and so on.
func calls(id string, pairs ...string) llm.Reply {
	r := wants(id, pairs...)
	for i := range r.Message.Parts {
		r.Message.Parts[i].Call.Arguments = json.RawMessage(pairs[2*i+1])
	}
	return r
}

func words(text string) llm.Reply {
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, text)}
}

// results are what a request tells of the newest step's calls, by their ids.
func results(r llm.Request) map[string]string {
	out := map[string]string{}
	for _, p := range r.Messages[len(r.Messages)-1].Parts {
		if p.Result != nil {
			out[p.Result.ID] = p.Result.Content
		}
	}
	return out
}
