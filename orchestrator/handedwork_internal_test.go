package orchestrator

import (
	"context"
	"testing"

	"github.com/aisteam/aisteam/assistant/lanes"
)

// What is handed over has a seat before it is claimed: there is none without room, before anybody works, and from a stop on.
func TestTheDoorLetsInWhatThereIsRoomFor(t *testing.T) {
	intake, stop := context.WithCancel(t.Context())
	defer stop()
	c := &tokenWorkers{lanes: lanes.Sharing(1), room: lanes.Sharing(turnBytes), base: turnBytes}
	var d door
	if d.enter("t") != nil {
		t.Error("somebody was let in before anybody works")
	}
	d.open(t.Context(), intake, c)
	first := d.enter("t")
	if first == nil {
		t.Fatal("nobody was let in")
	}
	if d.enter("t") != nil {
		t.Error("a second one was let in where one has room")
	}
	d.leave(first)
	next := d.enter("t")
	if next == nil {
		t.Fatal("the room was not given back")
	}
	worked := make(chan struct{})
	d.begin(func(context.Context, context.Context) { next.leave(); close(worked) })
	stop()
	if d.enter("t") != nil {
		t.Error("somebody was let in after the stop")
	}
	d.close()
	select {
	case <-worked:
	default:
		t.Error("closing did not wait for the work")
	}
	if d.enter("t") != nil {
		t.Error("somebody was let in through a closed door")
	}
}
