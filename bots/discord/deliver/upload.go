package deliver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// withFiles shows a card with the files that go with it. Where Discord takes no files, for want of a permission or of room, it
// is shown without them and says where else they are.
func (d *Cards) withFiles(ctx context.Context, c bots.Card, most int, show func([]components.Look) (string, error)) (string, error) {
	looks := d.Drawing.Now(ctx).Draw(c, most)
	if !slices.ContainsFunc(looks, func(l components.Look) bool { return len(l.Files) > 0 }) {
		return show(looks)
	}
	ref := ""
	err := d.take(ctx, looks)
	if err == nil {
		ref, err = show(looks)
	}
	if !d.withoutFiles(c, err) {
		return ref, err
	}
	d.Log.WarnContext(ctx, "discord takes no file", slog.Any("err", err))
	reason := "upload failed"
	if no, ok := errors.AsType[*bots.RefusedError](err); ok {
		reason = no.Reason
	}
	bare := d.Drawing.Now(ctx)
	bare.Bare, bare.Unwell = true, reason == "upload failed"
	var less bots.Lesser
	if ref, err = less.Take(show(bare.Draw(c, most))); err != nil {
		return ref, err
	}
	_, _ = less.Take("", &bots.LesserError{How: bots.OutcomeBare, Reason: reason})
	return ref, less.Left()
}

// uploadTries is how often an answer is tried with its files before it goes without them: its words do not wait for them.
const uploadTries = 2

// withoutFiles tells whether an answer goes without its files after what became of it with them.
func (d *Cards) withoutFiles(c bots.Card, err error) bool {
	a, ok := c.(bots.AnswerCard)
	var less bots.Lesser
	if _, err = less.Take("", err); err == nil || !ok {
		return false
	}
	if takesNoFiles(err) {
		return true
	}
	if _, refused := errors.AsType[*bots.RefusedError](err); refused {
		return false
	}
	if later, ok := errors.AsType[*bots.LaterError](err); ok {
		if _, said := errors.AsType[*rest.AnswerError](later.Err); said || later.Err == nil {
			return false // the pace, ours or Discord's, is not the files'
		}
	}
	return d.uploads.Miss(string(a.Conversation)+"/"+string(a.Message)) >= uploadTries
}

// take gets the bytes of the files that are kept here.
func (d *Cards) take(ctx context.Context, looks []components.Look) error {
	for _, l := range looks {
		for i, f := range l.Files {
			if f.Whole != "" {
				continue
			}
			raw, err := bots.Take(ctx, d.Files, d.Tenant, f.Made)
			if err != nil {
				return fmt.Errorf("discord: %w", err)
			}
			l.Files[i].Data = raw
		}
	}
	return nil
}

// takesNoFiles tells whether a refusal is, or may be, one of the files.
func takesNoFiles(err error) bool {
	no, refused := errors.AsType[*bots.RefusedError](err)
	if !refused {
		return false
	}
	said, asked := errors.AsType[*rest.AnswerError](no.Err)
	return !asked || !no.Closed || said.Code == rest.CodeMissingPermissions || said.Code == rest.CodeTooLarge || said.Status == http.StatusRequestEntityTooLarge
}

// fresh divides the files of a message that is edited: those that were made and are there stay; the others are uploaded.
func (d *Cards) fresh(ctx context.Context, p assistant.Place, id string, files []components.Enclosure) (stay []components.Attachment, upload []components.Enclosure, err error) {
	if !slices.ContainsFunc(files, func(f components.Enclosure) bool { return f.Whole == "" }) {
		return nil, files, nil
	}
	var m rest.Message
	r := rest.RouteOf(http.MethodGet, "channels/messages/id", p.Channel)
	if err := d.API.Call(ctx, r, "channels/"+p.Channel+"/messages/"+id, nil, &m); err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		at := -1
		for i, there := range m.Files {
			if f.Whole == "" && there.Name == f.Name && there.ID != "" {
				at = i
			}
		}
		if at < 0 {
			upload = append(upload, f)
			continue
		}
		stay = append(stay, components.Attachment{ID: m.Files[at].ID, Name: f.Name})
	}
	return stay, upload, nil
}
