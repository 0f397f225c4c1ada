package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/rig"
)

const (
	loopTimes    = 20
	slowTimes    = 5
	loopFactor   = 0.5 // of a plan of one step
	parkedLoops  = 1000
	parkedIdle   = 10 * time.Second
	parkedMemory = 4 << 20 // that the memory of a process may move by itself
	longTalk     = 10_000
	shortTalk    = 10
	talkFactor   = 1.2
	talkTimes    = 40
)

// looper is one replica at work for a program with the owner's token, and a Postgres that counts statements.
type looper struct{ *bench }

// loop measures an agent that looks something up and proposes one action, beside the same work as a plan; what loops cost that wait
// for people; and what a turn costs after a long talk.
func (s settings) loop(ctx context.Context, _ *bench) error {
	b := &bench{ids: assistant.NewIDs(time.Now, rand.Reader)}
	defer s.take(b)
	var err error
	if b.rig, err = rig.NewOf(ctx, s.binary, "shared_preload_libraries=pg_stat_statements"); err != nil {
		return err
	}
	l := looper{b}
	if err := l.acts(ctx); err != nil {
		return err
	}
	if err := l.connect(ctx); err != nil {
		return err
	}
	if _, err := l.sql.Exec(ctx, `create extension pg_stat_statements`); err != nil {
		return fmt.Errorf("count statements: %w", err)
	}
	if err := l.compares(ctx); err != nil {
		return err
	}
	if err := l.talks(ctx); err != nil {
		return err
	}
	return l.parks(ctx)
}

// acts starts the replica whose model plays its part in loops and in plans.
func (l looper) acts(ctx context.Context) error {
	listen, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("serve a model: %w", err)
	}
	l.slow = &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(playingModel)}
	go func() { _ = l.slow.Serve(listen) }()
	r, err := l.rig.Start(ctx, "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=k", "OPENAI_MODEL=m", "OPENAI_FAST_MODEL=m", "OPENAI_BASE_URL=http://"+listen.Addr().String())
	if err != nil {
		return err
	}
	l.replicas = []*rig.Replica{r}
	return nil
}

// bill is what something took.
type bill struct {
	took       times
	calls      float64 // of models
	statements float64
	asked      float64 // of these, until a person was asked
}

// way is how a ticket comes about. It gives how many statements were sent by when a person was asked.
type way func(context.Context) (asked float64, err error)

// measure does it so many times, after twice to warm up.
func (l looper) measure(ctx context.Context, one way, n int) (out bill, err error) {
	for range 2 {
		if _, err := one(ctx); err != nil {
			return out, fmt.Errorf("warm up: %w", err)
		}
	}
	calls, statements, err := l.counted(ctx)
	if err != nil {
		return out, err
	}
	for range n {
		_, before, err := l.counted(ctx)
		if err != nil {
			return out, err
		}
		began := time.Now()
		asked, err := one(ctx)
		if err != nil {
			return out, err
		}
		out.took = append(out.took, time.Since(began))
		out.asked += (asked - before) / float64(n)
	}
	callsNow, statementsNow, err := l.counted(ctx)
	out.calls, out.statements = (callsNow-calls)/float64(n), (statementsNow-statements)/float64(n)
	return out, err
}

// counted is how many models were asked and how many statements were sent so far, without the bench's own.
func (l looper) counted(ctx context.Context) (calls, statements float64, err error) {
	err = l.sql.QueryRow(ctx, `select (select count(*) from model_calls), (select coalesce(sum(s.calls), 0) from pg_stat_statements s
		join pg_roles r on r.oid = s.userid where not r.rolsuper)`).Scan(&calls, &statements)
	if err != nil {
		return 0, 0, fmt.Errorf("count: %w", err)
	}
	return calls, statements, nil
}

// compares measures the ways to make one ticket. All of them need a person's decision and ask the same model, which answers at
// once, so the difference is the way's own cost.
func (l looper) compares(ctx context.Context) error {
	var bills [7]bill
	const byCode, byAgent = `%1 step done%`, `%Done: %`
	for i, one := range []struct {
		way   way
		times int
	}{
		{l.decidedLoop(loopWish, byCode), loopTimes},
		{l.decidedPlan(planWish), loopTimes},
		{l.decidedPlan(lookingPlanWish), loopTimes},
		{l.decidedLoop(togetherWish, byAgent), loopTimes},
		{l.decidedLoop(sayingWish, byAgent), loopTimes},
		{l.decidedLoop(loopWish+unhurried, byCode), slowTimes},
		{l.decidedPlan(planWish + unhurried), slowTimes},
	} {
		var err error
		if bills[i], err = l.measure(ctx, one.way, one.times); err != nil {
			return err
		}
	}
	loop, plan, looking, together, saying := bills[0], bills[1], bills[2], bills[3], bills[4]
	const each = "a loop with one query and one approved action"
	l.row("time", bills[5].took.ms(), bills[6].took.ms(), " ms", loopFactor, each+", of a model that takes "+takesTime.String(), "a plan of one step of the same model")
	l.compare(loop, plan, loopFactor, each, "a plan of one step")
	l.compare(loop, looking, 0, each, "a plan whose first step is the query")
	l.compare(together, plan, 0, each+" that its model wants in one step", "a plan of one step")
	l.compare(saying, plan, 0, each+" whose model tells what came of it", "a plan of one step")
	return nil
}

