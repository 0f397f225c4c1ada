package bots_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/bots"
)

// line is a connection by which a body comes: what is written to it is read, and a deadline in the past ends its read, as
// that of a real connection does.
type line struct {
	*httptest.ResponseRecorder
	in  *io.PipeReader
	out *io.PipeWriter

	mu    sync.Mutex
	timer *time.Timer
}

func newLine() *line {
	l := &line{ResponseRecorder: httptest.NewRecorder()}
	l.in, l.out = io.Pipe()
	return l
}

// SetReadDeadline implements what an [http.ResponseController] asks for.
func (l *line) SetReadDeadline(at time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer != nil {
		l.timer.Stop()
	}
	if !at.IsZero() {
		l.timer = time.AfterFunc(time.Until(at), func() { _ = l.out.CloseWithError(os.ErrDeadlineExceeded) })
	}
	return nil
}

type read struct {
	raw    []byte
	done   func()
	status int
}

// comes begins to read a body of which the words are there, and not its end.
func comes(t *testing.T, i *bots.Intake, words string) (l *line, got chan read) {
	t.Helper()
	l, got = newLine(), make(chan read, 1)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", l.in)
	r.ContentLength = -1
	go func() {
		raw, done, status := i.Read(l, r, 1000)
		got <- read{raw, done, status}
	}()
	if _, err := l.out.Write([]byte(words)); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
	synctest.Wait()
	return l, got
}

// now returns what has been read; it fails the test where that still goes on.
func now(t *testing.T, got chan read) read {
	t.Helper()
	synctest.Wait()
	select {
	case r := <-got:
		return r
	default:
		t.Fatal("it still reads")
		return read{}
	}
}

func goesOn(t *testing.T, got chan read) {
	t.Helper()
	synctest.Wait()
	select {
	case r := <-got:
		t.Fatalf("it has ended with %d", r.status)
	default:
	}
}

func TestABodyIsReadToItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, got := comes(t, bots.NewIntake(bots.IntakeConfig{}), "half ")
		_, _ = l.out.Write([]byte("and half"))
		_ = l.out.Close()
		r := now(t, got)
		r.done()
		r.done()
		if string(r.raw) != "half and half" || r.status != 0 {
			t.Errorf("%q with %d", r.raw, r.status)
		}
	})
}

func TestALongBodyIsReadWhole(t *testing.T) {
	i := bots.NewIntake(bots.IntakeConfig{})
	for _, size := range []int{0, 1, 16<<10 - 1, 16 << 10, 16<<10 + 1, 100_001, 1 << 20} {
		body := strings.Repeat("0123456789abcdef!", size/17+1)[:size]
		for range 2 { // the second is read into what the first has left
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(body))
			raw, done, status := i.Read(httptest.NewRecorder(), r, 1<<20)
			if done(); status != 0 || string(raw) != body {
				t.Errorf("%d bytes: status %d, %d bytes", size, status, len(raw))
			}
		}
	}
}

func TestASlowBodyIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, got := comes(t, bots.NewIntake(bots.IntakeConfig{Within: 10 * time.Second}), "so slow")
		time.Sleep(10*time.Second - 1)
		goesOn(t, got)
		time.Sleep(time.Nanosecond)
		if r := now(t, got); r.status != http.StatusRequestTimeout || l.Header().Get("Connection") != "close" {
			t.Errorf("%d, %v", r.status, l.Header())
		}
	})
}

func TestABodyThatIsTooLargeIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := bots.NewIntake(bots.IntakeConfig{})
		_, got := comes(t, i, strings.Repeat("x", 1001))
		if r := now(t, got); r.status != http.StatusRequestEntityTooLarge {
			t.Errorf("%d", r.status)
		}
		announced := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(strings.Repeat("x", 1001)))
		if _, _, status := i.Read(httptest.NewRecorder(), announced, 1000); status != http.StatusRequestEntityTooLarge {
			t.Errorf("announced: %d", status)
		}
	})
}

// The one that has been coming for longest makes room, so that a flood of half-sent bodies shuts nobody out.
func TestHalfSentBodiesMakeRoomForWhoeverComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, i := range map[string]*bots.Intake{
			"by their bytes":  bots.NewIntake(bots.IntakeConfig{Bytes: 2500}),
			"by their number": bots.NewIntake(bots.IntakeConfig{Bodies: 4}),
		} {
			var flood []chan read
			for range 4 {
				_, got := comes(t, i, strings.Repeat("x", 600))
				flood = append(flood, got)
			}
			l, honest := comes(t, i, strings.Repeat("y", 600))
			_ = l.out.Close()
			r := now(t, honest)
			if r.status != 0 || len(r.raw) != 600 {
				t.Errorf("%s: the honest one is answered %d", name, r.status)
			}
			if r := now(t, flood[0]); r.status != http.StatusRequestTimeout {
				t.Errorf("%s: the oldest is answered %d", name, r.status)
			}
			for _, got := range flood[1:] {
				goesOn(t, got)
			}
			r.done()
			time.Sleep(time.Minute)
		}
	})
}

// Bodies that have come, and that nobody has vouched for, keep their room until they are done with: nothing takes it.
func TestWhatHasComeKeepsItsRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := bots.NewIntake(bots.IntakeConfig{Bytes: 1000})
		l, got := comes(t, i, strings.Repeat("x", 700))
		_ = l.out.Close()
		first := now(t, got)
		l, got = comes(t, i, strings.Repeat("x", 700))
		if r := now(t, got); r.status != http.StatusServiceUnavailable || l.Header().Get("Connection") != "close" {
			t.Errorf("without room: %d", r.status)
		}
		first.done()
		l, got = comes(t, i, strings.Repeat("x", 700))
		_ = l.out.Close()
		if r := now(t, got); r.status != 0 || len(r.raw) != 700 {
			t.Errorf("with room again: %d", r.status)
		}
	})
}
