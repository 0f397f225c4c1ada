package receive

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// relay stands between the library and Discord's gateway, in this process: what comes is checked before the library reads it, which
// takes what it reads for whole and ends the process where it is not.
//
//	Discord ──▶ line ──checked──▶ pipe ──▶ library ──▶ connection.event
//	        ◀────────────── as it is ◀────
type relay struct {
	line    *rawLine
	url     string // of Discord's gateway
	log     *slog.Logger
	arrived arrived

	writing sync.Mutex // Discord is written to by both directions: heartbeats that it asks for are answered here
}

// dial opens the line to Discord, and gives the library its end of the pipe.
func (r *relay) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	dialer := websocket.Dialer{HandshakeTimeout: opening, Proxy: http.ProxyFromEnvironment, NetDialContext: r.line.dial}
	discord, res, err := dialer.DialContext(ctx, r.url, nil)
	if res != nil {
		_ = res.Body.Close() // the handshake's
	}
	if err != nil {
		return nil, fmt.Errorf("dial the gateway: %w", err)
	}
	near, far := net.Pipe()
	go r.serve(discord, far)
	return near, nil
}

// serve relays until either side is lost.
func (r *relay) serve(discord *websocket.Conn, far net.Conn) {
	defer discord.Close()
	defer far.Close()
	library, err := accept(far)
	if err != nil {
		return
	}
	// A close is passed on, and not answered here: what it says is for the other side.
	discord.SetCloseHandler(func(int, string) error { return nil })
	library.SetCloseHandler(func(int, string) error { return nil })
	var both sync.WaitGroup
	both.Go(func() {
		defer discord.Close()
		r.outward(library, discord)
	})
	r.inward(discord, library)
	_ = far.Close()
	both.Wait()
}

// outward passes on what the library says.
func (r *relay) outward(library, discord *websocket.Conn) {
	for {
		kind, raw, err := library.ReadMessage()
		if err != nil {
			closeAs(discord, err)
			return
		}
		if r.say(discord, kind, raw) != nil {
			return
		}
	}
}

func (r *relay) say(discord *websocket.Conn, kind int, raw []byte) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	return discord.WriteMessage(kind, raw)
}

// inward passes on what Discord says, as far as the library can read it.
func (r *relay) inward(discord, library *websocket.Conn) {
	for {
		kind, raw, err := discord.ReadMessage()
		if err != nil {
			closeAs(library, err)
			return
		}
		out, back, err := r.arrived.checked(kind, raw)
		if err != nil {
			r.log.Warn("discord gateway said what cannot be read", slog.Any("err", err))
			if errors.Is(err, errHello) {
				return
			}
		}
		if back != nil && r.say(discord, websocket.TextMessage, back) != nil {
			return
		}
		for _, m := range out {
			if library.WriteMessage(websocket.TextMessage, m) != nil {
				return
			}
		}
	}
}

// closeAs closes one side as the other was closed. A side that was lost without a word is left without one.
func closeAs(to *websocket.Conn, why error) {
	closed, ok := errors.AsType[*websocket.CloseError](why)
	if !ok || closed.Code == websocket.CloseAbnormalClosure || closed.Code == websocket.CloseTLSHandshake {
		return
	}
	_ = to.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(closed.Code, closed.Text), time.Now().Add(time.Second))
}

// accept takes the library's end of a pipe for a websocket.
func accept(far net.Conn) (*websocket.Conn, error) {
	_ = far.SetDeadline(time.Now().Add(opening))
	in := bufio.NewReader(far)
	req, err := http.ReadRequest(in)
	if err != nil {
		return nil, fmt.Errorf("read the library's handshake: %w", err)
	}
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := up.Upgrade(&handshake{conn: far, buffered: bufio.NewReadWriter(in, bufio.NewWriter(far)), header: http.Header{}}, req, nil)
	if err != nil {
		return nil, fmt.Errorf("take the library's handshake: %w", err)
	}
	_ = far.SetDeadline(time.Time{})
	return conn, nil
}

// handshake is what a websocket is taken from: the pipe as a request came over it.
type handshake struct {
	conn     net.Conn
	buffered *bufio.ReadWriter
	header   http.Header
}

// Header implements [http.ResponseWriter].
func (h *handshake) Header() http.Header { return h.header }

// Write implements [http.ResponseWriter].
func (h *handshake) Write(b []byte) (int, error) { return h.conn.Write(b) }

// WriteHeader implements [http.ResponseWriter]. What is refused is the pipe's own library.
func (h *handshake) WriteHeader(int) {}

// Hijack implements [http.Hijacker].
func (h *handshake) Hijack() (net.Conn, *bufio.ReadWriter, error) { return h.conn, h.buffered, nil }
