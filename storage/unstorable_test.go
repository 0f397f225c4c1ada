package storage_test

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// What Postgres itself refuses for what it was given is told by its class, without the words that it refuses it with.
func TestWhatPostgresTakesInNoCaseIsUnstorable(t *testing.T) {
	db := onPostgres(t)
	tenant, owner, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.People.PersonFor(t.Context(), tenant.ID, assistant.Identity{Surface: assistant.SurfaceDiscord, External: "U\x00", Name: "Nina"})
	if !errors.Is(err, assistant.ErrUnstorable) || !strings.Contains(err.Error(), "SQLSTATE 22021") {
		t.Errorf("no text: %v", err)
	}
	got, err := db.Intake.Receive(t.Context(), assistant.Inbound{Tenant: tenant.ID, Person: owner.ID, Text: "hi", Place: assistant.Place{Surface: assistant.SurfaceWeb}})
	if err != nil {
		t.Fatal(err)
	}
	long := make([]byte, 4000) // which does not pack
	_, _ = rand.Read(long)
	_, err = db.Intake.Post(t.Context(), assistant.Message{
		Tenant: tenant.ID, Conversation: got.Conversation, Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Content: "secret",
		Body: assistant.Said{}, Key: hex.EncodeToString(long),
	})
	if !errors.Is(err, assistant.ErrUnstorable) || !strings.Contains(err.Error(), "SQLSTATE 54000") || strings.Contains(err.Error(), "secret") {
		t.Errorf("too large: %v", err)
	}
}
