package storage_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

const modelKeysKept = `select api_key from platform_ai_settings`

// TestTheKeyOfAModelIsSealedWithTheFirstKey: one that was kept before there was a key is sealed at the next start, a new key in front
// takes over, and with a wrong one the service does not start. A sealed key opens for its own tenant alone.
func TestTheKeyOfAModelIsSealedWithTheFirstKey(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		const secret = "sk-of-the-test"
		l.with(func(db *storage.DB, tenant assistant.TenantID) {
			if err := db.Models.SetModel(t.Context(), tenant, l.by.Person, assistant.ModelSettings{Provider: assistant.ProviderOpenAI, Model: "m", Key: secret}); err != nil {
				t.Fatal(err)
			}
		})
		kept := func() string { return strings.Join(l.raw(modelKeysKept), " ") }
		if got := kept(); got != secret {
			t.Fatalf("without a key it is kept as %q", got)
		}
		reads := func(db *storage.DB, tenant assistant.TenantID) {
			if got, err := db.Models.ModelSettings(t.Context(), tenant); err != nil || got.Key != secret {
				t.Errorf("read as %q, %v", string(got.Key), err)
			}
		}
		l.with(reads, keyOf(1))
		first := kept()
		if !strings.HasPrefix(first, "sealed1:") || strings.Contains(first, secret) {
			t.Errorf("kept as %q", first)
		}
		l.with(reads, keyOf(2), keyOf(1))
		l.with(reads, keyOf(2))
		if kept() == first {
			t.Error("it is sealed by the old key still")
		}
		l.cfg.SecretKeys = [][]byte{keyOf(3)}
		db, err := storage.Open(t.Context(), l.cfg)
		if err == nil {
			_ = db.Close()
			t.Fatal("with another key it opens")
		}
		if !strings.Contains(err.Error(), "AISTEAM_SECRET_KEY") || strings.Contains(err.Error(), secret) {
			t.Error(err)
		}
	})
}
