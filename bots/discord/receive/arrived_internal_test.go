package receive

import (
	"bytes"
	"compress/zlib"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

func TestTheLibraryIsGivenOnlyWhatItCanRead(t *testing.T) {
	var a arrived
	for frame, want := range map[string]string{
		`{"op":10,"d":{"heartbeat_interval":41250.5}}`: `{"op":10,"d":{"heartbeat_interval":41250},"s":null,"t":""}`,
		`{"op":7,"d":null}`:                            `{"op":7,"d":null,"s":null,"t":""}`,
		`{"op":9,"d":false}`:                           `{"op":9,"d":false,"s":null,"t":""}`,
		`{"op":11}`:                                    `{"op":11,"d":null,"s":null,"t":""}`,
		`{"op":0,"t":"GUILD_CREATE","s":5,"d":{}}`:     `{"op":0,"d":{},"s":5,"t":"checked GUILD_CREATE"}`,
		`{"op":3}`:                                     ``,
	} {
		out, back, err := a.checked(websocket.TextMessage, []byte(frame))
		if got := string(bytes.Join(out, []byte(" + "))); got != want || back != nil || err != nil {
			t.Errorf("%s: the library reads %s, answered %s, %v", frame, got, back, err)
		}
	}
	if _, back, err := a.checked(websocket.TextMessage, []byte(`{"op":1}`)); string(back) != `{"d":5,"op":1}` || err != nil {
		t.Errorf("a heartbeat is answered %s, %v", back, err)
	}
	for _, frame := range []string{`null`, `{}`, `[]`, `{`, `{"op":10}`, `{"op":10,"d":{"heartbeat_interval":0}}`, `{"op":10,"d":{"heartbeat_interval":-1}}`, `{"op":10,"d":{"heartbeat_interval":9e18}}`} {
		if out, _, err := a.checked(websocket.TextMessage, []byte(frame)); len(out) > 0 || err == nil {
			t.Errorf("%s: the library reads %s", frame, out)
		}
	}
}

func TestASessionBeginsOnceAndWithNothingThatTheLibraryCouldStumbleOver(t *testing.T) {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write([]byte(`{"op":0,"t":"READY","s":1,"d":{"session_id":"x","guilds":[null],"user":null}}`))
	_ = z.Close()
	var a arrived
	out, _, err := a.checked(websocket.BinaryMessage, packed.Bytes())
	if err != nil || len(out) != 2 || strings.Contains(string(out[0]), "guilds") || !strings.Contains(string(out[0]), `"t":"READY"`) || !strings.Contains(string(out[1]), `"guilds":[null]`) {
		t.Errorf("%s %v", out, err)
	}
	if out, _, err := a.checked(websocket.BinaryMessage, packed.Bytes()); len(out) != 0 || err != nil {
		t.Errorf("once more: %s %v", out, err)
	}
}
