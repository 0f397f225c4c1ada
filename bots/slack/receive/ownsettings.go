package receive

import (
	"context"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

const noteNoSettings = "There is nothing that you can set for yourself here."

// commandSettings opens the form in which people choose what to set for themselves.
func (m *Commands) commandSettings(ctx context.Context, w *workspace.Workspace, c payload.Command) payload.Answer {
	in := m.words(ctx, c)
	if m.Clicks.Settings == nil {
		return privately(in.Say(noteNoSettings), nil, bots.AckRefused)
	}
	all, err := m.Clicks.Settings.List(ctx, ownsettings.Asker{Tenant: w.Tenant, From: m.People.Whole(ctx, c.From()), In: in, Key: c.Key()})
	switch {
	case err != nil:
		return m.commandFailed(ctx, in.Say(view.NoteUnread), err)
	case len(all) == 0:
		return privately(in.Say(noteNoSettings), nil, bots.AckRefused)
	}
	form := blocks.Modal(ownsettings.Choose(all, in), blocks.FormState{}, in)
	if _, err := w.Client.OpenViewContext(ctx, c.Trigger, form); err != nil {
		return m.commandFailed(ctx, in.Say(view.NoteAgain), w.Answered(ctx, "views.open", err))
	}
	return payload.Answer{Outcome: bots.AckTaken}
}

func (k *Clicks) settingsOf(ctx context.Context, c workspace.Click) ownsettings.Asker {
	by := k.by(ctx, c)
	return ownsettings.Asker{Tenant: c.At.Tenant, From: by.From, In: by.Words(), Key: c.Key}
}

// chooseSetting shows the form of the setting that was chosen, in the place of the one in which it was.
func (k *Clicks) chooseSetting(ctx context.Context, c workspace.Click) payload.Answer {
	if k.Settings == nil {
		return payload.Answer{Outcome: bots.AckIgnored}
	}
	a := k.settingsOf(ctx, c)
	all, err := k.Settings.List(ctx, a)
	if err != nil {
		return k.notSet(ctx, assistant.Form{}, err, a.In)
	}
	chosen := c.Fields.Given(ownsettings.Choose(all, a.In))[ownsettings.FieldSetting]
	for _, one := range all {
		if one.Name == chosen {
			v := blocks.Modal(one.Form, blocks.FormState{Setting: one.Name}, a.In)
			return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(&v), bots.AckTaken)
		}
	}
	return k.notSet(ctx, assistant.Form{}, assistant.ErrNotFound, a.In)
}

// set takes the form of a setting, and says what came of it in the form's place. What cannot be is said beside its field.
func (k *Clicks) set(ctx context.Context, c workspace.Click) payload.Answer {
	if k.Settings == nil {
		return payload.Answer{Outcome: bots.AckIgnored}
	}
	a := k.settingsOf(ctx, c)
	one, err := k.Settings.One(ctx, a, c.Setting)
	if err != nil {
		return k.notSet(ctx, one.Form, err, a.In)
	}
	said, err := k.Settings.Set(ctx, a, one.Name, c.Fields.Given(one.Form))
	if err != nil {
		return k.notSet(ctx, one.Form, err, a.In)
	}
	return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.Window(a.In.Say("Your settings"), said, a.In)), bots.AckTaken)
}

// notSet says why a form was not taken: beside a field where the form has one, else in its place.
func (k *Clicks) notSet(ctx context.Context, f assistant.Form, err error, in wording.Words) payload.Answer {
	note, field, told := ownsettings.Refused(err, in)
	outcome := bots.AckRefused
	if !told {
		k.Log.ErrorContext(ctx, "slack setting not changed", slog.Any("err", err))
		note, outcome = in.Say(view.NoteAgain), bots.AckUnavailable
	}
	if block := blocks.Room().Named(f, field); block != "" {
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{block: note}), outcome)
	}
	return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note, in)), outcome)
}
