package fakeslack

// Edited says who edited a message, and when.
type Edited struct {
	User string `json:"user"`
	TS   string `json:"ts"`
}

// tombstone is what Slack puts in place of a message that was taken back and has replies.
const tombstone = "tombstone"

// rewrite changes a message's words. The caller holds the lock.
func (s *Server) rewrite(m *Message, text string) *Edited {
	m.Text, m.Edited = text, &Edited{User: m.User, TS: s.stamp()}
	return m.Edited
}

// Deleted makes a person take back what they wrote, without telling the product, and returns the event that tells of it.
func (s *Server) Deleted(m Message) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, was := s.stamp(), s.said("message", m.Channel, m.Thread, m.User, m.Text, m.TS)
	if !s.replied(m.Channel, m.TS) {
		delete(s.channels[m.Channel], m.TS)
		return map[string]any{
			"type": "message", "subtype": "message_deleted", "hidden": true, "channel": m.Channel, "ts": at, "deleted_ts": m.TS, "previous_message": was,
		}
	}
	there := s.channels[m.Channel][m.TS]
	*there = Message{
		Channel: m.Channel, TS: m.TS, Thread: m.TS, Type: "message", Subtype: tombstone, User: "USLACKBOT", Text: "This message was deleted.", Hidden: true,
	}
	now := s.said("message", m.Channel, m.TS, there.User, there.Text, m.TS)
	now["subtype"], now["hidden"] = tombstone, true
	return map[string]any{
		"type": "message", "subtype": "message_changed", "hidden": true, "channel": m.Channel, "ts": at, "message": now, "previous_message": was,
	}
}

// replied tells whether a message has replies. The caller holds the lock.
func (s *Server) replied(channel, ts string) bool {
	for _, m := range s.channels[channel] {
		if m.Thread == ts && m.TS != ts {
			return true
		}
	}
	return false
}
