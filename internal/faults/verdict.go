package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/bots"
)

// verdict is what came of the run. Every line of found is something that must not be.
type verdict struct {
	conversations, messages, replies, posts, cards, tickets int
	lost, doubled, reordered, differ, violations, other     int
	unapproved, errandTickets                               int
	found                                                   []string
}

func (v *verdict) print() {
	fmt.Printf("%d conversations, %d messages, %d replies, %d posts, %d cards compared, %d tickets\n",
		v.conversations, v.messages, v.replies, v.posts, v.cards, v.tickets)
	fmt.Printf("VERDICT: %d lost, %d doubled, %d reordered, %d cards that differ from the log, %d unapproved, %d rules broken, %d other\n",
		v.lost, v.doubled, v.reordered, v.differ, v.unapproved, v.violations, v.other)
}

func (v *verdict) wrong(n *int, format string, args ...any) {
	*n++
	v.found = append(v.found, fmt.Sprintf(format, args...))
}

// entry is a message of the log.
type entry struct {
	id, author, kind, body, content, cause, slot, external string
	seq                                                    int64
	at                                                     time.Time // when it was written
	heard                                                  time.Time // when a person's words were stored
}

// delivery is what the product believes that a place shows.
type delivery struct {
	slot, ref, hash, nonce string
	at                     time.Time // of the last that is known of it
}

// record is all that the product knows of a place.
type record struct {
	conversation string
	log          []entry
	deliveries   []delivery
}

// verdict compares what people wrote with the log, and the log with what the platforms show.
func (t *trial) verdict(ctx context.Context) (*verdict, error) {
	v := &verdict{conversations: len(t.talks)}
	records, err := t.records(ctx)
	if err != nil {
		return v, err
	}
	var tickets []string
	for _, k := range t.talks {
		for _, x := range k.trouble {
			v.wrong(&v.lost, "%s", x)
		}
		channel, thread := k.on.place()
		r := records[channel+"/"+thread]
		if r == nil {
			v.wrong(&v.lost, "conversation %d: no place %s/%s", k.n, channel, thread)
			continue
		}
		before := len(v.found)
		v.talk(k, r)
		if len(k.trouble) > 0 || len(v.found) > before {
			v.found = append(v.found, k.course(r)...)
		}
		if k.ticket != "" {
			tickets = append(tickets, k.ticket)
		}
	}
	for _, e := range t.errandsOf { // their troubles are told already
		channel, thread := e.on.place()
		if r := records[channel+"/"+thread]; r != nil {
			v.talk(e.talk, r)
		}
	}
	if err := t.unasked(ctx, v); err != nil {
		return v, err
	}
	if err := t.compareTickets(ctx, v, tickets); err != nil {
		return v, err
	}
	if err := t.compareCards(ctx, v, records); err != nil {
		return v, err
	}
	if t.slack != nil {
		for _, x := range t.slack.Violations() {
			v.wrong(&v.violations, "slack: %s", x)
		}
	}
	if t.discord != nil {
		for _, x := range t.discord.Violations() {
			v.wrong(&v.violations, "discord: %s", x)
		}
	}
	return v, nil
}

// talk looks at one conversation.
func (v *verdict) talk(k *talk, r *record) {
	v.messages += len(k.sent)
	posts := k.on.posts()
	v.posts += len(posts)
	shown := map[string]string{} // slot by ref
	for _, d := range r.deliveries {
		shown[d.ref] = d.slot
		if strings.HasPrefix(d.hash, "gone:") {
			v.wrong(&v.lost, "conversation %d: %s was given up", k.n, d.slot)
		}
	}
	v.asked(k, r, posts, shown)
	v.once(k, posts, shown)
	v.inOrder(k, r, posts, shown)
}

// asked: every message is in the log once and has one reply, and the reply is on the platform.
func (v *verdict) asked(k *talk, r *record, posts []post, shown map[string]string) {
	for _, s := range k.sent {
		var in, replies []entry
		for _, e := range r.log {
			if e.external == s.external && e.author == "user" && e.body == "said" {
				in = append(in, e)
			}
		}
		if len(in) == 0 {
			v.wrong(&v.lost, "conversation %d: %q is not in the log", k.n, s.word)
			continue
		}
		if len(in) > 1 {
			v.wrong(&v.doubled, "conversation %d: %q is in the log %d times", k.n, s.word, len(in))
		}
		for _, e := range r.log {
			if e.cause == in[0].id && e.isReply() {
				replies = append(replies, e)
			}
		}
		v.replies += len(replies)
		switch {
		case s.yes:
			continue
		case len(replies) == 0:
			v.wrong(&v.lost, "conversation %d: %q has no reply", k.n, s.word)
			continue
		case len(replies) > 1:
			v.wrong(&v.doubled, "conversation %d: %q has %d replies", k.n, s.word, len(replies))
		}
		at := slices.IndexFunc(posts, func(p post) bool { return shown[p.ref] == replies[0].slot })
		switch {
		case at < 0:
			v.wrong(&v.lost, "conversation %d: the reply to %q is not shown", k.n, s.word)
		case replies[0].body == "said" && !strings.Contains(plainly(posts[at].text), plainly(s.word)):
			v.wrong(&v.differ, "conversation %d: the reply to %q shows %q", k.n, s.word, posts[at].text)
		}
	}
}

// isReply tells whether an entry replies to what caused it: in words, or with a run that an agent proposed by itself.
func (e entry) isReply() bool {
	return e.author != "user" &&
		(e.body == "run_started" || e.kind == "message" && slices.Contains([]string{"said", "plan_proposed", "asked", "failed"}, e.body))
}

