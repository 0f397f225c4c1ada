package fakeslack

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const filesPath = "/files-pri/"

// AddFile keeps a file as Slack does, and returns it as events name it. Only who shows the bot's token gets its bytes.
func (s *Server) AddFile(name, mimetype string, data []byte) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		s.files = map[string][]byte{}
	}
	id := fmt.Sprintf("F%d", len(s.files)+1)
	path := filesPath + s.Team + "-" + id + "/" + name
	s.files[path] = data
	return map[string]any{
		"id": id, "name": name, "title": name, "mimetype": mimetype, "size": len(data), "mode": "hosted",
		"url_private": "http://" + s.listen.Addr().String() + path, "url_private_download": "http://" + s.listen.Addr().String() + path,
	}
}

// Share is Mention with files: their messages have the subtype file_share.
func (s *Server) Share(ctx context.Context, channel, thread, user, text string, files ...map[string]any) (string, Answer, error) {
	text = "<@" + s.BotUser + "> " + text
	ts := s.Write(channel, thread, user, text)
	for _, typ := range []string{"message", "app_mention"} {
		e := s.said(typ, channel, thread, user, text, ts)
		e["files"] = files
		if typ == "message" {
			e["subtype"] = "file_share"
		}
		if a, err := s.Event(ctx, e); err != nil || !a.OK() || typ == "app_mention" {
			return ts, a, err
		}
	}
	return ts, Answer{}, nil
}

// serveFile gives a file's bytes. Who may not see it gets the login page, and 200. Faults are those of "files-pri".
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	fault := s.called("files-pri")
	if fault.Status != 0 {
		if fault.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(fault.RetryAfter/time.Second)))
		}
		w.WriteHeader(fault.Status)
		return
	}
	s.mu.Lock()
	data, ok := s.files[r.URL.Path]
	s.mu.Unlock()
	switch {
	case !ok:
		http.NotFound(w, r)
	case r.Header.Get("Authorization") != "Bearer "+s.Token:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!DOCTYPE html><html><title>Sign in | Slack</title>" + strings.Repeat(" ", 100) + "</html>"))
	default:
		_, _ = w.Write(data)
	}
}
