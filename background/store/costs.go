package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// likeTimes is how many times, the newest first, tell what the next one may cost.
const likeTimes = 20

// BackgroundCosts gives what a task with a prompt may cost each time: what times of tasks with the same one have cost, or those of others
// where there were none.
func (d Tasks) BackgroundCosts(ctx context.Context, tenant assistant.TenantID, prompt string) (assistant.BackgroundCosts, error) {
	var c assistant.BackgroundCosts
	var settings []byte
	err := d.reads(ctx, tenant, nil, func(t *tx) error {
		c = assistant.BackgroundCosts{}
		t.need(assistant.ErrNotFound, []any{&settings}, `select settings from tenants where tenant_id = $1`, tenant)
		t.Each(func(scan func(...any) error) error {
			var same bool
			var tokens, micros int64
			if err := scan(&same, &tokens, &micros); err != nil || tokens == 0 || c.Same && !same {
				return err
			}
			c.Same, c.Times, c.Tokens, c.Micros, c.Most = same, c.Times+1, c.Tokens+tokens, c.Micros+micros, max(c.Most, tokens)
			return nil
		}, `select b.prompt = $2, `+costs(tables.Spent(`c`))+`, `+costs(`c.micros`)+` from background_runs w join background_tasks b on b.id = w.task_id and b.tenant_id = w.tenant_id
			where w.tenant_id = $1 and w.message_id is not null order by case when b.prompt = $2 then 0 else 1 end, w.started_at desc limit $3`, tenant, tables.Clean(prompt), likeTimes)
		return nil
	})
	if err != nil {
		return assistant.BackgroundCosts{}, named(err, "read what like tasks cost")
	}
	if c.Times > 0 {
		c.Tokens, c.Micros = c.Tokens/int64(c.Times), c.Micros/int64(c.Times)
	}
	c.Day, err = assistant.ReadSettings(settings)
	c.Day.DailyTokens, c.Day.DailyCents = assistant.Share(c.Day.DailyTokens), assistant.Share(c.Day.DailyCents)
	return c, named(err, "read what like tasks cost")
}
