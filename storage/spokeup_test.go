package storage_test

import (
	"testing"

	"github.com/aisteam/aisteam/storage"
)

// TestWhoSpokeUpMeanwhileIsNotBuried: between being taken for dead and being forgotten a replica may say that it lives, and keeps what it
// holds.
func TestWhoSpokeUpMeanwhileIsNotBuried(t *testing.T) {
	onTwo(t, func(r *replicas) {
		h := r.work(r.one)
		freed, err := storage.Bury(r.ctx, r.two, r.one, silence)
		if err != nil || freed.Rescued != 0 || len(freed.Turns)+len(freed.Tasks)+len(freed.Deliveries) != 0 {
			t.Errorf("freed %+v, %v", freed, err)
		}
		r.holds(r.one, h, nil)
		r.beat(r.one, false, 0)
	})
}
