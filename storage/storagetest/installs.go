package storagetest

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// install saves one of the app A1.
func (w *world) install(in assistant.Install) assistant.Install {
	w.t.Helper()
	in.App = "A1"
	in, err := w.Installs.SaveInstall(w.ctx, in)
	w.ok(err)
	return in
}

func installMakesATenant(_ *testing.T, w *world) {
	first := assistant.Install{
		Team: "T1", Name: "Aqua", BotUser: "UBOT", BotID: "B1", By: "UANNA", Scopes: []string{"chat:write", "commands"},
		Tokens: assistant.Tokens{Access: "xoxb-1"},
	}
	var all sync.WaitGroup
	made := make([]assistant.TenantID, 4)
	for i := range made {
		all.Go(func() {
			in := first
			in.App = "A1"
			got, err := w.Installs.SaveInstall(w.ctx, in)
			if err != nil {
				w.t.Error(err)
			}
			made[i] = got.Tenant
		})
	}
	all.Wait()
	for _, t := range made {
		equal(w, t, made[0])
	}
	in, tenant, err := w.Installs.InstallOf(w.ctx, "", "T1")
	w.ok(err)
	equal(w, tenant, made[0])
	equal(w, tenant == w.tenant, false)
	spent, err := w.Spending.Spending(w.ctx, tenant, "")
	w.ok(err)
	equal(w, []any{spent.Bounds, spent.Bounded()}, []any{assistant.FirstSettings(), true})
	equal(w, []any{in.Name, in.BotUser, in.BotID, in.By, in.Scopes, in.Tokens.Access, in.Tokens.Expires.IsZero(), in.At.IsZero()},
		[]any{"Aqua", "UBOT", "B1", "UANNA", first.Scopes, "xoxb-1", true, false})

	anna, err := w.People.PersonFor(w.ctx, tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UANNA"})
	w.ok(err)
	equal(w, anna.Role, assistant.RoleAdmin)

	// Somebody else installs it again: new tokens, the same tenant, and nobody is raised.
	first.By, first.Tokens = "UBEN", assistant.Tokens{Access: "xoxe-2", Refresh: "r2", Life: 12 * time.Hour}
	equal(w, w.install(first).Tenant, tenant)
	in, _, err = w.Installs.InstallOf(w.ctx, "", "T1")
	w.ok(err)
	equal(w, []any{in.Tokens.Access, in.Tokens.Refresh, in.By}, []any{"xoxe-2", "r2", "UBEN"})
	if left := in.Tokens.Expires.Sub(in.Tokens.At); left != 12*time.Hour {
		w.t.Fatalf("ends after %s", left)
	}
	ben, err := w.People.PersonFor(w.ctx, tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UBEN"})
	w.ok(err)
	equal(w, ben.Role, assistant.RoleMember)

	// A workspace that is somebody's already keeps its tenant.
	w.ok(w.Tenants.BindSpace(w.ctx, w.tenant, w.owner.ID, assistant.SurfaceSlack, "T2"))
	equal(w, w.install(assistant.Install{Team: "T2", Tokens: assistant.Tokens{Access: "x"}}).Tenant, w.tenant)
	_, err = w.Installs.SaveInstall(w.ctx, assistant.Install{App: "A1", Tokens: assistant.Tokens{Access: "x"}})
	w.is(err, assistant.ErrNotFound)
	_, _, err = w.Installs.InstallOf(w.ctx, "", "")
	w.is(err, assistant.ErrNotFound)
	_, _, err = w.Installs.InstallOf(w.ctx, "", "T3")
	w.is(err, assistant.ErrNotFound)
}

func installOfAnOrganisation(_ *testing.T, w *world) {
	own := w.install(assistant.Install{Enterprise: "E1", Team: "T1", Tokens: assistant.Tokens{Access: "own"}})
	org := w.install(assistant.Install{Enterprise: "E1", By: "UANNA", Tokens: assistant.Tokens{Access: "org"}})
	token := func(enterprise, team string, owner assistant.TenantID, want string) {
		w.t.Helper()
		in, tenant, err := w.Installs.InstallOf(w.ctx, enterprise, team)
		w.ok(err)
		equal(w, []any{in.Tokens.Access, tenant}, []any{want, owner})
	}
	token("E1", "T1", own.Tenant, "own")
	_, _, err := w.Installs.InstallOf(w.ctx, "", "T2") // nobody said yet that T2 is the organisation's
	w.is(err, assistant.ErrNotFound)
	token("E1", "T2", org.Tenant, "org")
	token("", "T2", org.Tenant, "org")
	token("E1", "", org.Tenant, "org")
	token("", "E1", org.Tenant, "org")
	_, _, err = w.Installs.InstallOf(w.ctx, "E2", "T3")
	w.is(err, assistant.ErrNotFound)
	anna, err := w.People.PersonFor(w.ctx, org.Tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T2", External: "UANNA"})
	w.ok(err)
	equal(w, anna.Role, assistant.RoleAdmin)

	// Without its own install the workspace is served by the organisation's, and stays its own tenant.
	in, _, err := w.Installs.InstallOf(w.ctx, "", "T1")
	w.ok(err)
	w.ok(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: in}))
	token("E1", "T1", own.Tenant, "org")
	w.ok(w.Installs.LeaveSpace(w.ctx, "E2", "T2")) // another organisation's word
	token("", "T2", org.Tenant, "org")
	w.ok(w.Installs.LeaveSpace(w.ctx, "E1", "T2"))
	_, _, err = w.Installs.InstallOf(w.ctx, "", "T2")
	w.is(err, assistant.ErrNotFound)
	token("E1", "T2", org.Tenant, "org")
}

func served(_ *testing.T, w *world) {
	list := func(limit int) []assistant.Served {
		w.t.Helper()
		all, err := w.Installs.Served(w.ctx, limit)
		w.ok(err)
		return all
	}
	w.ok(w.Tenants.BindSpace(w.ctx, w.tenant, w.owner.ID, assistant.SurfaceSlack, "T0")) // nobody installed anything there
	equal(w, list(9), nil)
	one := w.install(assistant.Install{Team: "T1", Tokens: assistant.Tokens{Access: "a"}})
	two := w.install(assistant.Install{Team: "T2", Enterprise: "E1", Tokens: assistant.Tokens{Access: "b"}})
	org := w.install(assistant.Install{Enterprise: "E1", Tokens: assistant.Tokens{Access: "c"}})
	_, _, err := w.Installs.InstallOf(w.ctx, "E1", "T3") // heard of for the first time
	w.ok(err)
	all := list(9)
	slices.SortFunc(all, func(a, b assistant.Served) int { return strings.Compare(a.Space, b.Space) })
	equal(w, all, []assistant.Served{{Tenant: one.Tenant, Space: "T1"}, {Tenant: two.Tenant, Space: "T2"}, {Tenant: org.Tenant, Space: "T3"}})
	equal(w, len(list(2)), 2)
	w.ok(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: org}))
	w.ok(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: one}))
	equal(w, list(9), []assistant.Served{{Tenant: two.Tenant, Space: "T2"}})
}

