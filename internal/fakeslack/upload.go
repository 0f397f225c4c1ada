package fakeslack

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	manifests "github.com/aisteam/aisteam/deploy/slack"
)

// Upload is a file that the bot shares: announced, then sent, then completed.
type Upload struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Title   string `json:"title"`
	Size    int    `json:"size"`
	Content string `json:"-"`

	sent, shared bool
}

// uploadURL answers files.getUploadURLExternal. The caller holds the lock.
func (s *Server) uploadURL(v url.Values) reply {
	size, err := strconv.Atoi(v.Get("length"))
	if err != nil || size <= 0 || v.Get("filename") == "" {
		return refusal("invalid_arguments")
	}
	u := &Upload{ID: "F" + strings.ReplaceAll(s.stamp(), ".", ""), Name: v.Get("filename"), Size: size}
	if s.uploads == nil {
		s.uploads = map[string]*Upload{}
	}
	s.uploads[u.ID] = u
	return reply{"ok": true, "file_id": u.ID, "upload_url": "http://" + s.listen.Addr().String() + "/upload/" + u.ID}
}

// Withhold takes a scope from the app's own token: an installation from before the app asked for it.
func (s *Server) Withhold(scope string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.withheld == nil {
		s.withheld = map[string]bool{}
	}
	s.withheld[scope] = true
}

// granted are the scopes that the app's manifest asks for, without those that are withheld, as Slack tells them with every answer.
func (s *Server) granted() string {
	var m struct {
		Config struct {
			Scopes struct {
				Bot []string `json:"bot"`
			} `json:"scopes"`
		} `json:"oauth_config"`
	}
	if err := json.Unmarshal([]byte(manifests.Manifest("")), &m); err != nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(slices.DeleteFunc(m.Config.Scopes.Bot, func(scope string) bool { return s.withheld[scope] }), ",")
}

// scopesOf are the scopes that a call needs, of those that tests withhold.
func scopesOf(method string, v url.Values) []string {
	switch method {
	case "files.getUploadURLExternal", "files.completeUploadExternal":
		return []string{"files:write"}
	case "users.conversations":
		var all []string
		for _, kind := range kinds(v) {
			all = append(all, readScope(kind))
		}
		return all
	default:
		return nil
	}
}

// serveUpload takes a file's content. As the live service does, it takes no offence at a form that ends twice.
func (s *Server) serveUpload(w http.ResponseWriter, r *http.Request) {
	if fault := s.called("upload"); fault.Status != 0 {
		w.WriteHeader(fault.Status)
		return
	}
	file, _, err := r.FormFile("file")
	if err != nil {
		http.Error(w, "no file", http.StatusBadRequest)
		return
	}
	raw, err := io.ReadAll(file)
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.uploads[strings.TrimPrefix(r.URL.Path, "/upload/")]
	if err != nil || u == nil || u.sent {
		http.Error(w, "not expected", http.StatusNotFound)
		return
	}
	if len(raw) != u.Size || !utf8.Valid(raw) {
		s.breach("upload: %d bytes were announced, and %d sent", u.Size, len(raw))
	}
	u.Content, u.sent = string(raw), true
	_, _ = fmt.Fprintf(w, "OK - %d", len(raw))
}

// completeUpload answers files.completeUploadExternal. The caller holds the lock.
func (s *Server) completeUpload(v url.Values) reply {
	var files []Upload
	if json.Unmarshal([]byte(v.Get("files")), &files) != nil || len(files) == 0 {
		return refusal("invalid_arguments")
	}
	if s.channels[v.Get("channel_id")] == nil {
		return refusal("channel_not_found")
	}
	if strings.Contains(v.Get("blocks"), `"markdown"`) {
		return refusal("internal_error")
	}
	m := &Message{Channel: v.Get("channel_id"), Thread: v.Get("thread_ts"), User: s.BotUser, Bot: "B" + s.BotUser, Text: v.Get("initial_comment")}
	var out []any
	for _, f := range files {
		u := s.uploads[f.ID]
		if u == nil || !u.sent || u.shared {
			return refusal("file_not_found")
		}
		u.Title, u.shared = f.Title, true
		m.Files = append(m.Files, *u)
		out = append(out, reply{"id": u.ID, "title": u.Title})
	}
	s.add(m)
	return reply{"ok": true, "files": out}
}
