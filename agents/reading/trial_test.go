package reading_test

import (
	"encoding/gob"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/reading"
)

const (
	trialTime   = time.Second // a file of this size takes a millisecond
	trialMemory = 256 << 20
)

// trial reads files in another process first, to know whether reading them ends at all.
type trial struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	send *gob.Encoder
	said chan struct{} // once a file; closed with the process
}

func newTrial(f *testing.F) *trial {
	f.Helper()
	p := &trial{}
	f.Cleanup(p.stop)
	return p
}

// ends tells whether reading a file ends, within the bounds of a trial.
func (p *trial) ends(t *testing.T, data []byte) bool {
	t.Helper()
	if p.cmd == nil {
		p.start(t)
	}
	late := time.NewTimer(trialTime)
	defer late.Stop()
	if err := p.send.Encode(data); err == nil {
		select {
		case _, alive := <-p.said:
			if alive {
				return true
			}
		case <-late.C:
		}
	}
	p.stop()
	return false
}

func (p *trial) start(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd = exec.Command(self, "try") // this binary; stop ends it
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := make(chan struct{})
	go func() {
		defer close(said)
		one := make([]byte, 1)
		for {
			if _, err := io.ReadFull(out, one); err != nil {
				return
			}
			said <- struct{}{}
		}
	}()
	p.in, p.send, p.said = in, gob.NewEncoder(in), said
}

func (p *trial) stop() {
	if p.cmd == nil {
		return
	}
	_ = p.in.Close()
	_ = p.cmd.Process.Kill()
	for range p.said { // until its end is noticed
	}
	_ = p.cmd.Wait()
	p.cmd = nil
}

// try is the other process: a byte for each file that was read to its end.
func try(in io.Reader, out io.Writer) {
	debug.SetMemoryLimit(trialMemory)
	files := gob.NewDecoder(in)
	for {
		var data []byte
		if err := files.Decode(&data); err != nil {
			if errors.Is(err, io.EOF) {
				return
			}
			os.Exit(1)
		}
		_, _ = reading.Read(data)
		if _, err := out.Write([]byte{1}); err != nil {
			os.Exit(1)
		}
	}
}
