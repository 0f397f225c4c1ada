package vendors

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
)

// Responses is a server of OpenAI's Responses API, at OpenAI's own address or at Azure's. It keeps nothing between requests: what it
// wants back, it has told. Several are one, as the machines of a vendor are.
//
// Its form follows the API's reference (developers.openai.com/api/reference/resources/responses), as openai/openai-go v3.94.0 has it.
type Responses struct {
	Journal

	brain Brain
	key   string
	azure bool         // the path begins with /openai/v1, and the key stands in a header of its own
	made  atomic.Int64 // replies, for ids
}

// NewResponses returns OpenAI's server. Requests have to bring the key.
func NewResponses(brain Brain, key string) *Responses { return &Responses{brain: brain, key: key} }

// NewAzure returns Azure's, whose models are called by the names of deployments.
func NewAzure(brain Brain, key string) *Responses {
	return &Responses{brain: brain, key: key, azure: true}
}

// wrong is why a request is refused, as the API says it.
type wrong struct {
	status               int
	message, param, code string
}

func bad(param, code, format string, args ...any) *wrong {
	return &wrong{status: http.StatusBadRequest, message: fmt.Sprintf(format, args...), param: param, code: code}
}

func (w *wrong) write(to http.ResponseWriter) {
	fields := map[string]any{"message": w.message, "type": "invalid_request_error", "param": nil, "code": nil}
	if w.param != "" {
		fields["param"] = w.param
	}
	if w.code != "" {
		fields["code"] = w.code
	}
	answer(to, w.status, map[string]any{"error": fields})
}

// ServeHTTP implements [http.Handler].
func (s *Responses) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if described(w, r) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.receive(Received{r.URL.Path, r.URL.RawQuery, r.Header, body})
	wrong := s.door(r)
	var asked *responsesRequest
	if wrong == nil {
		asked, wrong = s.read(body)
	}
	if wrong != nil {
		s.refuse(wrong.message)
		wrong.write(w)
		return
	}
	said := s.brain(asked.asked())
	if said.Refusal != nil {
		said.Refusal.write(w)
		return
	}
	s.tell(w, asked, said)
}

// door lets in who has the key and knows the way.
//
// Sources: developers.openai.com/api/docs/guides/error-codes ("Incorrect API key provided"); ChatGPTNextWeb/NextChat#423 ("Invalid URL
// (POST …)"); learn.microsoft.com/azure/ai-services/openai/quickstart for Azure's path and header.
func (s *Responses) door(r *http.Request) *wrong {
	path, key := "/v1/responses", strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if s.azure {
		path, key = "/openai/v1/responses", r.Header.Get("Api-Key")
	}
	switch {
	case r.Method != http.MethodPost || r.URL.Path != path:
		said := fmt.Sprintf("Invalid URL (%s %s)", r.Method, r.URL.Path)
		if s.azure {
			said = "Resource not found"
		}
		return &wrong{status: http.StatusNotFound, message: said}
	case key != s.key && s.azure:
		return &wrong{status: http.StatusUnauthorized, message: "Access denied due to invalid subscription key or wrong API endpoint.", code: "401"}
	case key != s.key:
		return &wrong{status: http.StatusUnauthorized, message: "Incorrect API key provided.", code: "invalid_api_key"}
	default:
		return nil
	}
}
