package webaudit

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
)

const maxVisit = 64 << 10 // bytes that a visit reads

// Visit opens an address, under the same bounds as an audit, and tells the status that it answers with.
func (a *Auditor) Visit(ctx context.Context, out outward.Permit, p assistant.Project, address string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	v := a.visitor(out, p)
	defer v.close()
	got, err := v.peek(ctx, http.MethodGet, address, maxVisit)
	if err != nil {
		return 0, a.explain(p, address, err)
	}
	return got.status, nil
}
