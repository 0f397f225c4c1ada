package fakeslack

import (
	"cmp"
	"encoding/base64"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// room is what a channel is besides its messages.
type room struct {
	kind     string // as users.conversations names it; "" goes by the id
	outside  bool   // the bot is not in it
	archived bool
	members  []string // besides the bot; nil is everybody
}

// kindOf is the kind of a channel. The caller holds the lock.
func (s *Server) kindOf(channel string) string {
	switch kind := s.rooms[channel].kind; {
	case kind != "":
		return kind
	case strings.HasPrefix(channel, "D"):
		return "im"
	case strings.HasPrefix(channel, "G"):
		return "private_channel"
	default:
		return "public_channel"
	}
}

// SetKind says of which kind a channel is: public_channel, private_channel, mpim or im.
func (s *Server) SetKind(channel, kind string) {
	s.furnish(channel, func(r *room) { r.kind = kind })
}

// Expel takes the bot out of a channel.
func (s *Server) Expel(channel string) { s.furnish(channel, func(r *room) { r.outside = true }) }

// Archive archives a channel.
func (s *Server) Archive(channel string) { s.furnish(channel, func(r *room) { r.archived = true }) }

// Reopen lets the bot into a channel again, and takes it out of the archive.
func (s *Server) Reopen(channel string) {
	s.furnish(channel, func(r *room) { r.outside, r.archived = false, false })
}

func (s *Server) furnish(channel string, change func(*room)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[channel]
	change(&r)
	if s.rooms == nil {
		s.rooms = map[string]room{}
	}
	s.rooms[channel] = r
}

// readable tells why the bot may not read a channel, "" where it may. The caller holds the lock.
func (s *Server) readable(channel string) string {
	switch {
	case s.channels[channel] == nil:
		return "channel_not_found"
	case s.rooms[channel].outside:
		return "not_in_channel"
	default:
		return ""
	}
}

// readScope is the scope that listing channels of a kind takes.
func readScope(kind string) string {
	return map[string]string{"public_channel": "channels:read", "private_channel": "groups:read", "mpim": "mpim:read", "im": "im:read"}[kind]
}

// kinds reads the types argument of users.conversations.
func kinds(v url.Values) []string {
	if v.Get("types") == "" {
		return []string{"public_channel"}
	}
	return strings.Split(v.Get("types"), ",")
}

// conversationsMost is the largest page of users.conversations.
const conversationsMost = 999

// conversations answers users.conversations. As on Slack, pages are cut before archived channels are left out: one may be
// shorter than asked for, or empty, without being the last. The caller holds the lock.
func (s *Server) conversations(v url.Values) reply {
	wanted := kinds(v)
	for _, kind := range wanted {
		if readScope(kind) == "" {
			s.breach("users.conversations: type %q", kind)
			return refusal("invalid_types")
		}
	}
	limit, from := 100, 0
	if text := v.Get("limit"); text != "" {
		var err error
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > conversationsMost {
			s.breach("users.conversations: limit %q", text)
			return refusal("invalid_limit")
		}
	}
	if text := v.Get("cursor"); text != "" {
		raw, err := base64.StdEncoding.DecodeString(text)
		if from, _ = strconv.Atoi(strings.TrimPrefix(string(raw), "user:")); err != nil || from == 0 {
			return refusal("invalid_cursor")
		}
	}
	var mine []string
	for _, id := range slices.Sorted(maps.Keys(s.channels)) {
		if s.apps.owners[id] == s.Team && !s.rooms[id].outside && slices.Contains(wanted, s.kindOf(id)) && s.in(id, v.Get("user")) {
			mine = append(mine, id)
		}
	}
	end, next := min(from+limit, len(mine)), ""
	if end < len(mine) {
		next = base64.StdEncoding.EncodeToString([]byte("user:" + strconv.Itoa(end)))
	}
	page := []any{}
	for _, id := range mine[min(from, end):end] {
		if !s.rooms[id].archived || v.Get("exclude_archived") != "true" {
			page = append(page, s.described(id))
		}
	}
	return reply{"ok": true, "channels": page, "response_metadata": reply{"next_cursor": next}}
}

// SetMembers sets who is in a channel besides the bot; by default everybody is.
func (s *Server) SetMembers(channel string, users ...string) {
	s.furnish(channel, func(r *room) { r.members = append([]string{}, users...) })
}

// in tells whether somebody is in a channel; user "" is the bot. The caller holds the lock.
func (s *Server) in(channel, user string) bool {
	members := s.rooms[channel].members
	return user == "" || members == nil || slices.Contains(members, user)
}

// described is a channel as users.conversations shows it: nothing in it tells when somebody wrote there last. The caller
// holds the lock.
func (s *Server) described(id string) reply {
	kind := s.kindOf(id)
	out := reply{"id": id, "created": 1500000000, "is_im": kind == "im", "is_archived": s.rooms[id].archived, "is_org_shared": false}
	if kind == "im" {
		out["user"], out["is_user_deleted"], out["priority"] = cmp.Or(s.withs[id], "UELSE"), false, 0
		return out
	}
	out["name"], out["updated"], out["is_mpim"] = strings.ToLower(id), 1500000000000, kind == "mpim"
	out["is_channel"], out["is_group"], out["is_private"] = kind == "public_channel", kind == "private_channel", kind != "public_channel"
	return out
}
