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
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gosimple/slug"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// wholeName is the file that a long answer comes as.
const wholeName = "answer.md"

// enclosure is a file that goes with a message: what of an answer is long, or what an agent made.
type enclosure struct {
	name  string         // on Discord
	whole string         // the whole answer; "" for a file that is kept
	made  assistant.File // the kept file
	data  []byte         // its bytes, once they are taken from where it is kept
}

func (e enclosure) bytes() []byte {
	if e.whole != "" {
		return []byte(e.whole)
	}
	return e.data
}

// component shows the file: with components of version 2 Discord shows no other.
func (e enclosure) component() component {
	return component{Type: typeFile, File: &media{URL: "attachment://" + e.name}}
}

// plainName are names that Discord keeps as they are. Others it changes, and then nothing can refer to them.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$`)

// enclosed are the files that an answer hands over, under names that Discord keeps and that differ.
func (r renderer) enclosed(c bots.AnswerCard) []enclosure {
	if r.bare {
		return nil
	}
	taken := []string{wholeName}
	var out []enclosure
	for i, f := range bots.Made(c) {
		name := assistant.CleanName(f.Name)
		if !plainName.MatchString(name) {
			ending := path.Ext(name)
			name = bots.Clip(slug.Make(strings.TrimSuffix(name, ending)), 80)
			name = strings.Trim(name, "…-") + "." + slug.Make(ending)
		}
		if !plainName.MatchString(name) || slices.Contains(taken, name) {
			name = fmt.Sprintf("%d-%s", i+1, strings.TrimLeft(name, "."))
		}
		taken = append(taken, name)
		out = append(out, enclosure{name: name, made: f})
	}
	return out
}

// withFiles shows a card with the files that go with it. Where Discord takes no files, for want of a permission or of room, it
// is shown without them and says where else they are.
func (b *Bot) withFiles(ctx context.Context, c bots.Card, most int, show func([]look) (string, error)) (string, error) {
	looks := b.drawing(ctx).draw(c, most)
	if !slices.ContainsFunc(looks, func(l look) bool { return len(l.files) > 0 }) {
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
	bare.bare, bare.unwell = true, reason == "upload failed"
	var less bots.Lesser
	if ref, err = less.Take(show(bare.draw(c, most))); err != nil {
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
func (b *Bot) take(ctx context.Context, looks []look) error {
	for _, l := range looks {
		for i, f := range l.files {
			if f.whole != "" {
				continue
			}
			raw, err := bots.Take(ctx, b.Files, b.Tenant, f.made)
			if err != nil {
				return fmt.Errorf("discord: %w", err)
			}
			l.files[i].data = raw
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

// attachment names a file of a message: a new one by its number in the request, one that is there already by its id. One that
// is not named is taken off.
type attachment struct {
	ID   string `json:"id"`
	Name string `json:"filename"`
}

// carrier is a body that may carry files.
type carrier interface{ carried() []enclosure }

func (p posting) carried() []enclosure { return p.files }

func (e editing) carried() []enclosure { return e.files }

// attachments names new files.
func attachments(files []enclosure) []attachment {
	var out []attachment
	for i, f := range files {
		out = append(out, attachment{ID: itoa(i), Name: f.name})
	}
	return out
}

// fresh divides the files of a message that is edited: those that were made and are there stay; the others are uploaded.
func (b *Bot) fresh(ctx context.Context, p assistant.Place, id string, files []enclosure) (stay []attachment, upload []enclosure, err error) {
	if !slices.ContainsFunc(files, func(f enclosure) bool { return f.whole == "" }) {
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
			if f.whole == "" && there.Name == f.name && there.ID != "" {
				at = i
			}
		}
		if at < 0 {
			upload = append(upload, f)
			continue
		}
		stay = append(stay, attachment{ID: m.Files[at].ID, Name: f.name})
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
	if !ok || len(c.carried()) == 0 {
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
	for i, f := range c.carried() {
		if err := put(fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, f.name), "application/octet-stream", f.bytes()); err != nil {
			return nil, "", err
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("discord: encode file: %w", err)
	}
	return b.Bytes(), w.FormDataContentType(), nil
}