func rotationAlone(_ *testing.T, w *world) {
	w.install(assistant.Install{Team: "T1", Tokens: assistant.Tokens{Access: "a1", Refresh: "r1", Life: 3 * time.Hour}})
	in, _, err := w.Installs.InstallOf(w.ctx, "", "T1")
	w.ok(err)
	start := func(early, lease time.Duration) (assistant.InstallClaim, bool) {
		w.t.Helper()
		c, held, err := w.Installs.StartRotation(w.ctx, in, early, lease)
		w.ok(err)
		return c, held
	}
	if _, held := start(2*time.Hour, lease); held {
		w.t.Fatal("held long before it is due")
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	var claims []assistant.InstallClaim
	for range 8 {
		all.Go(func() {
			c, held, err := w.Installs.StartRotation(w.ctx, in, 4*time.Hour, lease)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				w.t.Error(err)
			}
			if held {
				claims = append(claims, c)
			}
		})
	}
	all.Wait()
	equal(w, len(claims), 1)
	equal(w, claims[0].Install.Tokens.Refresh, "r1")
	w.ok(w.Installs.FinishRotation(w.ctx, claims[0], assistant.Tokens{Access: "a2", Refresh: "r2", Life: 12 * time.Hour}))
	w.is(w.Installs.FinishRotation(w.ctx, claims[0], assistant.Tokens{Access: "a3"}), assistant.ErrFenced)
	c, held := start(4*time.Hour, lease)
	equal(w, []any{held, c.Install.Tokens.Access, c.Install.Tokens.Refresh}, []any{false, "a2", "r2"})

	// Who died with it is followed by another, and then may not write any more.
	dead, held := start(13*time.Hour, over)
	equal(w, held, true)
	next, held := start(13*time.Hour, lease)
	equal(w, held, true)
	w.is(w.Installs.FinishRotation(w.ctx, dead, assistant.Tokens{Access: "late"}), assistant.ErrFenced)
	w.ok(w.Installs.FinishRotation(w.ctx, next, assistant.Tokens{Access: "a4", Refresh: "r4", Life: time.Hour}))

	// An install made anew voids a rotation under way.
	old, held := start(2*time.Hour, lease)
	equal(w, held, true)
	w.is(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: old.Install}), assistant.ErrFenced) // what comes of it is awaited
	w.install(assistant.Install{Team: "T1", Tokens: assistant.Tokens{Access: "new"}})
	w.is(w.Installs.FinishRotation(w.ctx, old, assistant.Tokens{Access: "late"}), assistant.ErrFenced)
	c, held = start(1000*time.Hour, lease) // what never ends never rotates
	equal(w, []any{held, c.Install.Tokens.Access}, []any{false, "new"})
}

func installRevoked(_ *testing.T, w *world) {
	first := w.install(assistant.Install{Team: "T1", Tokens: assistant.Tokens{Access: "a1", Refresh: "r1", Life: time.Hour}})
	in, _, err := w.Installs.InstallOf(w.ctx, "", "T1")
	w.ok(err)
	stale := in
	stale.Tokens.Access = "a0"
	w.is(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: stale}), assistant.ErrFenced)
	w.ok(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: in}))
	w.is(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: in}), assistant.ErrNotFound)
	_, _, err = w.Installs.InstallOf(w.ctx, "", "T1")
	w.is(err, assistant.ErrNotFound)
	_, _, err = w.Installs.StartRotation(w.ctx, in, time.Hour, lease)
	w.is(err, assistant.ErrNotFound)
	again := w.install(assistant.Install{Team: "T1", Tokens: assistant.Tokens{Access: "a2"}})
	equal(w, again.Tenant, first.Tenant)
	w.is(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: in}), assistant.ErrFenced)
}

func nonces(_ *testing.T, w *world) {
	w.ok(w.Installs.SpendNonce(w.ctx, w.tenant, "n", time.Minute))
	w.is(w.Installs.SpendNonce(w.ctx, w.tenant, "n", time.Minute), assistant.ErrDecided)
	w.ok(w.Installs.SpendNonce(w.ctx, w.tenant, "m", over))
	w.ok(w.Installs.SpendNonce(w.ctx, w.tenant, "m", over)) // too old to be shown again, and forgotten
}
