package web_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// library keeps files. Everybody but an admin may delete their own.
type library struct {
	mu    sync.Mutex
	admin bool
	kept  map[assistant.FileID]assistant.KeptFile
	gone  map[assistant.FileID]bool
}

func (l *library) SaveFile(_ context.Context, k assistant.KeptFile) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept[k.ID] = k
	return nil
}

func (l *library) File(_ context.Context, _ assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if k, ok := l.kept[id]; ok && !l.gone[id] {
		return k, nil
	}
	return assistant.KeptFile{}, assistant.ErrNotFound
}

func (l *library) KeptFiles(_ context.Context, _ assistant.TenantID, by assistant.PersonID, _ int) ([]assistant.KeptFile, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []assistant.KeptFile
	for id, k := range l.kept {
		if !l.gone[id] && (l.admin || k.Person == by) {
			k.Size = int64(len(k.Bytes))
			out = append(out, k)
		}
	}
	return out, nil
}

func (l *library) DeleteFile(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.FileID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	k, ok := l.kept[id]
	switch {
	case !ok || l.gone[id]:
		return assistant.ErrNotFound
	case !l.admin && k.Person != by:
		return assistant.ErrNotYourFile
	}
	l.gone[id] = true
	return nil
}

func (l *library) DeletedFiles(_ context.Context, _ assistant.TenantID, ids []assistant.FileID) (map[assistant.FileID]bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := map[assistant.FileID]bool{}
	for _, id := range ids {
		if l.gone[id] {
			out[id] = true
		}
	}
	return out, nil
}

func (l *library) DropFiles(_ context.Context, _ assistant.TenantID, by assistant.PersonID, ids []assistant.FileID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range ids {
		if k, ok := l.kept[id]; ok && k.Person == by && k.Conversation == "" {
			delete(l.kept, id)
		}
	}
	return nil
}

func (l *library) FilesWent(_ context.Context, _ assistant.TenantID, by assistant.PersonID, to assistant.ConversationID, ids []assistant.FileID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range ids {
		if k, ok := l.kept[id]; ok && k.Person == by && k.Conversation == "" {
			k.Conversation = to
			l.kept[id] = k
		}
	}
	return nil
}

// TestAFileIsDeletedAndItsMessageSaysSo, on the panel and over the API, by who may.
func TestAFileIsDeletedAndItsMessageSaysSo(t *testing.T) {
	w := newWorld(t)
	c := w.start("files")
	l := &library{kept: map[assistant.FileID]assistant.KeptFile{}, gone: map[assistant.FileID]bool{}}
	keep := func(name string, by assistant.PersonID) assistant.KeptFile {
		k := assistant.KeptFile{ID: assistant.MadeID(w.tenant.ID, name), Tenant: w.tenant.ID, Person: by, Name: name, Type: "text/plain", Bytes: []byte("secret")}
		_ = l.SaveFile(t.Context(), k)
		return k
	}
	byForm, byAPI, strangers := keep("form.txt", w.owner.ID), keep("api.txt", w.owner.ID), keep("theirs.txt", "somebody")
	w.add(c, assistant.Message{
		Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "Read these.",
		Body: assistant.Said{Files: []assistant.File{byForm.File(), byAPI.File(), strangers.File()}},
	})
	h := w.surface(t, func(cfg *web.Config) { cfg.Files, cfg.Library = l, l })
	in := cookie(t, h)
	token := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	if page := call(t, h, "GET", "/files", "", in).Body.String(); !strings.Contains(page, "form.txt") || strings.Contains(page, "theirs.txt") {
		t.Errorf("the list is\n%s", page)
	}
	for path, want := range map[string]int{
		"/files/" + string(byForm.ID) + "/delete": http.StatusSeeOther, "/files/" + string(strangers.ID) + "/delete": http.StatusForbidden,
	} {
		if got := call(t, h, "POST", path, "", in); got.Code != want {
			t.Errorf("%s is answered %d", path, got.Code)
		}
	}
	for id, want := range map[assistant.FileID]int{byAPI.ID: http.StatusNoContent, strangers.ID: http.StatusForbidden, "x": http.StatusNotFound} {
		if got := call(t, h, "DELETE", "/api/files/"+string(id), "", token); got.Code != want && (id != "x" || got.Code != http.StatusBadRequest) {
			t.Errorf("deleting %s is answered %d %s", id, got.Code, got.Body)
		}
	}
	if got := call(t, h, "DELETE", "/api/files/"+string(byAPI.ID), "", token); got.Code != http.StatusNotFound {
		t.Errorf("deleting it again is answered %d", got.Code)
	}
	for name, told := range map[string]string{
		"the panel": call(t, h, "GET", "/c/"+string(c), "", in).Body.String(),
		"the API":   call(t, h, "GET", "/api/conversations/"+string(c)+"/messages", "", token).Body.String(),
	} {
		for _, k := range []assistant.KeptFile{byForm, byAPI} {
			if !strings.Contains(told, k.Name+" (deleted)") || strings.Contains(told, string(k.ID)) {
				t.Errorf("%s says of %s\n%s", name, k.Name, told)
			}
			if got := call(t, h, "GET", "/api/files/"+string(k.ID), "", token); got.Code != http.StatusNotFound {
				t.Errorf("%s is still given: %d", k.Name, got.Code)
			}
		}
		if !strings.Contains(told, string(strangers.ID)) || strings.Contains(told, "theirs.txt (deleted)") {
			t.Errorf("%s lost what was not deleted", name)
		}
	}
}
