package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// verdict compares what people sent with the log, the log with Slack, and approvals with effects. Every line it returns is a
// violation.
func (c *chaos) verdict(ctx context.Context) (found []string, err error) {
	sent, tickets := 0, 0
	for _, t := range c.talks {
		sent += len(t.sent)
		tickets += len(t.tickets)
		found = append(found, t.problems...)
		for _, check := range []func(context.Context, *talk) ([]string, error){c.log, c.replies, c.shown, c.effects} {
			wrong, err := check(ctx, t)
			if err != nil {
				return found, fmt.Errorf("look at %s: %w", t.channel, err)
			}
			for _, w := range wrong {
				found = append(found, t.channel+": "+w)
			}
		}
	}
	found = append(found, c.slack.Violations()...)
	more, err := c.errandVerdict(ctx)
	if found = append(found, more...); err != nil {
		return found, err
	}
	if c.bell != nil {
		more, err := c.bell.Verdict(ctx)
		if found = append(found, more.All()...); err != nil {
			return found, err
		}
	}
	var uncertain int
	if err := c.sql.QueryRow(ctx, `select count(*) from tool_calls where state = 'uncertain'`).Scan(&uncertain); err != nil {
		return found, fmt.Errorf("count uncertain calls: %w", err)
	}
	fmt.Printf("%d messages, %d tickets, %d deliveries repeated by the front, %d effects uncertain; %d things wrong\n",
		sent, tickets, c.front.retried.Load(), uncertain, len(found))
	return found, nil
}

func (c *chaos) strings(ctx context.Context, sql string, args ...any) ([]string, error) {
	rows, err := c.sql.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// log: every acknowledged message is in the log once, in the order it was sent, and the log has no gaps.
func (c *chaos) log(ctx context.Context, t *talk) ([]string, error) {
	stored, err := c.strings(ctx, `select m.content from places p join assistant_messages m on m.conversation_id = p.conversation_id
		where p.channel = $1 and m.author = 'user' and m.body_type = 'said' order by m.seq`, t.channel)
	if err != nil {
		return nil, err
	}
	var found []string
	if !slices.Equal(stored, t.sent) {
		found = append(found, fmt.Sprintf("sent %d messages, the log has %d: %s", len(t.sent), len(stored), difference(t.sent, stored)))
	}
	gaps, err := c.strings(ctx, `select 'after ' || seq from (select m.seq, lead(m.seq) over (order by m.seq) next
		from places p join assistant_messages m on m.conversation_id = p.conversation_id where p.channel = $1) s where next <> seq + 1`, t.channel)
	for _, g := range gaps {
		found = append(found, "the log has a gap "+g)
	}
	return found, err
}

// difference names the first thing that differs.
func difference(want, got []string) string {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want):
			return "one too many: " + got[i]
		case i >= len(got):
			return "missing: " + want[i]
		case want[i] != got[i]:
			return "want " + want[i] + ", got " + got[i]
		}
	}
	return "nothing"
}

// replies: every message has one reply, an answer, a plan or a run that an agent proposed by itself, and replies come in the order of what they answer.
func (c *chaos) replies(ctx context.Context, t *talk) ([]string, error) {
	found, err := c.strings(ctx, `select q.content || ' has ' || count(a.id) || ' replies'
		from places p join assistant_messages q on q.conversation_id = p.conversation_id and q.author = 'user' and q.body_type = 'said'
		left join assistant_messages a on a.conversation_id = q.conversation_id and a.cause = q.id and a.author <> 'user'
		     and (a.kind = 'message' and a.body_type in ('said', 'plan_proposed', 'asked', 'failed') or a.body_type = 'run_started')
		where p.channel = $1 group by q.id, q.content having count(a.id) <> 1`, t.channel)
	if err != nil {
		return nil, err
	}
	late, err := c.strings(ctx, `select 'a reply overtook: ' || content from (
		select q.seq, q.content, a.seq reply, max(a.seq) over (order by q.seq rows between unbounded preceding and 1 preceding) before
		from places p join assistant_messages q on q.conversation_id = p.conversation_id and q.author = 'user' and q.body_type = 'said'
		join assistant_messages a on a.conversation_id = q.conversation_id and a.cause = q.id and a.kind = 'message' and a.author <> 'user'
		where p.channel = $1) s where reply < before`, t.channel)
	return append(found, late...), err
}

// shown: the bot has posted exactly what the deliveries say, once each, and every reply is among it.
func (c *chaos) shown(ctx context.Context, t *talk) ([]string, error) {
	refs, err := c.strings(ctx, `select d.ref from places p join deliveries d on d.place_id = p.id where p.channel = $1`, t.channel)
	if err != nil {
		return nil, err
	}
	var found []string
	posted := make(map[string]bool)
	for _, m := range c.slack.Posted(t.channel, t.root) {
		posted[m.TS] = true
		if !slices.Contains(refs, m.TS) {
			found = append(found, "a post that nobody knows of: "+strings.ReplaceAll(m.Text, "\n", " "))
		}
	}
	for _, r := range refs {
		if !posted[r] {
			found = append(found, fmt.Sprintf("the delivery %q is not in slack", r))
		}
	}
	missing, err := c.strings(ctx, `select 'not shown: ' || m.content from places p
		join assistant_messages m on m.conversation_id = p.conversation_id and m.author = 'assistant' and m.body_type in ('said', 'plan_proposed')
		left join deliveries d on d.place_id = p.id and d.slot = m.slot and d.ref <> ''
		where p.channel = $1 and d.slot is null`, t.channel)
	return append(found, missing...), err
}

// effects: every approved ticket is on the list once, and nothing else is.
func (c *chaos) effects(ctx context.Context, t *talk) ([]string, error) {
	var found []string
	for _, title := range t.tickets {
		var n int
		if err := c.sql.QueryRow(ctx, `select count(*) from tickets where title ilike '%' || $1`, title).Scan(&n); err != nil {
			return found, err
		}
		if n != 1 {
			found = append(found, fmt.Sprintf("the ticket %q is on the list %d times", title, n))
		}
	}
	return found, nil
}
