package receive

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// oursOnly begins the name of every event as the library hears of it. The library knows no event of that name, so it decodes none:
// it passes on what it does not know as it came.
const oursOnly = "checked "

// The opcodes of the gateway that a client hears.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opHeard     = 11
)

const (
	eventReady   = "READY"
	longestBeat  = time.Hour
	largestFrame = 64 << 20 // bytes of one message, unpacked: servers with many channels are told of in one
)

var (
	errHello    = errors.New("its greeting says not how often it wants to be answered")
	errNoEvent  = errors.New("it is no event")
	errTooLarge = errors.New("it is too large")
)

// arrived is what has come over a line. What the library is given is made anew of what it needs.
type arrived struct {
	seq   int64
	ready bool
}

// framed is a message of the gateway as it comes.
type framed struct {
	Op   *int            `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type string          `json:"t"`
}

// checked is what the library may read of a message, in order, and what is answered at once.
func (a *arrived) checked(kind int, raw []byte) (out [][]byte, back []byte, err error) {
	if kind == websocket.BinaryMessage {
		if raw, err = unpacked(raw); err != nil {
			return nil, nil, err
		}
	}
	var f framed
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, nil, fmt.Errorf("decode: %w", err)
	}
	if f.Op == nil {
		return nil, nil, errNoEvent
	}
	switch *f.Op {
	case opDispatch:
		return a.dispatched(f), nil, nil
	case opHeartbeat:
		back, err = json.Marshal(map[string]int64{"op": opHeartbeat, "d": a.seq})
		return nil, back, err
	case opHello:
		return greeting(f.Data)
	case opReconnect, opInvalid, opHeard:
		return [][]byte{remade(*f.Op, "", nil, f.Data)}, nil, nil
	}
	return nil, nil, nil // the library knows no others
}

// dispatched is an event for the library: of READY what it goes by, which has to come first, and everything under our own name.
func (a *arrived) dispatched(f framed) [][]byte {
	if f.Seq != nil {
		a.seq = *f.Seq
	}
	var out [][]byte
	if f.Type == eventReady {
		if a.ready {
			return nil // a session begins once
		}
		a.ready = true
		var d struct {
			Session string `json:"session_id"`
			Resume  string `json:"resume_gateway_url"`
		}
		_ = json.Unmarshal(f.Data, &d) // each connection has a session of its own, and none is resumed
		bare, err := json.Marshal(map[string]any{"session_id": d.Session, "resume_gateway_url": d.Resume, "user": map[string]string{"id": ""}})
		if err != nil {
			bare = []byte("{}")
		}
		out = append(out, remade(opDispatch, eventReady, &a.seq, bare))
	}
	return append(out, remade(opDispatch, oursOnly+f.Type, &a.seq, f.Data))
}

// greeting is the first message, which says how often the library has to say that it is there.
func greeting(data json.RawMessage) ([][]byte, []byte, error) {
	var hello struct {
		Every float64 `json:"heartbeat_interval"`
	}
	if json.Unmarshal(data, &hello) != nil || hello.Every < 1 || hello.Every > float64(longestBeat.Milliseconds()) {
		return nil, nil, errHello
	}
	whole, err := json.Marshal(map[string]int64{"heartbeat_interval": int64(hello.Every)})
	return [][]byte{remade(opHello, "", nil, whole)}, nil, err
}

// remade is a message as the library reads one.
func remade(op int, kind string, seq *int64, data json.RawMessage) []byte {
	if len(data) == 0 {
		data = json.RawMessage("null")
	}
	raw, err := json.Marshal(struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
		Seq  *int64          `json:"s"`
		Type string          `json:"t"`
	}{op, data, seq, kind})
	if err != nil { // what was decoded can be encoded
		return []byte(`{"op":11}`)
	}
	return raw
}

// unpacked is a message that came compressed.
func unpacked(raw []byte) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	defer z.Close()
	out, err := io.ReadAll(io.LimitReader(z, largestFrame+1))
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	if len(out) > largestFrame {
		return nil, errTooLarge
	}
	return out, nil
}

// kindOf returns an event's name, or "" for events that the library makes up or handles itself.
func kindOf(e *discordgo.Event) string {
	kind, ours := strings.CutPrefix(e.Type, oursOnly)
	if !ours {
		return ""
	}
	return kind
}
