package web_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// TestAFileOpensForWhoeverMaySeeItsConversation and for nobody else, however they have come by its address.
func TestAFileOpensForWhoeverMaySeeItsConversation(t *testing.T) {
	w := newWorld(t)
	l := &library{kept: map[assistant.FileID]assistant.KeptFile{}, gone: map[assistant.FileID]bool{}}
	h := w.surface(t, func(c *web.Config) { c.Files, c.Library = l, l })
	mia, otto := w.join("Mia", assistant.RoleMember), w.join("Otto", assistant.RoleMember)
	secret, shared := w.start("Salaries"), w.start("Opening hours")
	for _, p := range []assistant.Person{mia, otto} {
		w.add(shared, assistant.Message{Author: assistant.AuthorUser, Person: p.ID, Kind: assistant.KindMessage, Content: "Hello", Body: assistant.Said{}})
	}
	keep := func(name string, by assistant.PersonID, in assistant.ConversationID) string {
		k := assistant.KeptFile{ID: assistant.MadeID(w.tenant.ID, name), Tenant: w.tenant.ID, Person: by, Conversation: in, Name: name, Type: "text/plain", Bytes: []byte("x")}
		_ = l.SaveFile(t.Context(), k)
		return string(k.ID)
	}
	salaries, hours, made := keep("salaries.csv", w.owner.ID, secret), keep("hours.txt", otto.ID, shared), keep("made.png", "", secret)
	hers, nowhere := keep("hers.txt", mia.ID, ""), keep("his.txt", otto.ID, "")
	robin, hisTab, herTab := cookie(t, h), w.as(t, otto), w.as(t, mia)
	for _, c := range []struct {
		who  string
		in   func(*http.Request)
		file string
		want int
	}{
		{"an admin", robin, salaries, 200},
		{"an admin", robin, nowhere, 200},
		{"a member of another conversation", herTab, salaries, 404},
		{"a member of another conversation", herTab, made, 404},
		{"a member who took part", herTab, hours, 200},
		{"its sender", hisTab, hours, 200},
		{"its sender, before it went anywhere", herTab, hers, 200},
		{"somebody else, before it went anywhere", herTab, nowhere, 404},
	} {
		if got := call(t, h, "GET", "/api/files/"+c.file, "", c.in); got.Code != c.want {
			t.Errorf("%s: %d", c.who, got.Code)
		}
	}
}

// TestTheFilesOfAFirstMessageGoWhereItGoes: they are sent before there is a conversation.
func TestTheFilesOfAFirstMessageGoWhereItGoes(t *testing.T) {
	w := newWorld(t)
	l := &library{kept: map[assistant.FileID]assistant.KeptFile{}, gone: map[assistant.FileID]bool{}}
	h := w.surface(t, func(c *web.Config) { c.Files, c.Library = l, l })
	mia := w.join("Mia", assistant.RoleMember)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("text", "Read this")
	part, err := form.CreateFormFile("files", "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write([]byte("hello"))
	_ = form.Close()
	got := call(t, h, "POST", "/panel/messages", body.String(), w.as(t, mia), func(r *http.Request) { r.Header.Set("Content-Type", form.FormDataContentType()) })
	to, ok := strings.CutPrefix(got.Header().Get("Location"), "/c/")
	if got.Code != http.StatusSeeOther || !ok || len(l.kept) != 1 {
		t.Fatalf("%d to %q with %d files", got.Code, got.Header().Get("Location"), len(l.kept))
	}
	to, _, _ = strings.Cut(to, "#")
	for _, k := range l.kept {
		if string(k.Conversation) != to {
			t.Errorf("%s is of %q, not of %q", k.Name, k.Conversation, to)
		}
	}
}
