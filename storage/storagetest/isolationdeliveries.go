package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersOpen what waits in a space: a token of another tenant opens nothing of this one's, in a space of the same name.
func (w *world) strangersOpen(other assistant.TenantID, space string) {
	w.t.Helper()
	w.ok(w.Deliveries.OpenSpace(w.ctx, other, assistant.SurfaceSlack, space))
	_, found, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceSlack}, lease)
	w.ok(err)
	equal(w, found, false)
}
