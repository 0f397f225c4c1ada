package fakediscord

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// OwnRole is the role that Discord has made for the bot in every server.
const OwnRole = "880000000000000002"

// AddGuild makes a server that the bot is in.
func (s *Server) AddGuild(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guilds = append(s.guilds, id)
}

// AddChannelTo makes a channel of a server.
func (s *Server) AddChannelTo(guild, id string, kind int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channels[id] = &channel{kind: kind, guild: guild}
}

// SetMember gives somebody a name and roles on every server; the nick may be "".
func (s *Server) SetMember(user, nick string, roles ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.members[user] = member{nick, roles}
}

// Outside makes somebody a member of no server, or one again.
func (s *Server) Outside(user string, out bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outside[user] = out
}

// memberOf is somebody as a member. The caller holds the lock.
func (s *Server) memberOf(user string) map[string]any {
	m := s.members[user]
	out := map[string]any{"roles": append([]string{}, m.roles...), "nick": nil}
	if m.nick != "" {
		out["nick"] = m.nick
	}
	return out
}

// Hide takes a channel out of the bot's sight, though it is still told of it.
func (s *Server) Hide(id string) { s.set(id, func(c *channel) { c.hidden = true }) }

// Mute lets the bot read a channel only.
func (s *Server) Mute(id string) { s.set(id, func(c *channel) { c.mute = true }) }

// Archive puts a thread away; a locked one does not come back by a word.
func (s *Server) Archive(thread string, locked bool) {
	s.set(thread, func(c *channel) { c.archived, c.locked = true, locked })
}

// MuteThreads takes SEND_MESSAGES_IN_THREADS from the bot.
func (s *Server) MuteThreads() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noThreads = true
}

func (s *Server) set(id string, change func(*channel)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.channels[id]; c != nil {
		change(c)
	}
}

// StartThread makes a person start a thread in a channel, from no message.
func (s *Server) StartThread(channel, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.snowflake()
	s.begin(channel, id, name, "1")
	return id
}

// StartPost makes a person start a post in a forum: a thread whose first message has its id.
func (s *Server) StartPost(forum, user, title, text string) string {
	s.mu.Lock()
	m := s.words(user, text)
	id := s.snowflake()
	s.begin(forum, id, title, user)
	s.put(id, id, m)
	e := s.event(m)
	s.mu.Unlock()
	s.Dispatch("MESSAGE_CREATE", e)
	return id
}

// begin starts a thread. One from a message of its channel begins with a reference to it. The caller holds the lock.
func (s *Server) begin(parent, id, name, owner string) *channel {
	p := s.channels[parent]
	kind := PublicThread
	if p.kind == Announcement {
		kind = AnnouncementThread
	}
	c := &channel{kind: kind, guild: p.guild, name: name, parent: parent, owner: owner}
	s.channels[id] = c
	if from := s.find(parent, id); from != nil {
		s.add(id, &Message{Type: 21, Author: from.Author, ReplyTo: from})
	}
	return c
}

// shown is a channel as Discord describes it. The caller holds the lock.
func (s *Server) shown(id string, c *channel) map[string]any {
	out := map[string]any{"id": id, "type": c.kind, "name": c.name, "last_message_id": nil}
	if n := len(c.messages); n > 0 {
		out["last_message_id"] = c.messages[n-1].ID
	}
	if c.guild != "" {
		out["guild_id"] = c.guild
	}
	if c.parent != "" {
		out["parent_id"], out["owner_id"] = c.parent, c.owner
		out["thread_metadata"] = map[string]any{"archived": c.archived, "locked": c.locked, "auto_archive_duration": 1440}
	}
	return out
}

// guildCreate is a server as the gateway tells of it: its channels, and the threads that are not put away.
func (s *Server) guildCreate(guild string) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	channels, threads := []any{}, []any{}
	for id, c := range s.channels {
		switch {
		case c.guild != guild || c.archived:
		case c.parent != "":
			threads = append(threads, s.shown(id, c))
		default:
			channels = append(channels, s.shown(id, c))
		}
	}
	return map[string]any{"id": guild, "name": "a server", "unavailable": false, "channels": channels, "threads": threads, "members": []any{}}
}

// viewChannel is the permission to look at a channel and read it.
const viewChannel = 1 << 10

// roles are those of a server: everybody may look at its channels.
func roles(guild, application string) []any {
	return []any{
		map[string]any{"id": guild, "name": "@everyone", "permissions": strconv.Itoa(viewChannel)},
		map[string]any{"id": "880000000000000001", "name": "Another", "permissions": "0", "tags": map[string]any{"bot_id": "1"}},
		map[string]any{"id": OwnRole, "name": "AISTEAM", "permissions": "0", "tags": map[string]any{"bot_id": application}},
	}
}

// Name gives a channel a name, and lets only some look at it, where any are named.
func (s *Server) Name(id, name string, viewers ...string) {
	s.set(id, func(c *channel) { c.name, c.viewers = name, viewers })
}

