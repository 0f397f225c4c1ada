package deliver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"path"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// fileTag is the common part of the names of a nonce's files. Files have no metadata, so a read-back of the thread recognizes them
// by name: people see and may change the title, but not the name.
func fileTag(nonce string) string {
	sum := sha256.Sum256([]byte("file " + nonce))
	return "-" + hex.EncodeToString(sum[:5]) + "."
}

// fileName names a file of a nonce.
func fileName(nonce, title string) string {
	ending := path.Ext(title)
	return strings.TrimSuffix(title, ending) + fileTag(nonce) + strings.TrimPrefix(ending, ".")
}

// uploadTries is how often files are tried to be brought to Slack before the answer says that it comes without them.
const uploadTries = 3

// postAll posts a card that takes several messages, files with it, or both. The files' content is sent first, when nobody sees
// it yet: where Slack takes no files (an installation of before the scope was asked for) the answer says where else they are.
// Words do not wait for files: they are said, and what went wrong with the files is tried again.
//
// A try that ended in between is completed: what the thread shows already is not posted again. One thing can double. Slack
// shares completed files a moment later; when its answer is lost and the thread is read back before they are there, they are
// shared again. The courier waits a second at least before it looks.
func (o *Posts) postAll(ctx context.Context, w *workspace.Workspace, p assistant.Place, c bots.Card, looks []blocks.Message, with []blocks.Enclosure, nonce string) (string, error) {
	there, _, err := o.posted(ctx, w, p, nonce)
	if err != nil {
		return "", err
	}
	of := len(looks)
	var less bots.Lesser
	var late error // what holds up the files
	var sent []slackapi.FileSummary
	if len(with) > 0 {
		of++
	}
	if len(with) > 0 && there[of] == "" {
		sent, late = o.upload(ctx, w, nonce, with)
		if o.withoutFiles(nonce, late) {
			return o.postBare(ctx, w, p, c, there, nonce, late)
		}
	}
	for i, l := range looks {
		if there[i+1] != "" {
			continue
		}
		if there[i+1], err = less.Take(o.Sender.say(ctx, w, p, l, mark{Nonce: nonce, Part: i + 1, Of: of, due: i == 0 && o.slotted(p)})); err != nil {
			return "", err
		}
	}
	if late != nil {
		return "", late
	}
	if len(sent) == 0 {
		return there[1], less.Left()
	}
	if err = o.share(ctx, w, p, sent); o.withoutFiles(nonce, err) {
		return o.postBare(ctx, w, p, c, there, nonce, err)
	}
	if err != nil {
		return "", err
	}
	return there[1], less.Left()
}

// withoutFiles tells whether an answer goes without its files after what became of them: they are refused, or have been tried
// often enough by now.
func (o *Posts) withoutFiles(nonce string, err error) bool {
	if err == nil {
		return false
	}
	if later, ok := errors.AsType[*bots.LaterError](err); ok && later.Err == nil {
		return false // our own pace
	}
	_, refused := errors.AsType[*bots.RefusedError](err)
	return o.uploads.Miss(nonce) >= uploadTries || refused
}

// postBare shows a card without its files and says so, in the place of what was posted before, if anything was.
func (o *Posts) postBare(ctx context.Context, w *workspace.Workspace, p assistant.Place, c bots.Card, there map[int]string, nonce string, why error) (string, error) {
	o.Log.WarnContext(ctx, "slack takes no file", slog.String("tenant", string(w.Tenant)), slog.Any("err", why))
	var less bots.Lesser
	reason := "upload failed"
	if no, ok := errors.AsType[*bots.RefusedError](why); ok {
		reason = no.Reason
	}
	bare := o.Drawings.Of(ctx, w)
	bare.Bare, bare.Unwell = true, reason == "upload failed"
	looks, _ := bare.Messages(c)
	for i, l := range looks {
		var err error
		switch ts := there[i+1]; ts {
		case "":
			m := mark{Nonce: nonce}
			if len(looks) > 1 {
				m.Part, m.Of = i+1, len(looks)
			}
			there[i+1], err = less.Take(o.Sender.say(ctx, w, p, l, m))
		default:
			_, err = less.Take("", o.Sender.change(ctx, w, p, ts, l))
		}
		if err != nil {
			return "", err
		}
	}
	_, _ = less.Take("", &bots.LesserError{How: bots.OutcomeBare, Reason: reason})
	return there[1], less.Left()
}

// upload sends the files' content to Slack, where nobody sees it yet.
func (o *Posts) upload(ctx context.Context, w *workspace.Workspace, nonce string, with []blocks.Enclosure) ([]slackapi.FileSummary, error) {
	const method = "files.getUploadURLExternal"
	var out []slackapi.FileSummary
	for _, e := range with {
		text := e.Text
		if text == "" {
			raw, err := bots.Take(ctx, o.Files, w.Tenant, e.Made)
			if err != nil {
				return nil, err
			}
			text = string(raw)
		}
		if err := w.Pace.Hold(method); err != nil {
			return nil, err
		}
		name := fileName(nonce, e.Title)
		u, err := w.Client.GetUploadURLExternalContext(ctx, slackapi.GetUploadURLExternalParameters{FileName: name, FileSize: len(text)})
		if err != nil {
			return nil, w.Answered(ctx, method, err)
		}
		err = w.Client.UploadToURL(ctx, slackapi.UploadToURLParameters{UploadURL: u.UploadURL, Content: text, Filename: name})
		if err != nil {
			return nil, w.Answered(ctx, "files.upload", err)
		}
		out = append(out, slackapi.FileSummary{ID: u.FileID, Title: e.Title})
	}
	return out, nil
}

// share shows files in the thread, all in one message.
func (o *Posts) share(ctx context.Context, w *workspace.Workspace, p assistant.Place, sent []slackapi.FileSummary) error {
	const method = "files.completeUploadExternal"
	if err := w.Pace.Hold(method); err != nil {
		return err
	}
	_, err := w.Client.CompleteUploadExternalContext(ctx, slackapi.CompleteUploadExternalParameters{
		Files: sent, Channel: p.Channel, ThreadTimestamp: p.Thread,
	})
	return w.Answered(ctx, method, err)
}
