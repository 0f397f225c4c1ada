package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/assistant/lanes"
)

// TestSeatsBesideAreAsManyAsThereIsRoomFor: whoever wants more gets those that are free, and gives each of them back.
func TestSeatsBesideAreAsManyAsThereIsRoomFor(t *testing.T) {
	room := lanes.New(3)
	if !room.Enter("t", 1) {
		t.Fatal("there is no room at all")
	}
	s := &laneHold{tenant: "t", lanes: room, lane: true}
	beside := s.beside(7)
	if len(beside) != 2 || room.Enter("t", 1) {
		t.Fatalf("beside one of three there are %d", len(beside))
	}
	for _, b := range beside {
		b.leave()
	}
	if again := s.beside(1); len(again) != 1 {
		t.Errorf("of two that are free again one is wanted, and %d are given", len(again))
	}
}
