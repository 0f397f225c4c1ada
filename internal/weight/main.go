// Command weight prints what the product weighs: the binary as `make build` makes it, the processor time of building it from
// nothing but its modules' sources, and the resident memory of the embedded default once it is ready. It runs in the repository's
// folder; two changes are compared by what it prints in each.
//
//	go run ./internal/weight
package main

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

// starts is how often the embedded default is started to be weighed.
const starts = 5

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "weight:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	dir, err := os.MkdirTemp("", "weight-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	binary := filepath.Join(dir, "aisteam")
	spent, took, err := build(ctx, dir, binary)
	if err != nil {
		return err
	}
	fmt.Printf("cold build               %.0f s of processor, %.0f s by the clock, %s, %d processors\n", spent.Seconds(), took.Seconds(), runtime.Version(), runtime.NumCPU())
	file, err := os.Stat(binary)
	if err != nil {
		return fmt.Errorf("look at the binary: %w", err)
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return fmt.Errorf("read what the binary is made of: %w", err)
	}
	fmt.Printf("binary, stripped         %.1f MB (%d bytes), %d modules in it\n", megabytes(file.Size()), file.Size(), len(info.Deps))
	now, most, err := resident(ctx, dir, binary)
	if err != nil {
		return err
	}
	fmt.Printf("resident when ready      %.1f MB, median of %d new starts (%.1f to %.1f), at most %.1f MB on the way\n",
		megabytes(now[starts/2]), starts, megabytes(now[0]), megabytes(now[starts-1]), megabytes(most))
	return nil
}

func megabytes(n int64) float64 { return float64(n) / 1e6 }

// build makes the binary with an empty build cache.
func build(ctx context.Context, dir, binary string) (spent, took time.Duration, err error) {
	began := time.Now()
	c := exec.CommandContext(ctx, "make", "--no-print-directory", "build", "BINARY="+binary)
	c.Env = append(os.Environ(), "GOCACHE="+filepath.Join(dir, "cache"))
	if out, err := c.CombinedOutput(); err != nil {
		return 0, 0, fmt.Errorf("make build: %w: %s", err, out)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), time.Since(began), nil
}

// resident starts the embedded default again and again, each time with nothing there, and gives its resident memory when it was
// ready, in order, and the most that it ever was until then.
func resident(ctx context.Context, dir, binary string) (now []int64, most int64, err error) {
	for i := range starts {
		r, err := rig.StartReplica(ctx, binary, dir, "start"+strconv.Itoa(i))
		if err != nil {
			return nil, 0, err
		}
		is, was, err := r.Memory()
		r.Stop()
		if err != nil {
			return nil, 0, err
		}
		now, most = append(now, is), max(most, was)
	}
	slices.Sort(now)
	return now, most, nil
}
