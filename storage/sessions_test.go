package storage_test

import (
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
)

func TestASessionEndsAfterAWeekUnusedAndAMonthInAll(t *testing.T) {
	at := time.Now()
	cfg := config()
	cfg.Dir, cfg.Now = t.TempDir(), func() time.Time { return at }
	db := open(t, cfg)
	tenant, owner, _ := pair(t, db)
	start := func() string {
		t.Helper()
		secret := cfg.IDs.Secret()
		if _, err := db.Sessions.StartSession(t.Context(), tenant, owner, secret, assistant.Browser{}); err != nil {
			t.Fatal(err)
		}
		return secret
	}
	lives := func(secret string, want bool) {
		t.Helper()
		_, err := db.Sessions.Session(t.Context(), tenant, secret)
		if (err == nil) != want || (err != nil && !errors.Is(err, assistant.ErrNotFound)) {
			t.Fatalf("alive: %v, want %v", err, want)
		}
	}
	unused := start()
	at = at.Add(7*24*time.Hour - time.Second)
	lives(unused, true) // and is used by that
	at = at.Add(7*24*time.Hour - time.Second)
	lives(unused, true)
	at = at.Add(7 * 24 * time.Hour)
	lives(unused, false)

	used := start()
	for range 29 {
		at = at.Add(24 * time.Hour)
		lives(used, true)
	}
	at = at.Add(24*time.Hour - time.Second)
	lives(used, true)
	at = at.Add(time.Second)
	lives(used, false)
}

func TestASignInCodeEndsAfterTenMinutes(t *testing.T) {
	at := time.Now()
	cfg := config()
	cfg.Dir, cfg.Now = t.TempDir(), func() time.Time { return at }
	db := open(t, cfg)
	tenant, owner, _ := pair(t, db)
	for _, c := range []struct {
		after time.Duration
		want  error
	}{{10*time.Minute - time.Second, nil}, {10 * time.Minute, assistant.ErrCode}} {
		code := cfg.IDs.Secret()
		if until, err := db.Sessions.KeepSignInCode(t.Context(), tenant, owner, "", code); err != nil || !until.Equal(at.Add(10*time.Minute).Truncate(time.Microsecond)) {
			t.Fatalf("%v until %v", err, until)
		}
		at = at.Add(c.after)
		if _, err := db.Sessions.RedeemSignInCode(t.Context(), tenant, code, cfg.IDs.Secret(), assistant.Browser{}); !errors.Is(err, c.want) {
			t.Errorf("after %v: %v, want %v", c.after, err, c.want)
		}
	}
}

func TestAMailedCodeEndsAfterAQuarterOfAnHourAndOneAMinuteIsSent(t *testing.T) {
	at := time.Now()
	cfg := config()
	cfg.Dir, cfg.Now = t.TempDir(), func() time.Time { return at }
	db := open(t, cfg)
	tenant, owner, _ := pair(t, db)
	confirm := cfg.IDs.Secret()
	if _, err := db.Reaches.SaveReach(t.Context(), tenant, assistant.Reach{Person: owner, Surface: assistant.SurfaceMail, To: "olga@example.com"}, confirm); err != nil {
		t.Fatal(err)
	}
	if err := db.Reaches.ConfirmReach(t.Context(), tenant, owner, confirm); err != nil {
		t.Fatal(err)
	}
	mail := func(code string) error {
		_, _, err := db.Sessions.MailSignInCode(t.Context(), tenant, "olga@example.com", code)
		return err
	}
	code := cfg.IDs.Secret()
	if err := mail(code); err != nil {
		t.Fatal(err)
	}
	at = at.Add(time.Minute - time.Second)
	if err := mail(cfg.IDs.Secret()); !errors.Is(err, assistant.ErrTooMuch) {
		t.Errorf("within the minute: %v", err)
	}
	at = at.Add(time.Second)
	late := cfg.IDs.Secret()
	if err := mail(late); err != nil {
		t.Errorf("after a minute: %v", err)
	}
	at = at.Add(14*time.Minute - time.Second)
	if _, err := db.Sessions.RedeemSignInCode(t.Context(), tenant, code, cfg.IDs.Secret(), assistant.Browser{}); err != nil {
		t.Errorf("just before it ends: %v", err)
	}
	at = at.Add(time.Minute + time.Second)
	if _, err := db.Sessions.RedeemSignInCode(t.Context(), tenant, late, cfg.IDs.Secret(), assistant.Browser{}); !errors.Is(err, assistant.ErrCode) {
		t.Errorf("a quarter of an hour later: %v", err)
	}
}

func TestACompanySignInIsFinishedWithinFiveMinutes(t *testing.T) {
	at := time.Now()
	cfg := config()
	cfg.Dir, cfg.Now = t.TempDir(), func() time.Time { return at }
	db := open(t, cfg)
	tenant, _, _ := pair(t, db)
	for _, c := range []struct {
		after time.Duration
		want  error
	}{{5*time.Minute - time.Second, nil}, {5 * time.Minute, assistant.ErrOpenIDBegun}} {
		state, browser := cfg.IDs.Secret(), cfg.IDs.Secret()
		if err := db.OpenID.BeginOpenID(t.Context(), tenant, state, browser, []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
		at = at.Add(c.after)
		if _, err := db.OpenID.TakeOpenID(t.Context(), tenant, state, browser); !errors.Is(err, c.want) {
			t.Errorf("after %v: %v, want %v", c.after, err, c.want)
		}
	}
}

// What is kept of sessions and codes signs nobody in.
func TestPostgresKeepsNoSecretThatCouldBeUsed(t *testing.T) {
	cfg := config()
	cfg.DatabaseURL = servers.Postgres(t)
	db := open(t, cfg)
	tenant, owner, _ := pair(t, db)
	secret, code := cfg.IDs.Secret(), cfg.IDs.Secret()
	if _, err := db.Sessions.StartSession(t.Context(), tenant, owner, secret, assistant.Browser{}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Sessions.KeepSignInCode(t.Context(), tenant, owner, "", code); err != nil {
		t.Fatal(err)
	}
	if err := db.OpenID.BeginOpenID(t.Context(), tenant, secret, code, []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	kept := tablekit.Texts(t, connect(t, cfg.DatabaseURL), `select hash from sessions union all select hash from sign_in_codes union all select hash from openid_begun`)
	if len(kept) != 3 {
		t.Fatalf("kept %q", kept)
	}
	for _, k := range kept {
		if k == secret || k == code || len(k) != 64 {
			t.Errorf("kept %q", k)
		}
		if _, err := db.Sessions.Session(t.Context(), tenant, k); !errors.Is(err, assistant.ErrNotFound) {
			t.Errorf("what is kept signs somebody in: %v", err)
		}
		if _, err := db.Sessions.RedeemSignInCode(t.Context(), tenant, k, cfg.IDs.Secret(), assistant.Browser{}); !errors.Is(err, assistant.ErrCode) {
			t.Errorf("what is kept is a code: %v", err)
		}
	}
}
