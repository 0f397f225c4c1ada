package own

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

// Settings keep what people have chosen for themselves.
type Settings interface {
	Hearing(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Hearing, error)
	SetHearing(ctx context.Context, t assistant.TenantID, id assistant.PersonID, h assistant.Hearing) error
}

// Tasks list the background tasks of a person.
type Tasks interface {
	Backgrounds(ctx context.Context, t assistant.TenantID, owner assistant.PersonID, limit int) ([]assistant.BackgroundTask, error)
}

// The task types of the pack.
const (
	TaskLanguage assistant.TaskType = "choose_language"
	TaskZone     assistant.TaskType = "choose_time_zone"
	TaskNotices  assistant.TaskType = "choose_notices"
	TaskSnooze   assistant.TaskType = "snooze_notices"
	TaskDeputy   assistant.TaskType = "name_deputy"
	TaskShow     assistant.TaskType = "show_my_settings"
	TaskWaits    assistant.TaskType = "what_waits"
	TaskDay      assistant.TaskType = "digest_of_the_day"

	TaskChannelProject assistant.TaskType = "choose_channel_project"
	TaskChannelStarts  assistant.TaskType = "let_channel_start_automations"
	TaskChannelRests   assistant.TaskType = "let_channel_start_none"
)

// Config gives the pack what it works on.
type Config struct {
	Settings Settings
	Tasks    Tasks
	Deputies Deputies
	Going    Going
	Channels Channels
	IDs      *assistant.IDs
	Now      func() time.Time
}

// pack is what the tools work on.
type pack struct{ Config }

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack { return tools.Pack{Name: "own"} }

// Tools returns the pack's tools.
func Tools(c Config) ([]tools.Tool, error) {
	if c.Settings == nil || c.Tasks == nil || c.Deputies == nil || c.Going == nil || c.Channels == nil || c.IDs == nil || c.Now == nil {
		return nil, errors.New("own pack: settings, tasks, deputies, what goes on, channels, ids and a clock are needed")
	}
	p := pack{c}
	return []tools.Tool{p.language(), p.zone(), p.notices(), p.snooze(), p.deputy(), p.show(), p.waits(), p.day(), p.channelProject(), p.channelStarts(), p.channelRests()}, nil
}

// holds says what the person who asks has set with a tool.
type holds func(context.Context, tools.Call) (tools.Held, error)

// setting is what all tools of the pack have in common that change something.
func setting(name assistant.TaskType, label, description string, arguments *jsonschema.Schema, words []examples.Example, h holds, run func(context.Context, tools.Call) (assistant.Receipt, error)) tools.Tool {
	return tools.Tool{
		Name: string(name), Label: label, Description: description, Class: assistant.ClassOwn, Effect: assistant.EffectNone, Idempotent: true, Answers: true,
		Arguments: arguments, Examples: words, Holds: h, Run: run,
	}
}

// looking is what the pack's queries have in common.
func looking(name assistant.TaskType, label, description string, words []examples.Example, run func(context.Context, tools.Call) (assistant.Receipt, error)) tools.Tool {
	return tools.Tool{
		Name: string(name), Label: label, Description: description, Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true,
		Arguments: tools.Arguments[struct{}](), Examples: words, Run: run,
	}
}

// whoAsks refuses a call of which nobody knows who makes it.
func whoAsks() error {
	return assistant.BadInput(assistant.Say("I do not know who asks for this."), assistant.Say("Ask me in a conversation."))
}

// change sets what the asker has chosen for themselves to what it becomes, and gives both.
func (p pack) change(ctx context.Context, c tools.Call, becomes func(assistant.Hearing) assistant.Hearing) (was, is assistant.Hearing, err error) {
	if was, err = p.Settings.Hearing(ctx, c.Tenant, c.Asker.ID); err != nil {
		return was, is, fmt.Errorf("read what %s has chosen: %w", c.Asker.ID, err)
	}
	is = becomes(was)
	if err = p.Settings.SetHearing(ctx, c.Tenant, c.Asker.ID, is); err != nil {
		return was, is, fmt.Errorf("set what %s has chosen: %w", c.Asker.ID, err)
	}
	return was, is, nil
}

// moment is a moment by the clock of somebody's zone.
func moment(zone string, at time.Time) assistant.Sentence {
	return background.Moment(assistant.BackgroundTask{Zone: zone}, at)
}

// words are those of the language that people speak where the call is made.
func words(c tools.Call) wording.Words { return wording.In(c.Language) }

// saying is the receipt of a call that has come to these words.
func saying(between string, lines ...string) assistant.Receipt {
	return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim(strings.Join(lines, between))}}
}

// example is a request whose answer is what the tool says.
func example(arguments string, slots []examples.Slot, w examples.Words) examples.Example {
	return examples.Example{Words: w, Arguments: arguments, Slots: slots, AsItIs: true}
}

// plainly is a title or a name on a line, with nothing in it that Markdown reads.
func plainly(title string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(title), "\n")
	return strings.NewReplacer("*", "", "_", " ", "`", "", "[", "(", "]", ")", "<", "", ">", "").Replace(line)
}
