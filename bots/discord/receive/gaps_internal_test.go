package receive

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots/discord/rest"
)

// at is a message's id so many seconds after a moment.
func at(seconds int) string {
	return rest.IDAt(time.Unix(1763600000, 0).Add(time.Duration(seconds) * time.Second))
}

func thread(n, last int) spot { return spot{ID: strconv.Itoa(n), Kind: 11, Last: at(last)} }

func unread(_, id string) string { return id }

func (g *gaps) list(spots []spot, since time.Time, known ...string) (ids []string) {
	missed, is := g.among(spots, since, unread), map[string]bool{}
	for _, k := range known {
		is[k] = true
	}
	inOrder(missed, is)
	for _, x := range missed {
		ids = append(ids, x.ID)
	}
	return ids
}

func TestWhatWasMissedIsReadTheLongestMissedFirst(t *testing.T) {
	g := newGaps(time.Unix(1763600000, 0))
	for n, heard := range map[int]int{1: 30, 2: 10, 3: 20, 4: 40} {
		g.hear(strconv.Itoa(n), at(heard))
	}
	g.hear("4", at(15)) // an old event once more
	spots := []spot{thread(1, 50), thread(2, 51), thread(3, 20), thread(4, 40), thread(5, 60), thread(6, 61), thread(7, 5)}
	before := g.told.All()
	g.hear("2", at(51)) // the session's own, after it began
	g.find(server{Threads: spots}, before)
	// 1 and 2 were missed while it lived, 5 and 6 perhaps before; 3 and 4 have nothing new, and 7 is from before all was heard.
	if got, want := g.list(spots, time.Unix(1763600000, 0).Add(7*time.Second)), []string{"2", "1", "6", "5"}; !slices.Equal(got, want) {
		t.Errorf("read in the order %v, want %v", got, want)
	}
	if got, want := g.list(spots, time.Unix(1763600000, 0), at(51), at(61)), []string{"1", "5", "2", "6"}; !slices.Equal(got, want) {
		t.Errorf("where the newest of 2 and 6 is known: %v, want %v", got, want)
	}
	if got := g.list(spots, time.Time{}); !slices.Equal(got, []string{"2", "1"}) {
		t.Errorf("a bot that has never listened reads %v", got)
	}
}

func TestAGapIsOpenUntilItIsRead(t *testing.T) {
	g := newGaps(time.Unix(1763600000, 0))
	g.hear("1", at(10))
	miss := func(last int) []spot {
		spots := []spot{thread(1, last)}
		g.find(server{Threads: spots}, g.told.All())
		return spots
	}
	spots := miss(20)
	reading := g.among(spots, time.Time{}, unread)
	g.hear("1", at(30)) // what comes live closes no gap
	if got := g.among(spots, time.Time{}, unread); len(got) != 1 || got[0].after != at(10) {
		t.Fatalf("after something new was heard: %v", got)
	}
	spots = miss(40) // found once more while it is read
	g.fill(reading[0])
	if got := g.among(spots, time.Time{}, unread); len(got) != 1 || got[0].after != at(10) {
		t.Fatalf("once more missed, and read but for that: %v", got)
	}
	g.fill(g.among(spots, time.Time{}, unread)[0])
	if got := g.list(spots, time.Time{}); len(got) != 0 {
		t.Errorf("read, and still open: %v", got)
	}
	spots = miss(50)
	if got := g.among(spots, time.Time{}, func(string, string) string { return at(50) }); len(got) != 0 {
		t.Errorf("read up to there by other means, and still open: %v", got)
	}
}

// A thread that began while this process lived is read with what it missed, though the gateway never told of anything in it.
func TestAThreadYoungerThanTheProcessHasNoPast(t *testing.T) {
	g := newGaps(time.Unix(1763600000, 0).Add(10 * time.Second))
	young := spot{ID: at(20), Kind: 11, Last: at(30)}
	old := spot{ID: at(5), Kind: 11, Last: at(31)}
	g.find(server{Threads: []spot{young, old}}, nil)
	missed := g.among([]spot{young, old}, time.Time{}, unread)
	if len(missed) != 1 || missed[0].ID != young.ID || missed[0].after != young.ID || !missed[0].lived {
		t.Errorf("%+v", missed)
	}
}