// compare prints three figures of a loop and of a plan, and requires the loop's to be at most a given share of the plan's; 0
// requires nothing.
func (l looper) compare(loop, plan bill, most float64, a, b string) {
	l.row("model calls", loop.calls, plan.calls, "", most, a, b)
	l.row("statements", loop.statements, plan.statements, "", most, a, b)
	l.row("statements, until a person is asked,", loop.asked, plan.asked, "", 0, a, b)
	l.row("statements, from then on,", loop.statements-loop.asked, plan.statements-plan.asked, "", 0, a, b)
	l.row("time", loop.took.ms(), plan.took.ms(), " ms", most, a, b)
}

func (l looper) row(what string, one, other float64, unit string, most float64, a, b string) {
	aim := ""
	if most > 0 {
		aim = fmt.Sprintf("%.1fx", most)
	}
	l.table.add(what+" of "+a, fmt.Sprintf("%.1f%s", one, unit), fmt.Sprintf("%.2fx of %.1f%s, %s", one/other, other, unit, b), aim, one <= most*other)
}

// ms is the time in the middle, in milliseconds.
func (t times) ms() float64 { return float64(t.at(50)) / 1e6 }

// decidedLoop asks for a ticket, approves it and waits for the answer.
func (l looper) decidedLoop(wish, last string) way {
	return func(ctx context.Context) (float64, error) {
		talk, err := l.chat(ctx, "", wish)
		if err != nil {
			return 0, err
		}
		return l.decided(ctx, talk, `approval_requested`, `select body->'approval'->>'id', '', 0 from assistant_messages where conversation_id = $1 and body_type = $2`, last)
	}
}

// decidedPlan asks for a ticket in words that are planned, approves the plan and waits for the last word.
func (l looper) decidedPlan(wish string) way {
	return func(ctx context.Context) (float64, error) {
		talk, err := l.chat(ctx, "", wish)
		if err != nil {
			return 0, err
		}
		return l.decided(ctx, talk, `plan_proposed`, `select body->'plan'->>'id', coalesce(body->'plan'->>'hash', ''), (body->'plan'->>'version')::int from assistant_messages
		where conversation_id = $1 and body_type = $2`, `%`)
	}
}

// decided approves what a conversation's message of a kind asks about, and waits for the run's end and a last word like that.
func (l looper) decided(ctx context.Context, talk, kind, find, last string) (asked float64, err error) {
	var id, hash string
	var version int
	if err := rig.Await(ctx, "it is asked about", 20*time.Second, func() bool {
		return l.sql.QueryRow(ctx, find, talk, kind).Scan(&id, &hash, &version) == nil
	}); err != nil {
		return 0, fmt.Errorf("%w; last was said: %s", err, l.lastWords(ctx, talk))
	}
	if _, asked, err = l.counted(ctx); err != nil {
		return 0, err
	}
	path, body := "/api/approvals/"+id, map[string]any{"decision": "approved"}
	if kind == "plan_proposed" {
		path, body = "/api/plans/"+id+"/decide", map[string]any{"decision": "approved", "version": version, "hash": hash}
	}
	if err := l.call(ctx, path, body, nil); err != nil {
		return 0, err
	}
	return asked, rig.Await(ctx, "it is done", 20*time.Second, func() bool {
		var n int
		err := l.sql.QueryRow(ctx, `select count(*) from assistant_messages f join assistant_messages s on s.conversation_id = f.conversation_id and s.seq > f.seq - 5
			where f.conversation_id = $1 and f.body_type = 'run_finished' and s.body_type = 'said' and s.author = 'assistant' and s.body::text || s.content like $2`, talk, last).Scan(&n)
		return err == nil && n > 0
	})
}

