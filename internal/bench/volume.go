package main

import (
	"context"
	"fmt"
	"time"
)

// volume measures what a turn costs when a million messages are stored, against what it cost with a few.
func volume(ctx context.Context, b *bench) error {
	const turns = 200
	if _, _, _, err := b.one(ctx, turns); err != nil { // both are measured warm
		return err
	}
	_, _, before, err := b.one(ctx, turns)
	if err != nil {
		return err
	}
	stored, err := b.fill(ctx)
	if err != nil {
		return err
	}
	_, _, after, err := b.one(ctx, turns)
	if err != nil {
		return err
	}
	ratio := float64(after.at(50)) / float64(before.at(50))
	b.table.note("a turn before", before.String())
	b.table.add(fmt.Sprintf("a turn with %d messages stored", stored), after.String(), fmt.Sprintf("%.2fx the turn before", ratio), "1.1x", ratio <= 1.1)
	return nil
}

// fill adds 1,000 conversations of 1,000 messages to the tenant.
func (b *bench) fill(ctx context.Context) (stored int64, err error) {
	conn, err := b.sql.Acquire(ctx)
	if err != nil {
		return 0, fmt.Errorf("connect: %w", err)
	}
	defer conn.Release()
	for _, step := range []string{
		`set session_replication_role = replica`, // the rows are known to fit each other
		`set synchronous_commit = off`,
		`insert into assistant_conversations (id, tenant_id, title, seq)
		   select gen_random_uuid(), tenant_id, 'filler', 1000
		     from (select tenant_id from tenants order by created_at limit 1) t, generate_series(1, 1000)`,
		`insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, kind, content, body_type, body, slot)
		   select gen_random_uuid(), c.tenant_id, c.id, n, 'filler/' || n, 'user', 'message',
		          'About the length of what people usually write to one another.', 'said', '{}', 'said:' || n
		     from assistant_conversations c, generate_series(1, 1000) n
		    where c.title = 'filler'`,
		`set session_replication_role = default`,
		`vacuum (analyze) assistant_messages`,
		`vacuum (analyze) assistant_conversations`,
		`checkpoint`,
	} {
		if _, err := conn.Exec(ctx, step); err != nil {
			return 0, fmt.Errorf("fill: %w", err)
		}
	}
	if err := conn.QueryRow(ctx, `select count(*) from assistant_messages`).Scan(&stored); err != nil {
		return 0, fmt.Errorf("count messages: %w", err)
	}
	select { // the disk settles
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
	}
	return stored, nil
}
