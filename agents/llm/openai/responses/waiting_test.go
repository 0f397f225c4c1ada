package responses_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/responses"
)

// Many wait for a model at the same time. What writing a request needs on the stack is not kept meanwhile.
func TestWhoWaitsForAModelKeepsASmallStack(t *testing.T) {
	const waiting, most = 200, 40 << 10 // bytes each, with what the client and this server need for a connection
	var asked sync.WaitGroup
	asked.Add(waiting)
	over := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked.Done()
		<-over
	}))
	defer server.Close()
	m, err := responses.New(responses.Config{Model: "m", BaseURL: server.URL, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	request := llm.Request{Instructions: llm.Instructions{Stable: strings.Repeat("You are kind. ", 100)}, MaxOutput: 100}
	for range 10 {
		request.Messages = append(request.Messages, llm.TextMessage(llm.RoleUser, "Hello"))
		request.Tools = append(request.Tools, llm.Tool{Name: "t", Parameters: []byte(`{"type":"object","properties":{"a":{"type":"string"}}}`)})
	}
	var before, during runtime.MemStats
	runtime.ReadMemStats(&before)
	var all sync.WaitGroup
	for range waiting {
		all.Go(func() {
			for range m.Generate(t.Context(), request) {
			}
		})
	}
	asked.Wait()
	runtime.ReadMemStats(&during)
	close(over)
	all.Wait()
	each := (during.StackInuse - before.StackInuse) / waiting
	if each > most {
		t.Errorf("who waits has %d bytes of stack", each)
	}
	t.Logf("%d bytes of stack", each)
}
