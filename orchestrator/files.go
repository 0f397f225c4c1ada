package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/reading"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

const (
	fetchTime   = 30 * time.Second // of one file, retries included
	readingTime = 30 * time.Second // of all files of one message together
	readersWait = 10 * time.Second // for a reader, of one file
)

// Fetcher gets the bytes of what people attach on one surface. It goes to that surface's own hosts and nowhere else, and
// gives at most [assistant.MaxFileBytes]. What a person may read of a failure is an [*assistant.Trouble].
type Fetcher interface {
	// Fetch gets a file of the message that the platform knows by that id.
	Fetch(ctx context.Context, t assistant.TenantID, message string, f assistant.File) ([]byte, error)
}

// Reader turns bytes into words, within bounds of its own.
type Reader interface {
	Read(ctx context.Context, data []byte) (reading.Document, error)
}

// files brings what people attach into the log.
type files struct {
	from  map[assistant.Surface]Fetcher
	read  Reader
	shelf assistant.FileStore // of pictures, for models that see
	ids   *assistant.IDs
	log   *slog.Logger

	// lanes are as many as there are readers, of which one tenant has at most half.
	lanes  *lanes.Lanes
	bounds *bounds
	now    func() time.Time
}

// readAll reads what came with the message at hand, and puts it into the log at once: a turn that is taken again, and
// every later one, finds it there. A file that cannot be read is told to the person, and the turn goes on with the words.
// An error means that the turn cannot go on.
func (f *files) readAll(ctx context.Context, t *turn, said assistant.Said) error {
	known, left := map[int]bool{}, readingTime
	for _, r := range t.sit.Files {
		if r.Message == t.cause().ID {
			known[r.Number] = true
		}
	}
	for i, file := range said.Files[:min(len(said.Files), assistant.MaxFiles)] {
		// The line is thought again when the turn is: lines are known by their number.
		if err := readingLine(ctx, t, file); err != nil {
			return err
		}
		if known[i+1] {
			continue
		}
		r, err := f.one(ctx, t, file, &left)
		if err != nil {
			return err
		}
		r.Message, r.Number = t.cause().ID, i+1
		t.keep(assistant.Message{
			Author: assistant.AuthorSystem, Kind: assistant.KindSystem, Content: "Read " + r.Name, Body: r, Key: assistant.ReadKey(r.Message, r.Number),
		})
		t.flush(ctx)
		t.sit.Files = append(t.sit.Files, r)
	}
	sayUnread(t, len(said.Files))
	return nil
}

func readingLine(ctx context.Context, t *turn, f assistant.File) error {
	t.doing.move(assistant.ActivityThinking)
	return t.Think(ctx, assistant.Chief, assistant.PhaseRouting, t.words().Say("Hans is reading %s.", nameOf(f)))
}

// sayUnread tells the person what of the message at hand could not be read.
func sayUnread(t *turn, sent int) {
	var lines []string
	for _, r := range t.sit.Files {
		if r.Message == t.cause().ID && r.Problem != "" {
			lines = append(lines, r.Problem)
		}
	}
	if sent > assistant.MaxFiles {
		lines = append(lines, t.words().Say("You sent %d files and I read at most %d of one message. Please send the others again on their own.", sent, assistant.MaxFiles))
	}
	if len(lines) > 0 {
		t.say("unread", assistant.Message{
			Agent: assistant.Chief, Kind: assistant.KindMessage, Content: strings.Join(lines, "\n\n"), Body: assistant.Said{},
		})
	}
}

// one fetches and reads a file, in the time that is left for the message. What goes wrong with the file is part of what is
// returned.
func (f *files) one(ctx context.Context, t *turn, file assistant.File, left *time.Duration) (assistant.FileRead, error) {
	out := assistant.FileRead{Name: nameOf(file)}
	var data []byte
	err := t.laneHold.aside(ctx, func() (err error) {
		_, err = tape.Through(t.tape, tape.Read, "attached file", nameOf(file), func() (size int, err error) {
			data, err = f.fetch(ctx, t, file)
			return len(data), err
		})
		return err
	})
	t.laneHold.grow(len(data))
	if err == nil {
		var d reading.Document
		err = t.laneHold.aside(ctx, func() (err error) {
			d, err = tape.Through(t.tape, tape.Read, "words of a file", nameOf(file), func() (reading.Document, error) { return f.words(ctx, t, data, left) })
			return err
		})
		out.MIME, out.Text, out.Truncated, out.Width, out.Height = d.Type, d.Text, d.Truncated, d.Width, d.Height
	}
	if id, kept := file.KeptID(); err == nil && out.Width > 0 && kept {
		out.Image = id
	} else if err == nil && out.Width > 0 {
		out.Image = assistant.NewID[assistant.FileID](f.ids)
		err = f.shelf.SaveFile(ctx, assistant.KeptFile{
			ID: out.Image, Tenant: t.claim.Tenant, Conversation: t.claim.Conversation, Person: t.cause().Person, Name: out.Name, Type: out.MIME, Bytes: data,
		})
		switch {
		case errors.Is(err, assistant.ErrTooMuch):
			f.bounds.note(ctx, metrics.RuleFilesRoom, t.claim.Tenant, t.cause().Person)
		case err != nil:
			return out, fmt.Errorf("keep picture: %w", err)
		}
	}
	if err == nil {
		return out, nil
	}
	if abandoned(ctx, err) {
		return out, err
	}
	f.log.WarnContext(ctx, "file not read", slog.String("conversation", string(t.claim.Conversation)), slog.String("rule", assistant.RuleOf(err)))
	p := assistant.Problem{Message: assistant.Say("it could not be fetched from where it was uploaded"), Recovery: assistant.Say("Please attach it again.")}
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		p = trouble.Problem
	}
	out.Text, out.Image = "", ""
	out.Problem = strings.TrimSpace(t.words().Say("I could not read “%s”: %s. %s", out.Name, strings.TrimRight(t.words().Tell(p.Message), "."), t.words().Tell(p.Recovery)))
	return out, nil
}

