package receive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// The names of the commands (contract, "HTTP").
const (
	commandAsk      = "ask"
	commandTasks    = "tasks"
	commandStop     = "stop"
	commandStatus   = "status"
	commandAgents   = "agents"
	commandSettings = "settings"
	commandAbout    = "Ask about this"
	optionPrompt    = "prompt"
	optionAgent     = "agent"
	optionRun       = "run"
)

// command is one of the application's commands, as it is registered.
type command struct {
	Name         string          `json:"name"`
	Type         int             `json:"type"`
	Description  string          `json:"description"`
	Options      []commandOption `json:"options,omitempty"`
	Contexts     []int           `json:"contexts"`          // 0 servers, 1 direct messages with the bot
	Integrations []int           `json:"integration_types"` // 0 installed in a server
}

type commandOption struct {
	Type        int    `json:"type"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Required    bool   `json:"required,omitempty"`
	MaxLength   int    `json:"max_length,omitempty"`
	Complete    bool   `json:"autocomplete,omitempty"`
}

func commands() []command {
	slash := func(name, description string, options ...commandOption) command {
		return command{Name: name, Type: 1, Description: description, Options: options, Contexts: []int{0, 1}, Integrations: []int{0}}
	}
	run := commandOption{Type: 3, Name: optionRun, Description: "One of your own runs", Complete: true}
	return []command{
		slash(commandAsk, "Ask the team for something", commandOption{Type: 3, Name: optionPrompt, Description: "What you would like", Required: true, MaxLength: 1500},
			commandOption{Type: 3, Name: optionAgent, Description: "Who shall answer", Complete: true}),
		slash(commandTasks, "What is being worked on", run),
		slash(commandStop, "Stop the run of this conversation", run),
		slash(commandStatus, "How this conversation's work stands", run),
		slash(commandAgents, "Who is on the team"),
		slash(commandSettings, "Who you are here, and where settings are", linkOptions()...),
		{Name: commandAbout, Type: 3, Contexts: []int{0, 1}, Integrations: []int{0}},
	}
}

// Register makes the application's commands what they should be. It writes only when something is different: Discord
// counts registrations, and gives two hundred a day.
func (i *interactions) Register(ctx context.Context) error {
	path := "applications/" + i.ApplicationID + "/commands"
	var have []command
	if err := i.API.Patient(ctx, rest.RouteOf(http.MethodGet, "applications/commands", ""), path, nil, &have); err != nil {
		return fmt.Errorf("read commands: %w", err)
	}
	if same(have, commands()) {
		return nil
	}
	if err := i.API.Patient(ctx, rest.RouteOf(http.MethodPut, "applications/commands", ""), path, commands(), nil); err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	i.Log.InfoContext(ctx, "discord commands registered")
	return nil
}

func same(have, want []command) bool {
	index := func(cs []command) map[string]command {
		out := make(map[string]command, len(cs))
		for _, c := range cs {
			if len(c.Options) == 0 {
				c.Options = nil
			}
			out[fmt.Sprint(c.Type, c.Name)] = c
		}
		return out
	}
	return len(have) == len(want) && reflect.DeepEqual(index(have), index(want))
}

// command answers a slash command.
func (i *interactions) command(ctx context.Context, r request) reply {
	var said string
	var err error
	switch r.command {
	case commandAsk:
		if r.prompt == "" {
			return whisper("Please say what you would like.", bots.AckRefused)
		}
		return i.later(r)
	case commandStop:
		return i.stop(ctx, r)
	case commandTasks:
		if r.run != "" {
			said, err = i.statusOf(ctx, r)
			break
		}
		said, err = i.tasks(ctx, r)
	case commandStatus:
		said, err = i.status(ctx, r)
	case commandAgents:
		said = i.agents()
	case commandSettings:
		if r.linking() {
			return i.link(ctx, r)
		}
		said, err = i.settings(ctx, r)
	default:
		return whisper(noteUnknown, bots.AckIgnored)
	}
	if err != nil {
		i.Log.ErrorContext(ctx, "discord command not answered", slog.Any("err", err))
		return whisper(view.NoteUnread, bots.AckUnavailable)
	}
	return whisper(bots.SafeWords(said, i.Drawing.Hosts.Of(ctx, i.Tenant)), bots.AckTaken)
}

// stop stops the newest run of the conversation that has not ended.
func (i *interactions) stop(ctx context.Context, r request) reply {
	runs, err := i.runsMeant(ctx, r)
	if err != nil {
		i.Log.ErrorContext(ctx, "discord run not found", slog.Any("err", err))
		return whisper(noteAgain, bots.AckUnavailable)
	}
	for _, v := range slices.Backward(runs) {
		if run := v.Run; !run.Status.Ended() {
			if note := i.act(ctx, r, assistant.StopRequested{Run: run.ID}); note != "" {
				return done(note)
			}
			return whisper("Stopping “"+components.Line(run.Title, 200)+"”. What is done is kept.", bots.AckTaken)
		}
	}
	if r.run != "" {
		return whisper(noteNoRun, bots.AckRefused)
	}
	return whisper("Nothing is running here.", bots.AckRefused)
}

// runsAt lists the runs of the conversation that the interaction happens in; none where there is no conversation.
func (i *interactions) runsAt(ctx context.Context, r request) ([]assistant.RunView, error) {
	id, err := i.Threads.ConversationAt(ctx, i.Tenant, place(r.guild, r.channel))
	if errors.Is(err, assistant.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find conversation: %w", err)
	}
	runs, err := i.Work.Runs(ctx, i.Tenant, id)
	if err != nil {
		return nil, fmt.Errorf("read runs: %w", err)
	}
	return runs, nil
}

func progress(v assistant.RunView) string {
	c := bots.RunCard{Total: len(v.Tasks)}
	for _, t := range v.Tasks {
		switch {
		case t.Done():
			c.Done++
		case t.Undone:
			c.Back++
		}
	}
	return fmt.Sprintf("**%s** · %s · %s", components.Line(v.Run.Title, 120), components.Line(string(v.Run.Status), 20), view.Progress(c, wording.In(c.Language)))
}

func (i *interactions) status(ctx context.Context, r request) (string, error) {
	if r.run != "" {
		return i.statusOf(ctx, r)
	}
	runs, err := i.runsAt(ctx, r)
	if err != nil {
		return "", err
	}
	if len(runs) == 0 {
		return "Nothing has been run in this conversation.", nil
	}
	return stands(runs[len(runs)-1]), nil
}

// stands says how a run stands, task by task.
func stands(v assistant.RunView) string {
	lines := []string{progress(v)}
	for i, t := range v.Tasks {
		if i == 12 {
			lines = append(lines, fmt.Sprintf("and %d more", len(v.Tasks)-i))
			break
		}
		word := strings.ReplaceAll(string(t.Status), "_", " ")
		if t.Undone {
			word = "taken back"
		}
		lines = append(lines, fmt.Sprintf("- %s · %s", components.Line(t.Summary, 80), components.Line(word, 20)))
	}
	return strings.Join(lines, "\n")
}

const (
	shownRuns  = 8
	shownWaits = 5
)

// tasks lists what runs and what waits, as much of it as the person may see; see [bots.Outlook].
func (i *interactions) tasks(ctx context.Context, r request) (string, error) {
	p, err := i.Work.PersonFor(ctx, i.Tenant, r.from.identity())
	if err != nil {
		return "", fmt.Errorf("find person: %w", err)
	}
	o, err := bots.OutlookOf(ctx, i.Work, i.Tenant, p)
	if err != nil {
		return "", err //nolint:wrapcheck // it says what was being done
	}
	lines := []string{o.Summary()}
	for i, v := range o.Runs {
		if i == shownRuns {
			lines = append(lines, fmt.Sprintf("- and %d more", len(o.Runs)-i))
			break
		}
		lines = append(lines, "- "+progress(v))
	}
	for i, w := range o.Waits {
		if i == shownWaits {
			lines = append(lines, fmt.Sprintf("- and %d more that wait", len(o.Waits)-i))
			break
		}
		said := fmt.Sprintf("- ✋ %s: **%s** waits for a decision", bots.PendingWords(w.Kind), components.Line(w.Title, 120))
		if left := components.Expires(wording.Words{}, w.Until); left != "" {
			said += ", " + left
		}
		lines = append(lines, said)
	}
	if i.PublicURL != "" {
		lines = append(lines, fmt.Sprintf("[All of it in the panel](%s/)", i.PublicURL))
	}
	return strings.Join(lines, "\n"), nil
}

func (i *interactions) agents() string {
	var lines []string
	for _, a := range i.Roster {
		if a.Visible && len(lines) < 20 {
			lines = append(lines, fmt.Sprintf("%s **%s** · %s", components.Line(a.Avatar, 16), components.Line(a.Called(), 60), components.Line(a.Role, 90)))
		}
	}
	return cmp.Or(bots.Clip(strings.Join(lines, "\n"), components.LimitContent), "Nobody is on the team.")
}

func (i *interactions) settings(ctx context.Context, r request) (string, error) {
	p, err := i.Work.PersonFor(ctx, i.Tenant, r.from.identity())
	if err != nil {
		return "", fmt.Errorf("find person: %w", err)
	}
	said := fmt.Sprintf("You are **%s**, %s here.", components.Line(cmp.Or(p.Name, r.from.name, "somebody"), 80), components.Line(string(p.Role), 20))
	if i.PublicURL != "" {
		return said + fmt.Sprintf(" Settings are [in the panel](%s/).", i.PublicURL), nil
	}
	return said + " Settings are in the panel.", nil
}

// later answers that somebody is at it, and then begins or continues the conversation. Only what needs no answer of
// Discord's fits into the three seconds that there are.
func (i *interactions) later(r request) reply {
	return reply{
		response: response{answerLater, map[string]int{"flags": components.FlagEphemeral}}, outcome: bots.AckTaken,
		then: func(ctx context.Context) {
			first := false
			i.asked.Change(r.id, func(_, known bool) bool {
				first = !known
				return true
			})
			if !first {
				return // Discord has told of it twice: whoever was told first answers
			}
			said, err := i.ask(ctx, r)
			if err != nil {
				i.asked.Forget(r.id)
				i.Log.ErrorContext(ctx, "discord question not stored", slog.Any("err", err))
				said = noteAgain
			}
			if err := i.amend(ctx, r, said); err != nil {
				i.Log.WarnContext(ctx, "discord private word not delivered", slog.Any("err", err))
			}
		},
	}
}

// ask brings a question into the conversation it belongs to: that of the thread or the direct message it is asked in, or
// a new one in a thread. It returns what the person alone should read.
func (i *interactions) ask(ctx context.Context, r request) (string, error) {
	prompt, at := r.prompt, place(r.guild, r.channel)
	start := r.guild != "" && r.Threadable()
	if r.target != "" {
		about, err := i.read(ctx, r.channel, r.target)
		if err != nil {
			return "", err
		}
		prompt += fmt.Sprintf("\n\nThis is about the message of %s:\n> %s", about.Author.Name(), strings.ReplaceAll(bots.Clip(about.Content, 2000), "\n", "\n> "))
		if start {
			if at, err = i.thread(ctx, r.guild, r.channel, r.target, r.prompt); err != nil {
				return "", err
			}
			start = false
		}
	}
	words := components.Posting{
		Content: "**" + components.Line(r.from.name, 80) + "** asks:\n> " + strings.ReplaceAll(components.Escape(r.prompt, 1700), "\n", "\n> "),
		Flags:   components.FlagSuppressEmbeds, Mentions: components.Nobody(), Nonce: "i" + r.id, Enforce: true,
	}
	var posted rest.Message
	if err := i.API.Patient(ctx, rest.PostRoute(at.Channel), "channels/"+at.Channel+"/messages", words, &posted); err != nil {
		return "", fmt.Errorf("show the question: %w", err)
	}
	if !rest.IsID(posted.ID) {
		return "", errors.New("discord: an answer without the message's id")
	}
	if start {
		var err error
		if at, err = i.thread(ctx, r.guild, r.channel, posted.ID, r.prompt); err != nil {
			return "", err
		}
	} else if at == place(r.guild, r.channel) && r.guild != "" && !r.IsThread() {
		at.Thread = posted.ID // beside a voice channel there are no threads
	}
	before, err := i.beforeAsked(ctx, at, cmp.Or(r.target, posted.ID))
	if err != nil {
		return "", err
	}
	_, err = i.Inbox.Receive(ctx, assistant.Inbound{
		Tenant: i.Tenant, Place: at, From: r.from.identity(), Change: assistant.ChangeSaid, Text: prompt, Before: before,
		Key: "discord/interaction/" + r.id, ExternalID: posted.ID, Agent: i.agentMeant(r.agent), At: i.Now(),
	})
	if err != nil {
		return "", fmt.Errorf("receive: %w", err)
	}
	i.Typing.Show(ctx, at)
	return "Working on it in <#" + at.Channel + ">.", nil
}

// read fetches one message.
func (i *interactions) read(ctx context.Context, channel, id string) (rest.Message, error) {
	var m rest.Message
	err := i.API.Patient(ctx, rest.RouteOf(http.MethodGet, "channels/messages/id", channel), "channels/"+channel+"/messages/"+id, nil, &m)
	if err != nil {
		return m, fmt.Errorf("read message: %w", err)
	}
	return m, nil
}

// body writes a response.
func (r response) body() ([]byte, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return raw, nil
}
