package fakediscord

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// gate is the gateway's state.
type gate struct {
	mu       sync.Mutex
	clients  []*client
	opened   int
	ready    int
	revoked  bool
	greeting []func(*websocket.Conn) // what meets the next connections instead of READY

	identified map[int]time.Time // when a bucket's last identify came
	remaining  int
	resets     time.Time // when the budget is whole again; zero for none set
}

type client struct {
	mu   sync.Mutex
	conn *websocket.Conn
	seq  int

	shard, of int // once identified
	intents   int
	deaf      bool
}

func (c *client) send(op int, kind string, data any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(op, kind, data)
}

// write is send for a caller that holds the lock.
func (c *client) write(op int, kind string, data any) {
	if c.deaf {
		return
	}
	m := map[string]any{"op": op, "d": data}
	if op == 0 {
		c.seq++
		m["s"], m["t"] = c.seq, kind
	}
	_ = c.conn.WriteJSON(m)
}

func (g *gate) closeAll() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.clients {
		_ = c.conn.Close()
	}
	g.clients = nil
}

// Greet makes the next connections meet something else than READY.
func (s *Server) Greet(f ...func(*websocket.Conn)) {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	s.gate.greeting = append(s.gate.greeting, f...)
}

// Readies counts the sessions that have begun, Opened the connections.
func (s *Server) Readies() int {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	return s.gate.ready
}

// Opened counts the connections to the gateway.
func (s *Server) Opened() int {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	return s.gate.opened
}

// reactions is the intent of those that want to be told of them in servers.
const reactions = 1 << 10

// members is the intent of those that want to be told of who joins and leaves. Discord gives it to those alone that ask for it.
const members = 1 << 1

// Dispatch tells the clients that listen to an event's server of it.
func (s *Server) Dispatch(kind string, data any) {
	fields, _ := data.(map[string]any)
	guild, _ := fields["guild_id"].(string)
	for _, c := range s.all() {
		if shardOf(guild, c.of) == c.shard && (kind != "MESSAGE_REACTION_ADD" || c.intents&reactions != 0) &&
			(kind != "GUILD_MEMBER_REMOVE" || c.intents&members != 0) {
			c.send(0, kind, data)
		}
	}
}

// told is an event of something that the bot itself did. Discord tells the bot of it too, over each of its connections.
type told struct {
	kind string
	data map[string]any
}

// note keeps an event until the request that it is of was done. The caller holds the lock.
func (s *Server) note(kind string, data map[string]any) {
	s.untold = append(s.untold, told{kind, data})
}

// tell sends what was noted.
func (s *Server) tell() {
	s.mu.Lock()
	all := s.untold
	s.untold = nil
	s.mu.Unlock()
	for _, t := range all {
		s.Dispatch(t.kind, t.data)
	}
}

// Op sends all clients an opcode: 7 asks them to connect again, 9 ends their session.
func (s *Server) Op(op int) {
	for _, c := range s.all() {
		c.send(op, "", false)
	}
}

// Hang closes all connections with a code, or without a word when it is 0.
func (s *Server) Hang(code int) {
	for _, c := range s.all() {
		c.mu.Lock()
		if code != 0 {
			_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
		} else {
			_ = c.conn.Close()
		}
		c.mu.Unlock()
	}
}

func (s *Server) all() []*client {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	return append([]*client(nil), s.gate.clients...)
}

// frame is what a client sends.
type frame struct {
	Op   int
	Data struct {
		Token   string `json:"token"`
		Intents int    `json:"intents"`
		Shard   []int  `json:"shard"`
	}
}

// The codes that close a connection.
const (
	closeUnknownOp      = 4001
	closeDecode         = 4002
	closeNotIdentified  = 4003
	closeToken          = 4004
	closeIdentified     = 4005
	closeShard          = 4010
	closeShardsRequired = 4011
	closeVersion        = 4012
	closeIntents        = 4013
	closeForbidden      = 4014
)

func (c *client) hang(code int, why string) {
	_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, why), time.Now().Add(time.Second))
}

func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	c := &client{conn: conn}
	s.gate.mu.Lock()
	s.gate.opened++
	s.gate.mu.Unlock()
	if v := r.URL.Query().Get("v"); v != "9" && v != "10" {
		c.hang(closeVersion, "Invalid API version.")
		return
	}
	c.send(10, "", map[string]any{"heartbeat_interval": s.Heartbeat.Milliseconds()})
	defer s.left(c)
	for {
		var raw struct {
			Op   int             `json:"op"`
			Data json.RawMessage `json:"d"` // a number in a heartbeat
		}
		if err := conn.ReadJSON(&raw); err != nil {
			if _, closed := errors.AsType[*websocket.CloseError](err); !closed {
				c.hang(closeDecode, "Decode error.")
			}
			return
		}
		f := frame{Op: raw.Op}
		_ = json.Unmarshal(raw.Data, &f.Data)
		switch {
		case f.Op == 1:
			c.send(11, "", nil)
		case f.Op == 2 && c.of > 0:
			c.hang(closeIdentified, "Already authenticated.")
		case f.Op == 2:
			s.identified(c, f)
		case f.Op == 6:
			s.mu.Lock()
			s.breach("a session was resumed")
			s.mu.Unlock()
			c.send(9, "", false)
		case c.of == 0:
			c.hang(closeNotIdentified, "Not authenticated.")
		case f.Op != 3 && f.Op != 4 && f.Op != 8:
			c.hang(closeUnknownOp, "Unknown opcode.")
		}
	}
}