// once: every post is a delivery that the product knows of, and no two have the same mark.
func (v *verdict) once(k *talk, posts []post, shown map[string]string) {
	marks := map[string]bool{}
	for _, p := range posts {
		if marks[p.nonce] {
			v.wrong(&v.doubled, "conversation %d: posted twice: %q", k.n, p.text)
		}
		marks[p.nonce] = true
		if _, ok := shown[p.ref]; !ok && (strings.HasSuffix(p.nonce, "/0") || strings.HasSuffix(p.nonce, "/1") || !strings.Contains(p.nonce, "/")) {
			v.wrong(&v.doubled, "conversation %d: a post that nobody knows of: %q", k.n, p.text)
		}
	}
}

// inOrder: the log has no gaps, replies follow what they answer, and posts stand in the order of the log.
func (v *verdict) inOrder(k *talk, r *record, posts []post, shown map[string]string) {
	seqs, began, first, last := map[string]int64{}, map[string]int64{}, map[string]int64{}, int64(0)
	for i, e := range r.log {
		if e.seq != int64(i+1) {
			v.wrong(&v.lost, "conversation %d: the log has a gap before %d", k.n, e.seq)
		}
		seqs[e.id] = e.seq
		if _, ok := began[e.slot]; !ok {
			began[e.slot] = e.seq
		}
		// A run that an agent proposed has no card before something of it is done. Where that was decided by direct message before the
		// thread showed what was asked, its card stands where the run began.
		if _, ok := first[e.slot]; !ok && e.slot != "" && (!strings.HasPrefix(e.slot, "run:") || e.body == "task_finished") {
			first[e.slot] = e.seq
		}
		if e.isReply() && e.cause != "" {
			if asked := seqs[e.cause]; asked < last {
				v.wrong(&v.reordered, "conversation %d: a reply overtook another: %q", k.n, e.content)
			} else {
				last = asked
			}
		}
	}
	before, whole := int64(0), int64(0)
	for _, p := range posts {
		slot := shown[p.ref]
		at := first[slot]
		if at == 0 {
			continue
		}
		// An answer may be shown from its first words on. Thinking that was on its way meanwhile, and met a mishap, stands below it.
		if late := at < before; late && (at < whole || !strings.HasPrefix(slot, "thinking:")) {
			v.wrong(&v.reordered, "conversation %d: shown too late: %q", k.n, p.text)
		}
		before = max(before, began[slot])
		if !bots.IsDraft(p.nonce) {
			whole = max(whole, began[slot])
		}
	}
}

// records reads what the product knows, by channel and thread.
func (t *trial) records(ctx context.Context) (map[string]*record, error) {
	byPlace, byConversation := map[string]*record{}, map[string][]*record{}
	places := map[string]*record{}
	err := t.rows(ctx, `select id::text, channel, thread, conversation_id::text from places where not pulls`, func(row pgx.Rows) error {
		var id, channel, thread string
		r := &record{}
		if err := row.Scan(&id, &channel, &thread, &r.conversation); err != nil {
			return err
		}
		byPlace[channel+"/"+thread], places[id] = r, r
		byConversation[r.conversation] = append(byConversation[r.conversation], r) // a thread, and direct messages about what waits there
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = t.rows(ctx, `select m.conversation_id::text, id::text, seq, author, kind, body_type, content, coalesce(cause::text, ''), coalesce(slot, ''), coalesce(external_id, ''), created_at, coalesce(a.at, created_at)
		from assistant_messages m left join accepted a on a.message_id = m.id order by m.conversation_id, seq`, func(row pgx.Rows) error {
		var in string
		var e entry
		if err := row.Scan(&in, &e.id, &e.seq, &e.author, &e.kind, &e.body, &e.content, &e.cause, &e.slot, &e.external, &e.at, &e.heard); err != nil {
			return err
		}
		for _, r := range byConversation[in] {
			r.log = append(r.log, e)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return byPlace, t.rows(ctx, `select place_id::text, slot, ref, hash, nonce, updated_at from deliveries`, func(row pgx.Rows) error {
		var in string
		var d delivery
		if err := row.Scan(&in, &d.slot, &d.ref, &d.hash, &d.nonce, &d.at); err != nil {
			return err
		}
		if r := places[in]; r != nil && (d.ref != "" || d.hash != "") {
			r.deliveries = append(r.deliveries, d)
		}
		return nil
	})
}

func (t *trial) rows(ctx context.Context, sql string, each func(pgx.Rows) error) error {
	rows, err := t.sql.Query(ctx, sql)
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return fmt.Errorf("read: %w", err)
		}
	}
	return rows.Err()
}

// compareTickets: every approved ticket is on the list once, and nothing else is.
func (t *trial) compareTickets(ctx context.Context, v *verdict, titles []string) error {
	v.tickets = len(titles)
	there := map[string]int{}
	err := t.rows(ctx, `select title from tickets where title not ilike '%gate g%'`, func(row pgx.Rows) error {
		var title string
		err := row.Scan(&title)
		there[title[max(0, strings.LastIndex(title, "word")):]]++
		return err
	})
	for _, title := range titles {
		word := title[strings.LastIndex(title, "word"):]
		switch n := there[word]; {
		case n == 0:
			v.wrong(&v.lost, "the ticket %q is not on the list", title)
		case n > 1:
			v.wrong(&v.doubled, "the ticket %q is on the list %d times", title, n)
		}
		delete(there, word)
	}
	for word := range there {
		v.wrong(&v.unapproved, "a ticket that nobody approved: %q", word)
	}
	return err
}
