package fakediscord

import (
	"fmt"
	"net/http"
	"strconv"
)

const attachmentsPath = "/attachments/"

// Attachment is a file of a message. Its address is signed and expires.
type Attachment struct {
	ID   string `json:"id"`
	Name string `json:"filename"`
	Type string `json:"content_type"`
	Size int    `json:"size"`
	URL  string `json:"url"`

	path string
}

// Attach is Say with a file.
func (s *Server) Attach(channel, user, text, name, mimetype string, data []byte) string {
	s.mu.Lock()
	m := s.words(user, text)
	a := Attachment{ID: s.snowflake(), Name: name, Type: mimetype, Size: len(data)}
	a.path = attachmentsPath + channel + "/" + a.ID + "/" + name
	if s.files == nil {
		s.files = map[string][]byte{}
	}
	s.files[a.path] = data
	m.Attached = []Attachment{a}
	s.sign(m)
	s.add(channel, m)
	e := s.event(m)
	s.mu.Unlock()
	s.Dispatch("MESSAGE_CREATE", e)
	return m.ID
}

// sign gives a message's attachments the address that works now. The caller holds the lock.
func (s *Server) sign(m *Message) {
	for i := range m.Attached {
		m.Attached[i].URL = fmt.Sprintf("http://%s%s?ex=1&is=1&hm=%d&", s.listen.Addr(), m.Attached[i].path, s.signed)
	}
}

// Expire makes every address given out so far expire; looking at a message gives it new ones.
func (s *Server) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.signed++
	for _, c := range s.channels {
		for _, m := range c.messages {
			s.sign(m)
		}
	}
}

// serveAttachment serves a file's bytes to any client with its address.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	fault := s.called("GET attachments")
	s.mu.Lock()
	data, ok := s.files[r.URL.Path]
	fresh := r.URL.Query().Get("hm") == strconv.Itoa(s.signed)
	if r.Header.Get("Authorization") != "" {
		s.breach("the bot's token was shown to the CDN")
	}
	s.mu.Unlock()
	switch {
	case fault.Status != 0:
		w.WriteHeader(fault.Status)
	case !ok || !fresh:
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
	default:
		_, _ = w.Write(data)
	}
}