func (s *Server) identified(c *client, f frame) {
	s.gate.mu.Lock()
	var greet func(*websocket.Conn)
	if len(s.gate.greeting) > 0 {
		greet, s.gate.greeting = s.gate.greeting[0], s.gate.greeting[1:]
	}
	revoked := s.gate.revoked
	s.gate.mu.Unlock()
	if greet != nil && !revoked {
		greet(c.conn)
		return
	}
	shard, of := 0, 1
	if len(f.Data.Shard) == 2 {
		shard, of = f.Data.Shard[0], f.Data.Shard[1]
	}
	switch {
	case revoked || f.Data.Token != "Bot "+s.Token:
		c.hang(closeToken, "Authentication failed.")
		return
	case len(f.Data.Shard) == 1 || shard < 0 || shard >= of:
		c.hang(closeShard, "Invalid shard.")
		return
	case of < s.Shards:
		c.hang(closeShardsRequired, "Sharding required.")
		return
	case f.Data.Intents <= 0 || f.Data.Intents >= 1<<26:
		c.hang(closeIntents, "Invalid intents.")
		return
	case f.Data.Intents&s.Forbidden != 0, f.Data.Intents&members != 0 && !s.Members:
		c.hang(closeForbidden, "Disallowed intents.")
		return
	case !s.budgeted(shard):
		c.send(9, "", false)
		return
	}
	guilds := s.here(shard, of)
	waiting := []any{}
	for _, g := range guilds {
		waiting = append(waiting, map[string]any{"id": g, "unavailable": true})
	}
	// What is said from now on comes after READY and the servers, however long these take: as on Discord, a session begins with them.
	c.mu.Lock()
	s.gate.mu.Lock()
	c.shard, c.of, c.intents = shard, of, f.Data.Intents
	s.gate.ready++
	s.gate.clients = append(s.gate.clients, c)
	s.gate.mu.Unlock()
	c.write(0, "READY", map[string]any{
		"v": 10, "user": map[string]any{"id": s.Application, "username": "aisteam", "bot": true}, "session_id": "s", "guilds": waiting,
		"resume_gateway_url": "ws://" + s.listen.Addr().String() + "/ws", "application": map[string]any{"id": s.Application},
		"shard": []int{shard, of},
	})
	for _, g := range guilds {
		c.write(0, "GUILD_CREATE", s.guildCreate(g))
	}
	c.mu.Unlock()
	s.wake()
}

// budgeted takes an identify from the budget. One that comes too soon after another of its bucket ends the session, and
// one too many costs a bot its token.
func (s *Server) budgeted(shard int) bool {
	s.gate.mu.Lock()
	now, bucket := s.Now(), shard%s.Concurrency
	soon := now.Sub(s.gate.identified[bucket]) < s.IdentifyEvery
	s.gate.identified[bucket] = now
	s.renewBudget(now)
	s.gate.remaining--
	over := s.gate.remaining < 0
	s.gate.mu.Unlock()
	if over {
		s.mu.Lock()
		s.breach("more identifies than a day has")
		s.mu.Unlock()
	}
	return !soon && !over
}

// renewBudget gives the day's identifies anew when it is over. The caller holds the gate's lock.
func (s *Server) renewBudget(now time.Time) {
	if !s.gate.resets.IsZero() && !now.Before(s.gate.resets) {
		s.gate.remaining, s.gate.resets = 1000, time.Time{}
	}
}

// SetBudget says how many identifies are left, and for how long.
func (s *Server) SetBudget(remaining int, reset time.Duration) {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	s.gate.remaining, s.gate.resets = remaining, s.Now().Add(reset)
}

// gatewayBot is where the gateway is, and what identifies are left.
func (s *Server) gatewayBot() map[string]any {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	now := s.Now()
	s.renewBudget(now)
	reset := 24 * time.Hour
	if !s.gate.resets.IsZero() {
		reset = s.gate.resets.Sub(now)
	}
	return map[string]any{
		"url": "ws://" + s.listen.Addr().String() + "/ws", "shards": s.Shards, "session_start_limit": map[string]any{
			"total": 1000, "remaining": s.gate.remaining, "reset_after": reset.Milliseconds(), "max_concurrency": s.Concurrency,
		},
	}
}

// shardOf returns the shard that receives a server's events, or those of direct messages if guild is empty.
func shardOf(guild string, of int) int {
	id, err := strconv.ParseUint(guild, 10, 64)
	if err != nil || of < 1 {
		return 0
	}
	return int((id >> 22) % uint64(of))
}

func (s *Server) left(c *client) {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	for i, x := range s.gate.clients {
		if x == c {
			s.gate.clients = append(s.gate.clients[:i], s.gate.clients[i+1:]...)
			return
		}
	}
}
