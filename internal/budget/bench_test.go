package budget_test

import (
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// BenchmarkTurns is turns with eight in flight: what one takes of the processor, for a profile and to be compared. The clock
// says little on a machine that others use.
func BenchmarkTurns(b *testing.B) {
	b.Run("postgres", func(b *testing.B) { turns(b, storage.Config{DatabaseURL: servers.Postgres(b)}) })
	b.Run("sqlite", func(b *testing.B) { turns(b, storage.Config{Dir: b.TempDir()}) })
}

func turns(b *testing.B, c storage.Config) {
	s := open(b, c, true)
	var n atomic.Int64
	turn := func() error {
		id := "b" + strconv.FormatInt(n.Add(1), 10)
		answered := s.wall.answered(id)
		_, err := s.Inbox.Receive(b.Context(), assistant.Inbound{
			Tenant: s.tenant, Key: id, ExternalID: id, Text: "Dana, what makes a good landing page?",
			Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: id, Thread: id},
			From: assistant.Identity{
				Surface: assistant.SurfaceSlack, Space: "T1", External: "UANNA", Name: "Anna", Standing: assistant.StandingMember,
			},
		})
		if err != nil {
			return err
		}
		select {
		case <-answered:
		case <-time.After(time.Minute):
			err = errors.New("no answer")
		}
		return err
	}
	if err := turn(); err != nil {
		b.Fatal(err)
	}
	before := processor(b)
	b.ResetTimer()
	left := int64(b.N)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for atomic.AddInt64(&left, -1) >= 0 {
				if err := turn(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.StopTimer()
	b.ReportMetric(float64((processor(b)-before).Microseconds())/float64(b.N), "cpu-µs/turn")
}

// processor is what this process has used so far.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
