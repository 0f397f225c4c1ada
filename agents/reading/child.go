package reading

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"regexp"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// The bounds of a child.
const (
	childTime   = 20 * time.Second
	childLife   = childTime + 3*time.Second // of one that nobody ends
	childStack  = 64 << 20                  // bytes of one goroutine's stack
	childMemory = 512 << 20                 // bytes of heap
	childAnswer = 4 << 20
)

// AtOnce is how many children one process has at a time.
const AtOnce = 2

// Child reads files in processes of its own: whatever a file does to its reader, only that process is hit.
type Child struct {
	command []string
	env     []string
	turns   chan struct{}
	log     *slog.Logger
	told    sync.Once // what children are held to
}

// NewChild returns a reader whose children are started by a command, which is to call [Fence] and [Serve], with nothing of
// this process's environment but env. Without a log it says nothing to operators.
func NewChild(command, env []string, log *slog.Logger) *Child {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Child{command: command, env: env, turns: make(chan struct{}, AtOnce), log: log}
}

// answer is what a child says.
type answer struct {
	Document Document           `json:"document"`
	Problem  *assistant.Problem `json:"problem,omitempty"`
	Err      string             `json:"err,omitempty"`  // for operators
	Held     []string           `json:"held,omitempty"` // what the child is held to
}

// Read reads a file. Errors are an [*assistant.Trouble], or ctx's.
func (c *Child) Read(ctx context.Context, data []byte) (Document, error) {
	select {
	case c.turns <- struct{}{}:
		defer func() { <-c.turns }()
	case <-ctx.Done():
		return Document{}, fmt.Errorf("wait to read: %w", context.Cause(ctx))
	}
	bounded, cancel := context.WithTimeout(ctx, childTime)
	defer cancel()
	cmd := exec.CommandContext(bounded, c.command[0], c.command[1:]...) // the command is this program's own
	cmd.Env = append([]string{}, c.env...)
	cmd.Dir = "/"
	cmd.WaitDelay = time.Second
	defer bind(cmd)()
	cmd.Stdin = bytes.NewReader(data)
	out := &bounds{room: childAnswer}
	said := &bounds{room: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, said
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return Document{}, fmt.Errorf("read: %w", context.Cause(ctx))
	case bounded.Err() != nil:
		return Document{}, trouble(bounded.Err(), assistant.Say("reading it took too long"), assistant.Say("Please attach the part that matters, or plain text."))
	case err != nil:
		return Document{}, damaged(fmt.Errorf("reader: %w%s", err, where(said.buf.String())))
	}
	var a answer
	if err := json.Unmarshal(out.buf.Bytes(), &a); err != nil {
		return Document{}, damaged(fmt.Errorf("reader's answer: %w", err))
	}
	c.told.Do(func() { c.log.DebugContext(ctx, "files are read behind a fence", slog.Any("held", a.Held)) })
	if a.Problem != nil {
		return a.Document, &assistant.Trouble{Problem: *a.Problem, Err: errors.New(a.Err)}
	}
	return a.Document, nil
}

// where gives the places in the program that a child named when it crashed, and nothing else of what it said: the rest may
// be out of the file.
func where(said string) string {
	var out strings.Builder
	for _, at := range crashed.FindAllStringSubmatch(said, 4) {
		out.WriteString(" at " + at[1])
	}
	return out.String()
}

var crashed = regexp.MustCompile(`(?m)^\t(/?[\w./@+-]+\.go:\d+)`) // without a slash where the program was built with -trimpath

// bounds keeps the beginning of what is written.
type bounds struct {
	buf  bytes.Buffer
	room int
}

// Write implements io.Writer.
func (b *bounds) Write(p []byte) (int, error) {
	b.buf.Write(p[:min(len(p), max(0, b.room-b.buf.Len()))])
	return len(p), nil
}

// Serve is the child's side: it reads one file from in and writes what it found to out, and that it is held to what [Fence]
// gave. exit is called when the bounds of memory are broken, or when its time is over, whether or not anybody still waits:
// also when the file never comes.
func Serve(ctx context.Context, in io.Reader, out io.Writer, held []string, exit func(code int)) error {
	return serve(ctx, in, out, held, childLife, exit)
}

func serve(ctx context.Context, in io.Reader, out io.Writer, held []string, life time.Duration, exit func(code int)) error {
	defer time.AfterFunc(life, func() { exit(4) }).Stop()
	debug.SetMaxStack(childStack)
	debug.SetMemoryLimit(childMemory)
	go watch(ctx, exit)
	data, err := io.ReadAll(io.LimitReader(in, assistant.MaxFileBytes+1))
	if err != nil {
		return fmt.Errorf("take file: %w", err)
	}
	a := answer{Held: held}
	a.Document, err = Read(data)
	if err != nil {
		p := assistant.ProblemOf(err)
		a.Problem, a.Err = &p, err.Error()
	}
	if err := json.NewEncoder(out).Encode(a); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

// watch ends the process when its heap outgrows the bound, until ctx ends.
func watch(ctx context.Context, exit func(code int)) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if metrics.Read(sample); sample[0].Value.Uint64() > childMemory {
				exit(3)
				return
			}
		}
	}
}
