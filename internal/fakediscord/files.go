package fakediscord

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

const (
	requestLimit = 25 << 20
	uploadLimit  = 10 << 20 // of one file, where a server has no boosts
)

// readBody reads a request's JSON and the files that go with it.
func readBody(r *http.Request) (body []byte, files map[string][]byte, err error) {
	limited := http.MaxBytesReader(nil, r.Body, requestLimit)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		if body, err = io.ReadAll(limited); err != nil {
			return nil, nil, fmt.Errorf("read body: %w", err)
		}
		return body, nil, nil
	}
	files = map[string][]byte{}
	for parts := multipart.NewReader(limited, params["boundary"]); ; {
		p, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return body, files, nil
		}
		if err != nil {
			return nil, nil, fmt.Errorf("read part: %w", err)
		}
		raw, err := io.ReadAll(p)
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("read part: %w", err)
		case p.FormName() == "payload_json":
			body = raw
		case strings.HasPrefix(p.FormName(), "files[") && p.FileName() != "" && len(raw) <= uploadLimit:
			files[strings.TrimSuffix(strings.TrimPrefix(p.FormName(), "files["), "]")+"/"+p.FileName()] = raw
		default:
			return nil, nil, fmt.Errorf("part %q of %d bytes", p.FormName(), len(raw))
		}
	}
}

// kept are names that Discord leaves as they are. It changes others, so that nothing can refer to them.
var kept = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// attached holds the files of a request against what its JSON says of them: each is named, and each is shown, since with
// components of version 2 a file that no component shows is not seen. An edit may name files that its message has already, by
// their ids: those stay, and whatever else the message had is taken off. It leaves the new files by name alone. The caller
// holds the lock.
func (s *Server) attached(r request) error {
	var m struct {
		Attachments []struct {
			ID   string `json:"id"`
			Name string `json:"filename"`
		} `json:"attachments"`
		Components json.RawMessage `json:"components"`
	}
	if json.Unmarshal(r.body, &m) != nil {
		return nil //nolint:nilerr // a list of commands
	}
	shown := map[string]bool{}
	visit(m.Components, func(c map[string]any) {
		if file, ok := c["file"].(map[string]any); ok {
			url, _ := file["url"].(string)
			shown[strings.TrimPrefix(url, "attachment://")] = true
		}
	})
	fresh := 0
	for _, a := range m.Attachments {
		raw, sent := r.files[a.ID+"/"+a.Name]
		stays := !sent && len(r.ids) > 1 && s.has(s.find(r.ids[0], r.ids[1]), a.ID, a.Name)
		if !sent && !stays || !shown[a.Name] || !kept.MatchString(a.Name) {
			return fmt.Errorf("attachment %q: sent %v, stays %v, shown %v", a.Name, sent, stays, shown[a.Name])
		}
		delete(shown, a.Name)
		if sent {
			delete(r.files, a.ID+"/"+a.Name)
			r.files[a.Name] = raw
			fresh++
		}
	}
	if len(r.files) != fresh || len(shown) > 0 {
		return fmt.Errorf("%d files for %d attachments, %d shown that are not there", len(r.files), fresh, len(shown))
	}
	return nil
}

func (s *Server) has(m *Message, id, name string) bool {
	return m != nil && slices.ContainsFunc(m.Attached, func(a Attachment) bool { return a.ID == id && a.Name == name })
}

// keep gives a message of the bot the files that a request named: new ones, and of those it has the ones that stay. The
// caller holds the lock.
func (s *Server) keep(r request, m *Message) {
	var in struct {
		Attachments []struct {
			ID   string `json:"id"`
			Name string `json:"filename"`
		} `json:"attachments"`
	}
	if json.Unmarshal(r.body, &in) != nil || in.Attachments == nil {
		return // nothing is said of them: they stay
	}
	was, had := m.Files, m.Attached
	m.Files, m.Attached = map[string][]byte{}, nil
	for _, a := range in.Attachments {
		if raw, sent := r.files[a.Name]; sent {
			s.uploaded++
			m.Files[a.Name] = raw
			m.Attached = append(m.Attached, Attachment{ID: s.snowflake(), Name: a.Name, Size: len(raw), path: attachmentsPath + m.Channel + "/" + a.Name})
			continue
		}
		m.Files[a.Name] = was[a.Name]
		m.Attached = append(m.Attached, had[slices.IndexFunc(had, func(h Attachment) bool { return h.ID == a.ID })])
	}
	s.sign(m)
}

// Uploaded counts the files that the bot has sent with messages and edits.
func (s *Server) Uploaded() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.uploaded
}

// Fileless takes ATTACH_FILES from the bot.
func (s *Server) Fileless() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noFiles = true
}
