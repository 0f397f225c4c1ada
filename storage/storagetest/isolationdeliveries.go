package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersOpen: another tenant's token opens nothing that waits in this tenant, even in a space of the same name.
func (w *world) strangersOpen(other assistant.TenantID, space string) {
	w.t.Helper()
	w.ok(w.Deliveries.OpenSpace(w.ctx, other, assistant.SurfaceSlack, space))
	_, found, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceSlack}, lease)
	w.ok(err)
	equal(w, found, false)
}
