package receive

import (
	"context"
	"log/slog"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/view"
)

// own shows people what they may set for themselves, and sets it.
type own struct{ Config }

func (o *own) asker(r request) ownsettings.Asker {
	return ownsettings.Asker{Tenant: o.Tenant, From: r.from.identity(), In: r.words(), Key: "discord/interaction/" + r.id}
}

// list shows what there is to set below safe words, or the words alone where there is nothing.
func (o *own) list(ctx context.Context, r request, safe string) reply {
	if o.Settings == nil {
		return whisper(safe, bots.AckTaken)
	}
	all, err := o.Settings.List(ctx, o.asker(r))
	if err != nil {
		o.Log.ErrorContext(ctx, "discord settings not read", slog.Any("err", err))
		return whisper(view.NoteUnread, bots.AckUnavailable)
	}
	if len(all) == 0 {
		return whisper(safe, bots.AckTaken)
	}
	return shownPrivately(r, components.Settings(safe, all, r.words()))
}

// press opens the form of the setting that was chosen, or takes that form.
func (o *own) press(ctx context.Context, r request) reply {
	if o.Settings == nil {
		return whisper(noteUnknown, bots.AckIgnored)
	}
	name := r.subject.ID
	if r.subject.Verb == components.VerbSettingOpen {
		name = r.subject.Task
	}
	one, err := o.Settings.One(ctx, o.asker(r), name)
	if err != nil {
		return o.refused(ctx, r, err)
	}
	if r.subject.Verb == components.VerbSettingOpen {
		return opened(components.SettingForm(one, r.words()))
	}
	said, err := o.Settings.Set(ctx, o.asker(r), one.Name, components.Room().Given(one.Form, r.input))
	if err != nil {
		return o.refused(ctx, r, err)
	}
	return whisper(components.Escape(said, components.LimitContent), bots.AckTaken)
}

// refused says why nothing was set.
func (o *own) refused(ctx context.Context, r request, err error) reply {
	note, _, told := ownsettings.Refused(err, r.words())
	if !told {
		o.Log.ErrorContext(ctx, "discord setting not changed", slog.Any("err", err))
		return whisper(view.NoteAgain, bots.AckUnavailable)
	}
	return whisper(components.Escape(note, components.LimitContent), bots.AckRefused)
}
