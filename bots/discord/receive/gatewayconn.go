package receive

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// gatewayAt answers the library's one request, where the gateway is, without asking again.
type gatewayAt string

// namedLine is the address that the library is given for one connection: of the relay, with where the relay goes to and a number as
// its fragment. The library logs it when a connection ends, and several connections go to the same gateway.
func namedLine(to string, number uint64) gatewayAt {
	return gatewayAt("ws://relay.invalid/?v=10&encoding=json#" + url.QueryEscape(to) + "/" + strconv.FormatUint(number, 10) + "/")
}

// RoundTrip implements [http.RoundTripper].
func (a gatewayAt) RoundTrip(r *http.Request) (*http.Response, error) {
	raw, err := json.Marshal(map[string]string{"url": string(a)})
	if err != nil {
		return nil, fmt.Errorf("encode the gateway's address: %w", err)
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{},
		Body: io.NopCloser(bytes.NewReader(raw)), ContentLength: int64(len(raw)), Request: r,
	}, nil
}

// rawLine keeps the connection under a websocket, to cut it when nothing else helps.
type rawLine struct {
	mu   sync.Mutex
	conn net.Conn
	cut  bool
}

func (l *rawLine) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, network, addr)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		_ = conn.Close()
		return nil, net.ErrClosed
	}
	l.conn = conn
	return conn, nil
}

func (l *rawLine) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = true
	if l.conn != nil {
		_ = l.conn.Close()
	}
}

// closes keeps why gateways closed: the library tells that to its process-wide logger alone.
//
//nolint:gochecknoglobals // see above
var closes struct {
	once sync.Once
	mu   sync.Mutex
	why  map[string]error
}

func listenToCloses() {
	closes.once.Do(func() {
		closes.why = map[string]error{}
		discordgo.Logger = func(_, _ int, _ string, args ...any) {
			if len(args) != 2 {
				return
			}
			name, named := args[0].(string)
			err, ok := args[1].(error)
			if named && ok {
				closes.mu.Lock()
				defer closes.mu.Unlock()
				closes.why[name] = err
			}
		}
	})
}

func lastClose(name string) error {
	closes.mu.Lock()
	defer closes.mu.Unlock()
	err := closes.why[name]
	delete(closes.why, name)
	return err
}
