package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// withFiles shows a card with the files that go with it. Where Discord takes no files, for want of a permission or of room, it
// is shown without them and says where else they are.
func (b *Bot) withFiles(ctx context.Context, c bots.Card, most int, show func([]components.Look) (string, error)) (string, error) {
	looks := b.drawing(ctx).Draw(c, most)
	if !slices.ContainsFunc(looks, func(l components.Look) bool { return len(l.Files) > 0 }) {
		return show(looks)
	}
	ref := ""
	err := b.take(ctx, looks)
	if err == nil {
		ref, err = show(looks)
	}
	if !b.withoutFiles(c, err) {
		return ref, err
	}
	b.Log.WarnContext(ctx, "discord takes no file", slog.Any("err", err))
	reason := "upload failed"
	if no, ok := errors.AsType[*bots.RefusedError](err); ok {
		reason = no.Reason
	}
	bare := b.drawing(ctx)
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
func (b *Bot) withoutFiles(c bots.Card, err error) bool {
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
		if _, said := errors.AsType[*refusal](later.Err); said || later.Err == nil {
			return false // the pace, ours or Discord's, is not the files'
		}
	}
	return b.uploads.Miss(string(a.Conversation)+"/"+string(a.Message)) >= uploadTries
}

// take gets the bytes of the files that are kept here.
func (b *Bot) take(ctx context.Context, looks []components.Look) error {
	for _, l := range looks {
		for i, f := range l.Files {
			if f.Whole != "" {
				continue
			}
			raw, err := bots.Take(ctx, b.Files, b.Tenant, f.Made)
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
	said, asked := errors.AsType[*refusal](no.Err)
	return !asked || !no.Closed || said.Code == codeMissingPermissions || said.Code == codeTooLarge || said.Status == http.StatusRequestEntityTooLarge
}

// fresh divides the files of a message that is edited: those that were made and are there stay; the others are uploaded.
func (b *Bot) fresh(ctx context.Context, p assistant.Place, id string, files []components.Enclosure) (stay []components.Attachment, upload []components.Enclosure, err error) {
	if !slices.ContainsFunc(files, func(f components.Enclosure) bool { return f.Whole == "" }) {
		return nil, files, nil
	}
	var m message
	r := route{http.MethodGet, "channels/messages/id", p.Channel}
	if err := b.call(ctx, r, "channels/"+p.Channel+"/messages/"+id, nil, &m); err != nil {
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

// encode writes a body, in parts where it carries files.
func encode(in any) (body []byte, kind string, err error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, "", fmt.Errorf("discord: encode request: %w", err)
	}
	c, ok := in.(carrier)
	if !ok || len(c.Carried()) == 0 {
		return raw, "application/json", nil
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	put := func(disposition, kind string, content []byte) error {
		to, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
		if err != nil {
			return fmt.Errorf("discord: encode file: %w", err)
		}
		_, _ = to.Write(content) // a buffer takes everything
		return nil
	}
	if err := put(`form-data; name="payload_json"`, "application/json", raw); err != nil {
		return nil, "", err
	}
	for i, f := range c.Carried() {
		if err := put(fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, f.Name), "application/octet-stream", f.Bytes()); err != nil {
			return nil, "", err
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("discord: encode file: %w", err)
	}
	return b.Bytes(), w.FormDataContentType(), nil
}

// carrier is a body that may carry files.
type carrier interface{ Carried() []components.Enclosure }
