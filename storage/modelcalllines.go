package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// ModelCallsOf lists the calls of models for a run, in order, with those of the agent's session that the run is of. What was
// asked and answered is not among it.
func (d Calls) ModelCallsOf(ctx context.Context, tenant assistant.TenantID, run assistant.RunID) ([]assistant.ModelCallLine, error) {
	var out []assistant.ModelCallLine
	if err := valid(run); err != nil {
		return nil, nil //nolint:nilerr // nothing has such an id, so it has no calls
	}
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			var m assistant.ModelCallLine
			var took int64
			err := scan(&m.Purpose, &m.Provider, &m.Model, &m.Usage.Input, &m.Usage.Cached, &m.Usage.CacheWritten, &m.Usage.Output, &m.Usage.Thought, &took, &m.Micros, &m.Unpriced, &m.At)
			m.Took = microseconds(took)
			out = append(out, m)
			return err
		}, `select c.purpose, c.provider, c.model, c.input_tokens, c.cached_tokens, c.cache_written_tokens, c.output_tokens, c.thought_tokens, c.took_us, c.micros, c.unpriced, c.created_at
			from model_calls c where c.tenant_id = $1 and c.conversation_id = (select r.conversation_id from assistant_runs r where r.id = $2 and r.tenant_id = $1)
				and (c.run_id = $2 or c.key like (select cast(r.session_id as text) || '/%' from assistant_runs r where r.id = $2 and r.tenant_id = $1))
			order by c.created_at, c.key limit 500`, tenant, run)
		return nil
	})
	return out, named(err, "list calls of models for run %s", run)
}
