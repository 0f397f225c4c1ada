package discord_test

import (
	"errors"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// TestAnExpiredAttachmentIsFoundByItsMessage: as long as the message has it.
func TestAnExpiredAttachmentIsFoundByItsMessage(t *testing.T) {
	fake, err := fakediscord.New(t.Context(), fakediscord.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer fake.Close()
	const channel, user = "700000000000000001", "600000000000000001"
	fake.AddChannel(channel, fakediscord.Text)
	fake.AddUser(user, "Anna")
	id := fake.Attach(channel, user, "look", "a.txt", "text/plain", []byte("hello"))
	f := assistant.File{Name: "a.txt", URL: fake.Messages(channel)[0].Attached[0].URL}
	b := discord.New(discord.Config{Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant"})
	fake.Expire()
	if data, err := b.Fetch(t.Context(), "tenant", id, f); err != nil || string(data) != "hello" {
		t.Errorf("%q, %v", data, err)
	}
	if n := fake.Calls("GET channels/messages/id"); n != 1 {
		t.Errorf("the message was looked at %d times", n)
	}
	if _, err := b.Fetch(t.Context(), "other", id, f); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("another tenant: %v", err)
	}
	fake.Expire()
	fake.Delete(channel, id)
	if _, err := b.Fetch(t.Context(), "tenant", id, f); err == nil {
		t.Error("a file that is gone was fetched")
	}
	for _, v := range fake.Violations() {
		t.Error(v)
	}
}
