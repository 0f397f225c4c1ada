package main

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/servers"
)

// The short form of the chaos run, and then the proof that it would have told: everything that it looks for is done to the
// installation by hand, and has to be found.
func TestNothingIsLostDoubledOrReordered(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	c := newChaos(settings{lasting: 16 * time.Second, replicas: 3, people: 12, burst: 100, errands: 2, seed: 1})
	err := c.setUp(t.Context())
	if errors.Is(err, servers.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT TESTED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.tearDown)
	found := c.play(t.Context())
	more, err := c.verdict(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(found, more...) {
		t.Error(f)
	}
	if c.counts["kill"] == 0 || c.counts["flush"] == 0 {
		t.Errorf("the faults were only %v", c.counts)
	}

	for _, harm := range []struct{ name, sql, want string }{
		{"lost message", `delete from assistant_messages where id = (select id from assistant_messages where author = 'user' and body_type = 'said' and content like 'What can you do for me? (%' order by id desc limit 1)`, "messages, the log has"},
		{"doubled reply", `insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, kind, content, body_type, body, slot, cause)
			select gen_random_uuid(), tenant_id, conversation_id, seq + 1000, 'doubled', author, kind, content, body_type, body, slot, cause
			  from assistant_messages where author = 'assistant' and body_type = 'said' and cause in (
			  select id from assistant_messages where author = 'user' and content like 'What can you do for me? (%') order by id limit 1`, "has 2 replies"},
		{"unknown post", `update deliveries set ref = '1.000001' where ref = (select min(ref) from deliveries where ref <> '')`, "a post that nobody knows of"},
		{"effect without approval", `insert into tickets (id, tenant_id, number, key, title) select gen_random_uuid(), tenant_id, number + 1000, 'unapproved', title
			from tickets where title ilike '%gate u90%' limit 1`, "of which"},
		{"doubled start", `insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, kind, content, body_type, body, slot)
			select gen_random_uuid(), tenant_id, conversation_id, seq + 2000, key || '0', author, kind, content, body_type, body, slot
			  from assistant_messages where key like 'background/%' and author = 'user' and conversation_id in (select conversation_id from background_tasks where prompt like '%gate%') limit 1`, "its words are in the log"},
		{"lost event", `delete from hook_events where id = (select id from hook_events where outcome = 'accepted' and key like 'e:%' order by id limit 1)`, "is kept 0 times"},
		{"lost effect", `delete from tickets where id = (select id from tickets where title ilike '%form u%' order by number limit 1)`, "on the list 0 times"},
	} {
		if _, err := c.sql.Exec(t.Context(), harm.sql); err != nil {
			t.Fatalf("%s: %v", harm.name, err)
		}
		found, err := c.verdict(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(found, "\n"), harm.want) {
			t.Errorf("%s was not noticed: %q", harm.name, found)
		}
	}
}
