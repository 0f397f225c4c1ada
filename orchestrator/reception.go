package orchestrator

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// reception is where the inbox hands over a conversation that it took in hand as it received: it stands before there is a worker,
// and lets in only once one has opened its door.
type reception struct {
	door  door
	heart *Heartbeat
	lease time.Duration
	taken chan handed
}

// handed is a conversation in hand.
type handed struct {
	laneHold *laneHold
	taken    *assistant.Taken
	alive    func(context.Context) (context.Context, func()) // of the replica, since before it was claimed
}

func newReception(heart *Heartbeat, limits Limits) *reception {
	return &reception{heart: heart, lease: limits.WithDefaults().Lease, taken: make(chan handed)}
}

// receiving lets a receiving take the conversation in hand, where there is room for a turn here, and hands it over. Without room
// there is no lease; taken says that nobody need be told of the mail.
func (r *reception) receiving(
	t assistant.TenantID, receive func(lease time.Duration) (assistant.Received, *assistant.Taken, error),
) (got assistant.Received, taken bool, err error) {
	s := r.door.enter(t)
	if s == nil {
		got, _, err = receive(0)
		return got, false, err
	}
	alive := r.heart.since()
	got, mail, err := receive(r.lease)
	if err != nil || mail == nil {
		r.door.leave(s)
		return got, false, err
	}
	r.taken <- handed{s, mail, alive}
	return got, true, nil
}

// serve works on what is handed over, while the door is open.
func (r *reception) serve(work func(handed)) (end func()) {
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case h := <-r.taken:
				go func() {
					defer r.door.inside.Done()
					work(h)
				}()
			case <-ended:
				return
			}
		}
	}()
	return func() {
		r.door.close() // whoever is inside is still served
		close(ended)
	}
}
