package fakediscord

import (
	"encoding/json"
	"net/http"
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
	greeting []func(*websocket.Conn) // what meets the next connections instead of READY
}

type client struct {
	mu   sync.Mutex
	conn *websocket.Conn
	seq  int
}

func (c *client) send(op int, kind string, data any) {
	c.mu.Lock()
	defer c.mu.Unlock()
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

// Dispatch tells all clients of the gateway of an event.
func (s *Server) Dispatch(kind string, data any) {
	for _, c := range s.all() {
		c.send(0, kind, data)
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
	}
}

func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	c := &client{conn: conn}
	c.send(10, "", map[string]any{"heartbeat_interval": 41250})
	s.gate.mu.Lock()
	s.gate.opened++
	s.gate.mu.Unlock()
	defer s.left(c)
	for {
		var raw struct {
			Op   int             `json:"op"`
			Data json.RawMessage `json:"d"` // a number in a heartbeat
		}
		if err := conn.ReadJSON(&raw); err != nil {
			return
		}
		f := frame{Op: raw.Op}
		_ = json.Unmarshal(raw.Data, &f.Data)
		switch f.Op {
		case 1:
			c.send(11, "", nil)
		case 2:
			s.identified(c, f)
		case 6:
			s.mu.Lock()
			s.breach("a session was resumed")
			s.mu.Unlock()
			c.send(9, "", false)
		}
	}
}

func (s *Server) identified(c *client, f frame) {
	s.gate.mu.Lock()
	var greet func(*websocket.Conn)
	if len(s.gate.greeting) > 0 {
		greet, s.gate.greeting = s.gate.greeting[0], s.gate.greeting[1:]
	}
	s.gate.mu.Unlock()
	switch {
	case greet != nil:
		greet(c.conn)
		return
	case f.Data.Token != "Bot "+s.Token:
		_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(4004, "Authentication failed."), time.Now().Add(time.Second))
		return
	}
	s.gate.mu.Lock()
	s.gate.ready++
	s.gate.clients = append(s.gate.clients, c)
	s.gate.mu.Unlock()
	c.send(0, "READY", map[string]any{
		"v": 10, "user": map[string]any{"id": s.Application, "username": "aisteam", "bot": true}, "session_id": "s", "guilds": []any{},
		"resume_gateway_url": "ws://" + s.listen.Addr().String() + "/ws", "application": map[string]any{"id": s.Application},
	})
	s.wake()
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
