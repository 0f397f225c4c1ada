package bots_test

import (
	"context"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// oneFile is a shelf with one text in every file.
type oneFile struct{}

func (oneFile) File(_ context.Context, _ assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	return assistant.KeptFile{ID: id, Bytes: []byte("a,b\n")}, nil
}

func withFiles(s bots.Surface, _ *clock) bots.Surface {
	if bot, ok := s.(*slack.Bot); ok {
		bot.Files = oneFile{}
	}
	return s
}

// handsOver is an answer with a file.
func handsOver(text string) assistant.Message {
	f := assistant.KeptFile{ID: assistant.MadeID("tenant", text), Name: "tickets.csv", Bytes: []byte("a,b\n")}
	return assistant.Message{Agent: assistant.FileAgent, Content: text, Body: assistant.Said{Files: []assistant.File{f.File()}}}
}

func (d *desk) shared() (n int) {
	for _, m := range d.fake.Posted("C1", d.root) {
		n += len(m.Files)
	}
	return n
}

func TestAFileIsSharedOnceWhereverTheCourierDies(t *testing.T) {
	for _, verb := range []string{"intend", "release"} {
		t.Run(verb, func(t *testing.T) {
			d := newDesk(t, withFiles)
			d.store.loseAt = verb
			d.store.say(handsOver("one"), answer("two"))
			d.deliver()
			d.store.say(answer("three"))
			d.deliverAll()
			d.shows("one", "", "two", "three")
			if n := d.shared(); n != 1 {
				t.Errorf("%d files", n)
			}
		})
	}
}

func TestAFileIsSharedOnceWhateverAnswerIsLost(t *testing.T) {
	for _, method := range []string{"files.getUploadURLExternal", "chat.postMessage", "files.completeUploadExternal"} {
		for _, fault := range []fakeslack.Fault{{Cut: true}, {Status: 503}, {Status: 429, RetryAfter: 5 * time.Second}} {
			d := newDesk(t, withFiles)
			d.fake.Fault(method, fault)
			d.store.say(handsOver("one"), answer("two"))
			d.deliverAll()
			d.shows("one", "", "two")
			if n := d.shared(); n != 1 {
				t.Errorf("%s %+v: %d files", method, fault, n)
			}
		}
	}
}