// channelsOf lists a server's channels, threads not among them. The caller holds the lock.
func (s *Server) channelsOf(guild string) []any {
	out := []any{}
	for _, id := range slices.Sorted(maps.Keys(s.channels)) {
		c := s.channels[id]
		if c.guild != guild || c.parent != "" {
			continue
		}
		shown, overwrites := s.shown(id, c), []any{}
		if len(c.viewers) > 0 {
			overwrites = append(overwrites, map[string]any{"id": guild, "type": 0, "allow": "0", "deny": strconv.Itoa(viewChannel)})
		}
		for _, who := range c.viewers {
			overwrites = append(overwrites, map[string]any{"id": who, "type": 1, "allow": strconv.Itoa(viewChannel), "deny": "0"})
		}
		shown["permission_overwrites"] = overwrites
		out = append(out, shown)
	}
	return out
}

// React makes a person react to a message. Discord tells those that want to know of reactions.
func (s *Server) React(channel, user, message, emoji string) {
	s.mu.Lock()
	at, m := s.channels[channel], s.find(channel, message)
	member := s.memberOf(user)
	member["user"] = s.users[user]
	e := map[string]any{
		"user_id": user, "channel_id": channel, "message_id": message, "guild_id": at.guild, "member": member, "type": 0, "burst": false,
		"emoji": map[string]any{"id": nil, "name": emoji},
	}
	if m != nil {
		e["message_author_id"] = m.Author.ID
	}
	s.mu.Unlock()
	s.Dispatch("MESSAGE_REACTION_ADD", e)
}

// Join makes somebody join a server, as the channel that greets people shows it.
func (s *Server) Join(channel, user string) string {
	s.mu.Lock()
	m := s.add(channel, &Message{Type: 7, Author: s.users[user]})
	e := s.event(m)
	s.mu.Unlock()
	s.Dispatch("MESSAGE_CREATE", e)
	return m.ID
}

// reopen brings a thread back that was put away, and changes nothing else. The caller holds the lock.
func (s *Server) reopen(r request, c *channel) (any, *failure) {
	if c.parent == "" || string(r.body) != `{"archived":false}` {
		s.breach("%s: %s", r.route, r.body)
		return nil, fail(http.StatusBadRequest, 50035, "Invalid Form Body")
	}
	c.archived = false
	return s.shown(r.ids[0], c), nil
}

// Archived tells whether a thread is put away.
func (s *Server) Archived(thread string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channels[thread].archived
}

// mayDo tells whether the bot has the permissions for a request. The caller holds the lock.
func (s *Server) mayDo(r request, c *channel) *failure {
	writes := strings.HasPrefix(r.route, "POST channels/messages") || r.route == "POST channels/typing"
	switch {
	case c.hidden:
		return fail(http.StatusForbidden, 50001, "Missing Access")
	case writes && (c.mute || c.parent != "" && s.noThreads):
		return fail(http.StatusForbidden, 50013, "Missing Permissions")
	case s.noFiles && len(r.files) > 0:
		return fail(http.StatusForbidden, 50013, "Missing Permissions")
	case writes && c.locked && c.archived, r.route == "PATCH channels/messages/id" && c.archived: // a word brings it back, an edit does not
		return fail(http.StatusBadRequest, 50083, "Thread is archived")
	case r.route == "PATCH channels" && c.locked:
		return fail(http.StatusForbidden, 50013, "Missing Permissions")
	case writes && r.route == "POST channels/messages":
		c.archived = false
	}
	return nil
}

// older tells whether one id was given out before another.
func older(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }

// here lists the servers of a shard.
func (s *Server) here(shard, of int) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.guilds), func(g string) bool { return shardOf(g, of) != shard })
}

// Branch makes a person start a thread from a message.
func (s *Server) Branch(channel, message, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin(channel, message, name, "1")
	return message
}

// Begun makes the bot itself start a thread from a message, as another process of it does.
func (s *Server) Begun(channel, message string) {
	s.mu.Lock()
	s.note("THREAD_CREATE", s.shown(message, s.begin(channel, message, "Begun", s.Application)))
	s.mu.Unlock()
	s.tell()
}

// Announce is Say by another bot.
func (s *Server) Announce(channel, bot, text string) {
	s.say(channel, bot, text, func(e map[string]any) {
		if author, ok := e["author"].(map[string]any); ok {
			author["bot"] = true
		}
	})
}

// Post is Say by a webhook.
func (s *Server) Post(channel, text string) {
	s.say(channel, "", text, func(e map[string]any) {
		e["webhook_id"] = "1"
		e["author"] = map[string]any{"id": "1", "username": "a webhook"}
	})
}

func (s *Server) say(channel, user, text string, as func(map[string]any)) {
	s.mu.Lock()
	e := s.event(s.add(channel, s.words(user, text)))
	s.mu.Unlock()
	as(e)
	s.Dispatch("MESSAGE_CREATE", e)
}
