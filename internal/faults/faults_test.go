package main

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/servers"
)

// The short form of the run, and then the proof that it would have told: what it looks for is done to the installation by
// hand, one thing after the other, and has to be found.
func TestNothingIsLostDoubledOrReorderedWhilePlatformsMisbehave(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	f := newTrial(settings{
		surface: "both", conversations: 300, errands: 4, errandEvery: 5 * time.Second, atOnce: 150, burst: 100, burstEvery: 150, rate: 0.05, seed: 1, patience: 90 * time.Second, mischief: 5 * time.Second,
		replay: 3 * time.Second, within: 15 * time.Second, end: true,
	})
	err := f.setUp(t.Context())
	if errors.Is(err, servers.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT TESTED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.tearDown)
	found := f.play(t.Context())
	v, err := f.verdict(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	v.print()
	for _, x := range append(found, v.found...) {
		t.Error(x)
	}
	for name, s := range f.storms {
		if len(s.Counts()) < 5 {
			t.Errorf("calls to %s met only %v", name, s.Counts())
		}
	}
	if v.errandTickets == 0 {
		t.Error("no background task did anything")
	}
	before := *v
	for _, harm := range []struct {
		name, sql string
		of        func(*verdict) int
	}{
		{"lost message", `delete from assistant_messages where id = (select id from assistant_messages where author = 'user' and body_type = 'said' order by id desc limit 1)`, func(v *verdict) int { return v.lost }},
		{"doubled reply", `insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, kind, content, body_type, body, slot, cause)
			select gen_random_uuid(), tenant_id, conversation_id, seq + 1000, 'doubled', author, kind, content, body_type, body, slot, cause
			  from assistant_messages where author = 'assistant' and body_type = 'said' and cause is not null and content like '%word%' order by id limit 1`, func(v *verdict) int { return v.doubled }},
		{"effect without approval", `insert into tickets (id, tenant_id, number, key, title) select gen_random_uuid(), tenant_id, number + 100000, 'unapproved', title
			from tickets where title ilike '%gate g9%' limit 1`, func(v *verdict) int { return v.unapproved }},
		{"doubled start", `insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, kind, content, body_type, body, slot)
			select gen_random_uuid(), tenant_id, conversation_id, seq + 2000, key || '0', author, kind, content, body_type, body, slot
			  from assistant_messages where key like 'background/%' and author = 'user' and conversation_id in (select conversation_id from background_tasks where prompt like '%gate%') limit 1`, func(v *verdict) int { return v.doubled }},
		{"unanswered start", `delete from assistant_messages where body_type = 'run_started' and cause in (select id from assistant_messages where key like 'background/%' and author = 'user')`, func(v *verdict) int { return v.lost }},
		{"lost event", `delete from hook_events where id = (select id from hook_events where outcome = 'accepted' and key like 'e:%' order by id limit 1)`, func(v *verdict) int { return v.lost }},
		{"doubled post", `update deliveries set ref = '1.000001' where ref = (select min(ref) from deliveries where ref <> '')`, func(v *verdict) int { return v.doubled }},
		{"reordered posts", `update deliveries d set ref = o.ref from deliveries o where d.place_id = o.place_id and d.slot <> o.slot
			and d.slot like 'said:%' and o.slot like 'said:%' and d.place_id = (select place_id from deliveries where slot like 'said:%' and ref > '2' or slot like 'said:%' and ref <> ''
			group by place_id having count(*) = 2 order by place_id desc limit 1)`, func(v *verdict) int { return v.reordered }},
		{"a card that shows something else", `update assistant_messages set content = content || ' And more.' where id = (select max(id::text)::uuid from assistant_messages where author = 'assistant' and body_type = 'said' and key <> 'doubled')`, func(v *verdict) int { return v.differ }},
	} {
		tag, err := f.sql.Exec(t.Context(), harm.sql)
		if err != nil || tag.RowsAffected() == 0 {
			t.Fatalf("%s: %d rows, %v", harm.name, tag.RowsAffected(), err)
		}
		after, err := f.verdict(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if harm.of(after) <= harm.of(&before) {
			t.Errorf("%s was not noticed: %s", harm.name, strings.Join(after.found, "\n"))
		}
		before = *after
	}
}
