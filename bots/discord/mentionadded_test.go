package discord_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Who forgets the mention, and adds it, has asked once. What was heard before is only edited, and who mends an old message asks nothing.
func TestAMentionThatAnEditAddsIsAnsweredOnce(t *testing.T) {
	var on atomic.Int64 // what the server's clock moved on
	fake, in, _ := listening(t, nil)
	fake.Now = func() time.Time { return time.Now().Add(time.Duration(on.Load())) }
	mention := "<@" + fake.Application + "> "
	asked := fake.Say(text, anna, "is our site up?")
	old := fake.Say(text, bob, "is the shop up?")
	fake.Change(text, asked, mention+"is our site up?")
	eventually(t, "the mention is taken", func() bool { return len(in.all()) == 1 })
	fake.Change(text, asked, mention+"is our site up today?")
	eventually(t, "the edit is taken", func() bool { return len(in.all()) == 2 })
	on.Add(int64(25 * time.Hour))
	fake.Change(text, old, mention+"is the shop up?")
	fake.Say(direct, anna, "after all")
	eventually(t, "what came after is taken", func() bool { return len(in.all()) == 3 })
	var got []string
	for _, r := range in.all() {
		got = append(got, string(r.Change)+" "+r.Text+" by "+r.From.External)
	}
	want := []string{"said is our site up? by " + anna, "edited is our site up today? by " + anna, "said after all by " + anna}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	first := in.all()[0]
	if !fake.HasThread(asked) || first.Place.Channel != asked || first.Key != "discord/"+asked {
		t.Errorf("%+v", first)
	}
	clean(t, fake)
}
