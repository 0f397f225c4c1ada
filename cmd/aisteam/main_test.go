package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// TestMain lets the test binary be the command itself, so that tests can kill it.
func TestMain(m *testing.M) {
	if os.Getenv(childVar) == "" {
		os.Exit(waiting(m).Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr, drains(further(outdoors(staged(newMine().hooks())))))
	stop()
	os.Exit(code)
}

// drains lets a test end what a child still waits for when it leaves, by SIGUSR1: how long a balancer takes to notice hangs on the machine.
func drains(h hooks) hooks {
	told, drained := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(told, syscall.SIGUSR1)
	go func() {
		<-told
		close(drained)
	}()
	h.drained = drained
	return h
}

// waiting lets as many tests wait side by side as keep the processors busy, unless the command line says how many: nearly all
// of a story's time is spent waiting for its child, which waits for what it has to show.
func waiting(m *testing.M) *testing.M {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if at := flag.Lookup("test.parallel"); at != nil && !said {
		if err := at.Value.Set(strconv.Itoa(2 * runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
	return m
}
