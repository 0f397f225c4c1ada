package receive

import (
	"context"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/tasklist"
	"github.com/aisteam/aisteam/bots/view"
)

// tasks shows somebody their background tasks, and changes them.
type tasks struct {
	Config

	runs *runReader
}

func (k *tasks) asker(r request) tasklist.Asker {
	return tasklist.Asker{Tenant: k.Tenant, From: r.from.identity(), In: r.words()}
}

// list shows what is at work, and the background tasks; as a new answer to the command, in the place of what was pressed otherwise.
func (k *tasks) list(ctx context.Context, r request) reply {
	said, err := k.runs.tasks(ctx, r)
	var all []view.BackgroundTask
	var has bool
	if err == nil {
		all, has, err = k.Tasks.List(ctx, k.asker(r))
	}
	if err != nil {
		k.Log.ErrorContext(ctx, "discord background tasks not read", slog.Any("err", err))
		return whisper(view.NoteUnread, bots.AckUnavailable)
	}
	said = links.SafeWords(said, k.Drawing.Hosts.Of(ctx, k.Tenant))
	if !has {
		return whisper(said, bots.AckTaken)
	}
	return shownPrivately(r, components.TaskList(said, all, r.words()))
}

// shownPrivately shows something only to the person who acted. If they pressed a button on such a message, it replaces that
// message.
func shownPrivately(r request, cs []components.Component) reply {
	answer := answerUpdate
	if r.kind == requestCommand {
		answer = answerMessage
	}
	return reply{outcome: bots.AckTaken, response: response{answer, private{
		Flags: components.FlagEphemeral | components.FlagComponentsV2 | components.FlagSuppressEmbeds, Mentions: components.Nobody(), Components: cs,
	}}}
}

// press answers what is pressed on the list of tasks, or sent by a form of it.
func (k *tasks) press(ctx context.Context, r request) reply {
	if k.Tasks == nil {
		return whisper(noteUnknown, bots.AckIgnored)
	}
	id := assistant.BackgroundID(r.subject.ID)
	switch r.subject.Verb {
	case components.VerbTasks:
		return k.list(ctx, r)
	case components.VerbTaskOpen:
		if chosen := assistant.BackgroundID(r.subject.Task); chosen != "" {
			id = chosen
		}
		return k.show(ctx, r, id, "")
	case components.VerbTaskCancel:
		t, _, err := k.Tasks.Show(ctx, k.asker(r), id)
		if err != nil {
			return k.refused(ctx, r, err)
		}
		return shownPrivately(r, components.TaskSure(t))
	case components.VerbTaskEdit:
		form, err := k.Tasks.Form(ctx, k.asker(r), id)
		if err != nil {
			return k.refused(ctx, r, err)
		}
		return opened(components.TaskForm(string(id), form, r.words()))
	case components.VerbTaskWords:
		return k.read(ctx, r, id)
	case components.VerbTaskSo:
		return k.rewrite(ctx, r)
	}
	change := components.TaskChange(r.subject.Verb)
	if change == "" {
		return whisper(noteUnknown, bots.AckIgnored)
	}
	note, err := k.Tasks.Change(ctx, k.asker(r), id, change)
	if err != nil {
		return k.refused(ctx, r, err)
	}
	return k.show(ctx, r, id, note)
}

// show shows a task as it is now.
func (k *tasks) show(ctx context.Context, r request, id assistant.BackgroundID, note string) reply {
	t, history, err := k.Tasks.Show(ctx, k.asker(r), id)
	if err != nil {
		return k.refused(ctx, r, err)
	}
	return shownPrivately(r, components.Task(note, t, history))
}

// read shows how the form was read; nothing is changed by it.
func (k *tasks) read(ctx context.Context, r request, id assistant.BackgroundID) reply {
	form, err := k.Tasks.Form(ctx, k.asker(r), id)
	if err != nil {
		return k.refused(ctx, r, err)
	}
	shown, read, err := k.Tasks.Read(ctx, k.asker(r), id, components.Room().Given(form, r.input))
	if err != nil {
		return k.refused(ctx, r, err)
	}
	cs, fits := components.TaskReading(string(id), read.Was, read.Edit.String(), shown)
	if !fits {
		return whisper(view.NoteEditTooLong, bots.AckRefused)
	}
	return shownPrivately(r, cs)
}

// rewrite changes a task as it was read and shown.
func (k *tasks) rewrite(ctx context.Context, r request) reply {
	id, was, text, ok := r.subject.TaskEdit()
	edit, known := background.ParseEdit(text)
	if !ok || !known {
		return whisper(noteUnknown, bots.AckIgnored)
	}
	if err := k.Tasks.Rewrite(ctx, k.asker(r), id, was, edit); err != nil {
		return k.refused(ctx, r, err)
	}
	return k.show(ctx, r, id, r.words().Say("Changed."))
}

// refused says why nothing was done.
func (k *tasks) refused(ctx context.Context, r request, err error) reply {
	note, outcome, told := tasklist.Note(err, r.words())
	if !told {
		k.Log.ErrorContext(ctx, "discord background task not changed", slog.Any("err", err))
	}
	return whisper(components.Escape(note, components.LimitContent), outcome)
}

// hush pauses notifications for a person who presses so on one, and tells them until when.
func (k *tasks) hush(ctx context.Context, r request) reply {
	if k.Tasks == nil {
		return whisper(noteUnknown, bots.AckIgnored)
	}
	until := background.HushHours
	if verb, _, _ := r.subject.Press(); verb.Do == view.HushMonday {
		until = background.HushMonday
	}
	note, err := k.Tasks.Hush(ctx, k.asker(r), until)
	if err != nil {
		return k.refused(ctx, r, err)
	}
	return whisper(components.Escape(note, components.LimitContent), bots.AckTaken)
}
