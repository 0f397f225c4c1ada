package slack

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// fileName names the file of a nonce. Files have no metadata, so that the name is what a read-back of the thread knows them by:
// people see the title and may change that, not the name.
func fileName(nonce string) string {
	sum := sha256.Sum256([]byte("file " + nonce))
	return "answer-" + hex.EncodeToString(sum[:6]) + ".md"
}

// fileTitle is what people see.
const fileTitle = "answer.md"

// postAttached posts how a long answer begins, and then the whole of it as a file. The file's content is sent first, when
// nobody sees it yet: where Slack takes no files (an installation of before the scope was asked for) the answer says where
// else it is.
//
// A try that ended in between is completed: what the thread shows already is not posted again. One thing can double. Slack
// shares a completed file a moment later; when its answer is lost and the thread is read back before the file is there, it
// is shared again. The courier waits a second at least before it looks.
func (b *Bot) postAttached(ctx context.Context, w *workspace, p assistant.Place, c bots.Card, l look, text, nonce string) (string, error) {
	there, _, err := b.posted(ctx, w, p, nonce)
	if err != nil {
		return "", err
	}
	file := ""
	if there[2] == "" {
		file, err = b.upload(ctx, w, fileName(nonce), text)
		if _, refused := errors.AsType[*bots.RefusedError](err); refused {
			return b.postCut(ctx, w, p, c, there[1], nonce, err)
		}
		if err != nil {
			return "", err
		}
	}
	if there[1] == "" {
		if there[1], err = b.say(ctx, w, p, l, mark{Nonce: nonce, Part: 1, Of: 2}); err != nil {
			return "", err
		}
	}
	if file == "" {
		return there[1], nil
	}
	err = b.share(ctx, w, p, file)
	if _, refused := errors.AsType[*bots.RefusedError](err); refused {
		return b.postCut(ctx, w, p, c, there[1], nonce, err)
	}
	return there[1], err
}

// postCut shows the beginning alone, in the place of what was posted before, if anything was.
func (b *Bot) postCut(ctx context.Context, w *workspace, p assistant.Place, c bots.Card, ts, nonce string, why error) (string, error) {
	b.Log.WarnContext(ctx, "slack takes no file", slog.Any("err", why))
	if ts != "" {
		l, _ := b.renderer.render(c)
		return ts, b.change(ctx, w, p, ts, l)
	}
	l, _ := b.renderer.render(c)
	return b.say(ctx, w, p, l, mark{Nonce: nonce})
}

// upload sends a file's content to Slack, where nobody sees it yet.
func (b *Bot) upload(ctx context.Context, w *workspace, name, text string) (string, error) {
	const method = "files.getUploadURLExternal"
	if err := w.pace.hold(method); err != nil {
		return "", err
	}
	u, err := w.client.GetUploadURLExternalContext(ctx, slackapi.GetUploadURLExternalParameters{FileName: name, FileSize: len(text)})
	if err != nil {
		return "", b.answered(w, method, err)
	}
	err = w.client.UploadToURL(ctx, slackapi.UploadToURLParameters{UploadURL: u.UploadURL, Content: text, Filename: name})
	if err != nil {
		return "", b.answered(w, "files.upload", err)
	}
	return u.FileID, nil
}

// share shows a file in the thread.
func (b *Bot) share(ctx context.Context, w *workspace, p assistant.Place, file string) error {
	const method = "files.completeUploadExternal"
	if err := w.pace.hold(method); err != nil {
		return err
	}
	_, err := w.client.CompleteUploadExternalContext(ctx, slackapi.CompleteUploadExternalParameters{
		Files: []slackapi.FileSummary{{ID: file, Title: fileTitle}}, Channel: p.Channel, ThreadTimestamp: p.Thread,
	})
	return b.answered(w, method, err)
}
