package receive

import (
	"cmp"
	"context"
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
	"github.com/aisteam/aisteam/bots/links"
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
		slash(commandTasks, "What is being worked on, and the automations", run),
		slash(commandStop, "Stop the run of this conversation", run),
		slash(commandStatus, "How this conversation's work stands", run),
		slash(commandAgents, "Who is on the team"),
		slash(commandSettings, "Who you are here, and what you set for yourself", linkOptions()...),
		{Name: commandAbout, Type: 3, Contexts: []int{0, 1}, Integrations: []int{0}},
	}
}

// slash answers slash commands.
type slash struct {
	Config

	runs    *runReader
	presses *presses
	asks    *asking
	list    *tasks
	own     *own
}

// Register makes the application's commands what they should be. It writes only when something is different: Discord
// counts registrations, and gives two hundred a day.
func (s *slash) Register(ctx context.Context) error {
	path := "applications/" + s.ApplicationID + "/commands"
	var have []command
	if err := s.API.Patient(ctx, rest.RouteOf(http.MethodGet, "applications/commands", ""), path, nil, &have); err != nil {
		return fmt.Errorf("read commands: %w", err)
	}
	if same(have, commands()) {
		return nil
	}
	if err := s.API.Patient(ctx, rest.RouteOf(http.MethodPut, "applications/commands", ""), path, commands(), nil); err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	s.Log.InfoContext(ctx, "discord commands registered")
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
func (s *slash) command(ctx context.Context, r request) reply {
	var said string
	var err error
	switch r.command {
	case commandAsk:
		if r.prompt == "" {
			return whisper("Please say what you would like.", bots.AckRefused)
		}
		return s.asks.later(r)
	case commandStop:
		return s.stop(ctx, r)
	case commandTasks:
		if r.run != "" {
			said, err = s.runs.statusOf(ctx, r)
			break
		}
		if s.Tasks != nil {
			return s.list.list(ctx, r)
		}
		said, err = s.runs.tasks(ctx, r)
	case commandStatus:
		said, err = s.runs.status(ctx, r)
	case commandAgents:
		said = s.agents(r.words())
	case commandSettings:
		if r.linking() {
			return s.link(ctx, r)
		}
		if said, err = s.settings(ctx, r); err == nil {
			return s.own.list(ctx, r, links.SafeWords(said, s.Drawing.Hosts.Of(ctx, s.Tenant)))
		}
	default:
		return whisper(noteUnknown, bots.AckIgnored)
	}
	if err != nil {
		s.Log.ErrorContext(ctx, "discord command not answered", slog.Any("err", err))
		return whisper(view.NoteUnread, bots.AckUnavailable)
	}
	return whisper(links.SafeWords(said, s.Drawing.Hosts.Of(ctx, s.Tenant)), bots.AckTaken)
}

// stop stops the newest run of the conversation that has not ended.
func (s *slash) stop(ctx context.Context, r request) reply {
	runs, err := s.runs.meant(ctx, r)
	if err != nil {
		s.Log.ErrorContext(ctx, "discord run not found", slog.Any("err", err))
		return whisper(noteAgain, bots.AckUnavailable)
	}
	for _, v := range slices.Backward(runs) {
		if run := v.Run; !run.Status.Ended() {
			if note := s.presses.act(ctx, r, assistant.StopRequested{Run: run.ID}); note != "" {
				return done(note)
			}
			return whisper(r.words().Say("Stopping “%s”. What is done is kept.", components.Line(run.Title, 200)), bots.AckTaken)
		}
	}
	if r.run != "" {
		return whisper(noteNoRun, bots.AckRefused)
	}
	return whisper("Nothing is running here.", bots.AckRefused)
}

func (s *slash) agents(in wording.Words) string {
	var lines []string
	for _, a := range s.Roster.Of(s.Tenant) {
		if a.Visible && len(lines) < 20 {
			lines = append(lines, fmt.Sprintf("%s **%s** · %s", components.Line(a.Avatar, 16), components.Line(a.Called(), 60), components.Line(a.Role, 90)))
		}
	}
	return cmp.Or(bots.Clip(strings.Join(lines, "\n"), components.LimitContent), in.Say("Nobody is on the team."))
}

func (s *slash) settings(ctx context.Context, r request) (string, error) {
	p, err := s.Work.PersonFor(ctx, s.Tenant, r.from.identity())
	if err != nil {
		return "", fmt.Errorf("find person: %w", err)
	}
	in := r.words()
	said := in.Say("You are %s. Your role here: %s.", "**"+components.Line(cmp.Or(p.Name, r.from.name, in.Say("somebody")), 80)+"**", components.Line(in.Label(string(p.Role)), 40))
	if at := s.Public.Now().URL; at != "" {
		return said + fmt.Sprintf(" [%s](%s/)", in.Say("Settings are in the panel."), at), nil
	}
	return said + " " + in.Say("Settings are in the panel."), nil
}
