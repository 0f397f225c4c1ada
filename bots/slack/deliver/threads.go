package deliver

import (
	"context"
	"errors"
	"maps"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// Threads reads threads back, which Slack gives from their beginning. A thread of thousands takes more calls than there is time
// for, or than Slack allows in a minute: what was read is remembered, and the next try goes on from there.
type Threads struct {
	reads *bots.Memory[string, threadRead] // by thread and nonce
	ends  *bots.Memory[string, string]     // up to where threads were read, whole
}

// threadRead is what was found in a thread up to one of its messages.
type threadRead struct {
	sighting

	after string
}

const (
	threadsLimit = 10_000
	threadPages  = 10 // in one try: a page of a long thread takes up to a second
	threadRest   = time.Second

	// threadMargin is how long before its newest message a thread that was read whole is read again for another nonce. Nothing
	// overtakes a post whose answer was lost, so that it stands about the end; but an answer may be begun an hour before it ends.
	threadMargin = 6 * time.Hour

	threadOverlap = time.Minute // in which messages may come to be seen out of their order
)

// earlier is a timestamp so much before another, "" before no message at all.
func earlier(ts string, by time.Duration) string {
	at := payload.Moment(ts)
	if at.IsZero() {
		return ""
	}
	return payload.Timestamp(at.Add(-by))
}

// NewThreads returns the memory of no threads yet.
func NewThreads() *Threads {
	return &Threads{reads: bots.NewMemory[string, threadRead](threadsLimit), ends: bots.NewMemory[string, string](threadsLimit)}
}

// posted finds the messages of a nonce in a thread: their timestamps by part, and of how many they are. A thread that is not read
// to its end is gone on with later.
func (t *Threads) posted(ctx context.Context, w *workspace.Workspace, p assistant.Place, nonce string) (there map[int]string, of int, err error) {
	thread := p.Space + "/" + p.Channel + "/" + p.Thread
	r, known := t.reads.Of(thread + "/" + nonce)
	if r.parts = maps.Clone(r.parts); !known {
		r.after, _ = t.ends.Of(thread)
	}
	whole, err := r.on(ctx, w, p, nonce)
	t.reads.Keep(thread+"/"+nonce, r)
	switch {
	case err != nil:
		return nil, 0, err
	case !whole:
		return nil, 0, &bots.LaterError{After: threadRest}
	}
	t.ends.Keep(thread, earlier(r.after, threadMargin))
	there, of = r.all()
	return there, of, nil
}

// lost forgets what was found of a nonce, since some of it was deleted.
func (t *Threads) lost(p assistant.Place, nonce string) {
	t.reads.Forget(p.Space + "/" + p.Channel + "/" + p.Thread + "/" + nonce)
}

// on reads some more pages; whole tells whether the thread is read completely.
func (r *threadRead) on(ctx context.Context, w *workspace.Workspace, p assistant.Place, nonce string) (whole bool, err error) {
	oldest, cursor := earlier(r.after, threadOverlap), ""
	for range threadPages {
		ms, next, err := threadPage(ctx, w, p, oldest, cursor)
		if err != nil {
			return false, err
		}
		r.see(ms, w.Who(), p, nonce)
		for _, m := range ms {
			r.after = max(r.after, m.Timestamp)
		}
		if cursor = next; next == "" {
			return true, nil
		}
	}
	return false, nil
}

// threadPage reads messages of a thread back that are newer than oldest, in order; next is "" where there are no more.
func threadPage(ctx context.Context, w *workspace.Workspace, p assistant.Place, oldest, cursor string) (ms []slackapi.Message, next string, err error) {
	const method = "conversations.replies"
	if err := w.Pace.Hold(method); err != nil {
		return nil, "", err
	}
	ms, more, next, err := w.Client.GetConversationRepliesContext(ctx, &slackapi.GetConversationRepliesParameters{
		ChannelID: p.Channel, Timestamp: p.Thread, Oldest: oldest, Limit: backPage, Cursor: cursor, IncludeAllMetadata: true,
	})
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok && said.Err == "thread_not_found" {
		return nil, "", nil
	}
	if err != nil || !more {
		return ms, "", w.Answered(ctx, method, err)
	}
	return ms, next, nil
}