// words reads a file in a lane of its tenant, in the time that is left for its message.
func (f *files) words(ctx context.Context, t *turn, data []byte, left *time.Duration) (reading.Document, error) {
	began, tenant, person := f.now(), t.claim.Tenant, t.cause().Person
	defer func() { *left -= f.now().Sub(began) }()
	bounded, cancel := context.WithTimeout(ctx, *left)
	defer cancel()
	waiting, done := context.WithTimeout(bounded, readersWait)
	defer done()
	if f.lanes.Wait(waiting, tenant, 1) {
		defer f.lanes.Leave(tenant, 1)
		if d, err := f.read.Read(bounded, data); err == nil || bounded.Err() == nil {
			return d, err
		}
	}
	switch {
	case ctx.Err() != nil:
		return reading.Document{}, fmt.Errorf("read: %w", context.Cause(ctx))
	case bounded.Err() != nil:
		f.bounds.note(ctx, metrics.RuleReading, tenant, person)
		return reading.Document{}, refuse(assistant.SideInput,
			assistant.Say("the files of this message have used up the %d seconds that I read for one", int(readingTime.Seconds())),
			assistant.Say("Please attach it again on its own, or only the part that matters."))
	default:
		f.bounds.note(ctx, metrics.RuleReaders, tenant, person)
		return reading.Document{}, refuse(assistant.SideExecution, assistant.Say("too many files are being read just now"), assistant.Say("Please attach it again in a minute."))
	}
}

func (f *files) fetch(ctx context.Context, t *turn, file assistant.File) ([]byte, error) {
	from, ok := f.from[file.Surface]
	if !ok {
		return nil, fmt.Errorf("nobody fetches files of surface %q", file.Surface)
	}
	if file.Size > assistant.MaxFileBytes {
		return nil, assistant.FileTooLarge()
	}
	bounded, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	message := ""
	if said, ok := t.cause().Body.(assistant.Said); ok {
		message = said.ExternalID
	}
	data, err := from.Fetch(bounded, t.claim.Tenant, message, file)
	if err == nil && len(data) > assistant.MaxFileBytes {
		return nil, assistant.FileTooLarge()
	}
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", file.Surface, err)
	}
	return data, nil
}

const maxPictures = 4 // that a model is shown at once

// pictures are the newest of the window, oldest first.
func (f *files) pictures(ctx context.Context, t *turn) ([]llm.Image, error) {
	var out []llm.Image
	for _, r := range slices.Backward(t.sit.Files) {
		if r.Image == "" || len(out) == maxPictures {
			continue
		}
		kept, err := f.shelf.File(ctx, t.claim.Tenant, r.Image)
		if errors.Is(err, assistant.ErrNotFound) {
			continue // somebody has deleted it
		}
		if err != nil {
			return nil, fmt.Errorf("read picture: %w", err)
		}
		t.laneHold.grow(len(kept.Bytes))
		out = append(out, llm.Image{Type: kept.Type, Data: kept.Bytes, Width: r.Width, Height: r.Height})
	}
	slices.Reverse(out)
	return out, nil
}

// read tells whether there is something to read in the files of the message at hand.
func (t *turn) read() bool {
	return t.anyFile(func(r assistant.FileRead) bool { return r.Problem == "" })
}

// unread tells whether a file of the message at hand could not be read.
func (t *turn) unread() bool {
	return t.anyFile(func(r assistant.FileRead) bool { return r.Problem != "" })
}

func (t *turn) anyFile(is func(assistant.FileRead) bool) bool {
	return slices.ContainsFunc(t.sit.Files, func(r assistant.FileRead) bool { return r.Message == t.cause().ID && is(r) })
}

// nameOf is a file's name on one line, within bounds.
func nameOf(f assistant.File) string {
	const most = 120
	name := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(f.Name, "")), " "))
	if len(name) == 0 {
		return "a file"
	}
	if len(name) > most {
		return string(name[:most]) + "…"
	}
	return string(name)
}

// sourced says of each file which surface can fetch it: whoever sends it cannot choose.
func sourced(in assistant.Inbound) []assistant.File {
	out := make([]assistant.File, 0, len(in.Files))
	for _, f := range in.Files {
		f.Surface, f.Space = in.Place.Surface, in.Place.Space
		out = append(out, f)
	}
	return out
}
