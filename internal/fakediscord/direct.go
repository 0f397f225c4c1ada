package fakediscord

import (
	"encoding/json"
	"net/http"
)

// What Discord says to a direct message that the bot may not send.
const (
	DirectClosed   = 50007 // the person takes none from it
	NoMutualGuilds = 50278 // there is no server that both are in
)

// RefuseDirect makes Discord refuse what the bot sends to somebody directly, with one of its codes; 0 ends it. As live, the
// channel opens all the same.
func (s *Server) RefuseDirect(user string, code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed[user] = code
}

// Direct returns the channel of direct messages with a user, or "".
func (s *Server) Direct(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.direct(user)
}

func (s *Server) direct(user string) string {
	for id, c := range s.channels {
		if c.kind == Direct && c.with == user && user != "" {
			return id
		}
	}
	return ""
}

// openDirect opens the channel of direct messages with somebody; it is the same one each time. The caller holds the lock.
func (s *Server) openDirect(r request) (any, *failure) {
	var in struct {
		Recipient string `json:"recipient_id"`
	}
	if err := json.Unmarshal(r.body, &in); err != nil {
		return nil, fail(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
	}
	u, known := s.users[in.Recipient]
	if !known || u.Bot {
		return nil, fail(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
	}
	id := s.direct(u.ID)
	if id == "" {
		id = s.snowflake()
		s.channels[id] = &channel{kind: Direct, with: u.ID}
	}
	out := s.shown(id, s.channels[id])
	out["recipients"] = []User{u}
	return out, nil
}

// closedTo tells whether a channel of direct messages takes none of the bot's. The caller holds the lock.
func (s *Server) closedTo(c *channel) *failure {
	switch code := s.closed[c.with]; {
	case c.with == "" || code == 0:
		return nil
	case code == NoMutualGuilds:
		return fail(http.StatusForbidden, code, "Cannot send messages to this user due to having no mutual guilds")
	default:
		return fail(http.StatusForbidden, code, "Cannot send messages to this user")
	}
}

// paged lists whom a message of the bot pages: those whom it allows to be paged, as far as they are known. That it mentions
// them was checked before. The caller holds the lock.
func (s *Server) paged(body []byte) []User {
	var in written
	out := []User{}
	if json.Unmarshal(body, &in) != nil || in.Mentions == nil {
		return out
	}
	for _, id := range in.Mentions.Users {
		if u, known := s.users[id]; known {
			out = append(out, u)
		}
	}
	return out
}