// lastWords are what a conversation has come to.
func (l looper) lastWords(ctx context.Context, talk string) (words string) {
	if err := l.sql.QueryRow(context.WithoutCancel(ctx), `select content from assistant_messages where conversation_id = $1 order by seq desc limit 1`, talk).Scan(&words); err != nil {
		return err.Error()
	}
	return words
}

// chat says something as the owner; the answer comes when the turn is over.
func (l looper) chat(ctx context.Context, talk, text string) (conversation string, err error) {
	var out struct{ ConversationID string }
	err = l.call(ctx, "/api/assistant/chat", map[string]any{"conversationId": talk, "messages": []any{map[string]string{"role": "user", "content": text}}}, &out)
	return out.ConversationID, err
}

func (l looper) call(ctx context.Context, path string, body, out any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, l.replicas[0].Base+path, bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("make request: %w", err)
	}
	r.Header.Set("Authorization", "Bearer rig-token-rig-token")
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("ask %s: %w", path, err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %d %s: %w", path, res.StatusCode, answer, err)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("read the answer of %s: %w", path, err)
	}
	return nil
}

// talks measures a question after a few earlier messages and after many.
func (l looper) talks(ctx context.Context) error {
	var took [2]times
	for i, earlier := range []int{shortTalk, longTalk} {
		talk, err := l.chat(ctx, "", question)
		if err != nil {
			return err
		}
		for n := range earlier {
			if _, err := l.store.Intake.Post(ctx, assistant.Message{
				Tenant: l.tenant, Conversation: assistant.ConversationID(talk), Author: assistant.AuthorAssistant, Agent: assistant.Chief,
				Kind: assistant.KindMessage, Content: fmt.Sprintf("Earlier word %d, about nothing much.", n), Key: fmt.Sprintf("bench/talk/%d", n), Body: assistant.Said{},
			}); err != nil {
				return fmt.Errorf("talk before: %w", err)
			}
		}
		for range talkTimes {
			began := time.Now()
			if _, err := l.chat(ctx, talk, question); err != nil {
				return err
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	l.table.add(fmt.Sprintf("a turn with %d earlier messages", longTalk), took[1].String(), times2(took[1].at(50), took[0].at(50), fmt.Sprintf("with %d", shortTalk)),
		fmt.Sprintf("%.1fx", talkFactor), float64(took[1].at(50)) <= talkFactor*float64(took[0].at(50)))
	return nil
}

// parks leaves many loops to wait for people, and looks at what they cost meanwhile.
func (l looper) parks(ctx context.Context) error {
	if err := l.again(ctx); err != nil {
		return err
	}
	none, err := l.rests(ctx)
	if err != nil {
		return err
	}
	for range parkedLoops {
		if _, err := l.chat(ctx, "", loopWish); err != nil {
			return err
		}
	}
	if err := l.again(ctx); err != nil {
		return err
	}
	many, err := l.rests(ctx)
	if err != nil {
		return err
	}
	var waiting int
	if err := l.sql.QueryRow(ctx, `select count(*) from pending_actions where status = 'pending'`).Scan(&waiting); err != nil || waiting < parkedLoops {
		return fmt.Errorf("%d loops wait: %w", waiting, err)
	}
	l.table.add(fmt.Sprintf("statements in %s while %d loops wait", parkedIdle, waiting), fmt.Sprintf("%.0f", many.statements), fmt.Sprintf("%.0f with none", none.statements),
		"as many, within a tenth", many.statements <= 1.1*none.statements+2)
	l.table.add(fmt.Sprintf("resident memory while %d loops wait", waiting), fmt.Sprintf("%d MB", many.memory>>20), fmt.Sprintf("%d MB with none", none.memory>>20),
		fmt.Sprintf("within %d MB", parkedMemory>>20), many.memory <= none.memory+parkedMemory)
	return nil
}

// again starts the replica anew: it holds nothing then but what waiting needs.
func (l looper) again(ctx context.Context) error {
	l.replicas[0].Stop()
	_ = l.slow.Close()
	return l.acts(ctx)
}

// rest is what a replica costs while nothing happens.
type rest struct {
	statements float64
	memory     int64
}

// rests measures an idle replica for some time.
func (l looper) rests(ctx context.Context) (out rest, err error) {
	if err := pause(ctx, dueSettle); err != nil {
		return out, err
	}
	_, before, err := l.counted(ctx)
	if err != nil {
		return out, err
	}
	if err := pause(ctx, parkedIdle); err != nil {
		return out, err
	}
	_, after, err := l.counted(ctx)
	if err != nil {
		return out, err
	}
	out.statements = after - before
	out.memory, _, err = l.replicas[0].Memory()
	return out, err
}
