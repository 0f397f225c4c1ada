package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// serveFloor is a server that does nothing: it holds what is a stream, and cuts off bodies after ten seconds.
func serveFloor(ctx context.Context) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	fmt.Println("http://" + l.Addr().String())
	server := &http.Server{ReadTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_, _ = io.Copy(io.Discard, r.Body)
			return
		}
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(time.Time{})
		_ = control.Flush()
		<-r.Context().Done()
	})}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = server.Close()
	}()
	_ = server.Serve(l) // it has been closed
	return nil
}

// floor is that server in a process of its own.
type floor struct {
	base  string
	run   *exec.Cmd
	input io.Closer
}

func startFloor(ctx context.Context) (*floor, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	f := &floor{run: exec.CommandContext(ctx, self, "-floor")}
	f.run.Stderr = os.Stderr
	if f.input, err = f.run.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start the floor: %w", err)
	}
	out, err := f.run.StdoutPipe()
	if err == nil {
		err = f.run.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("start the floor: %w", err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		f.end()
		return nil, fmt.Errorf("start the floor: %w", err)
	}
	f.base = strings.TrimSpace(line)
	return f, nil
}

func (f *floor) end() {
	_ = f.input.Close()
	_ = f.run.Wait()
}
