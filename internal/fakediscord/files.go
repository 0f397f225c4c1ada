package fakediscord

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
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

// attached holds the files of a request against what its JSON says of them: each is named, and each is shown, since with
// components of version 2 a file that no component shows is not seen. It leaves the files by name alone.
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
	for _, a := range m.Attachments {
		raw, ok := r.files[a.ID+"/"+a.Name]
		if !ok || !shown[a.Name] {
			return fmt.Errorf("attachment %q: there %v, shown %v", a.Name, ok, shown[a.Name])
		}
		delete(r.files, a.ID+"/"+a.Name)
		delete(shown, a.Name)
		r.files[a.Name] = raw
	}
	if len(r.files) != len(m.Attachments) || len(shown) > 0 {
		return fmt.Errorf("%d files for %d attachments, %d shown that are not there", len(r.files), len(m.Attachments), len(shown))
	}
	return nil
}
