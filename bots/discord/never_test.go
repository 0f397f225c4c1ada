package discord_test

import (
	"testing"
	"time"
)

func TestWhatCanNeverBeStoredLetsInWhatComesAfterIt(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.breaks(0, "a secret")
		missed := w.Write(thread, anna, "a secret that was missed")
		w.connect()
		w.catchesUp() // it stops neither the catching up nor the mark
		said := w.Say(thread, anna, "a secret\x00")
		w.Change(thread, said, "a secret changed")
		start := time.Now()
		w.Say(thread, anna, "and more")
		w.takes("and more")
		if time.Since(start) > 0 || w.acked["malformed"] != 3 {
			t.Errorf("it took %v, outcomes %v", time.Since(start), w.acked)
		}
		for _, id := range []string{missed, said} {
			if n := w.log.count("key=discord/" + id + " "); n != 1 {
				t.Errorf("%s is logged %d times", id, n)
			}
		}
		if w.log.count("a secret") > 0 {
			t.Error("the log says what somebody wrote")
		}
		time.Sleep(2 * time.Minute)
		w.wire.Beat()
		w.since = w.Now()
		w.catchesUp()
	})
}

func TestAThreadWhoseMentionCanNeverBeStoredIsNobodysConversation(t *testing.T) {
	afterAGap(t, func(w *after) {
		w.breaks(0, "unfit")
		w.connect()
		root := w.Mention(text, anna, "unfit")
		w.soon("its thread is there", func() bool { return w.HasThread(root) })
		w.Say(root, anna, "in its thread")
		w.Mention(text, anna, "another")
		w.takes("another")
		w.soon("nothing is tried any more", func() bool { return w.acked["ignored"] == 1 && w.acked["malformed"] == 1 })
	})
}

// What may yet be stored is tried for as long as it takes, and holds up what comes after it in its channel.
func TestWhatMayBeStoredLaterIsTriedForAsLongAsItTakes(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.connect()
		w.catchesUp()
		w.breaks(1<<20, "")
		w.Say(thread, anna, "one")
		w.Say(thread, anna, "two")
		time.Sleep(time.Hour)
		if len(w.texts()) > 0 {
			t.Errorf("stored %q", w.texts())
		}
		w.breaks(0, "")
		w.takes("one", "two")
		if w.acked["malformed"] > 0 {
			t.Errorf("outcomes %v", w.acked)
		}
	})
}
