package chat

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// failing is what servers write for an error: each has its own words for it.
type failing struct {
	Error     json.RawMessage `json:"error"`
	Errors    json.RawMessage `json:"errors"`
	Detail    json.RawMessage `json:"detail"`
	Message   words           `json:"message"`
	Msg       words           `json:"msg"`
	ErrorMsg  words           `json:"error_msg"`
	Object    words           `json:"object"`
	Type      words           `json:"type"`
	Code      words           `json:"code"`
	Status    words           `json:"status"`
	ErrorCode words           `json:"error_code"`
	Success   json.RawMessage `json:"success"`
	Base      struct {
		Code number `json:"status_code"`
		Msg  words  `json:"status_msg"`
	} `json:"base_resp"`
	Choices []struct {
		Error json.RawMessage `json:"error"`
	} `json:"choices"`
}

// told gives the error that a piece of a reply tells of, though the status was 200. surely is where the frame itself says that it is one.
func (m *Model) told(data []byte, surely bool) error {
	var one list[json.RawMessage]
	if len(data) > 0 && data[0] == '[' && json.Unmarshal(data, &one) == nil && len(one) > 0 {
		data = one[0]
	}
	var f failing
	if !read(data, &f) && !surely {
		return nil
	}
	message, code := f.says()
	if message == "" && code == "" && !surely {
		return nil
	}
	if message == "" {
		message = string(data)
	}
	status := statusOf(code + " " + string(f.Type) + " " + message)
	err := m.odd(&llm.StatusError{Provider: m.origin.Provider, Code: status, Message: m.key.Clip(strings.TrimSpace(message + " " + code))},
		"answered 200 and told of an error within: "+message, "")
	err.Again = status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
	return err
}

// says gives the words and the code of an error; both are empty where it tells of none.
func (f *failing) says() (message, code string) {
	for _, raw := range append([]json.RawMessage{f.Error}, f.withinChoices()...) {
		if message, code = within(raw); message != "" || code != "" {
			if flat := string(f.Message + f.Msg); flat != "" && message != flat {
				message = strings.TrimSpace(message + " " + flat)
			}
			return message, code + string(f.Status)
		}
	}
	if f.Base.Code != 0 {
		return string(f.Base.Msg), "base_resp " + strconv.FormatInt(int64(f.Base.Code), 10)
	}
	if len(f.Choices) > 0 {
		return "", ""
	}
	message, code = string(f.Message+f.Msg+f.ErrorMsg), string(f.Code+f.ErrorCode)
	switch {
	case f.Object == "error", f.Type == "error", f.Status == "error", f.ErrorCode != "", f.Code != "" && message != "", string(f.Success) == "false":
		if more, number := within(f.Errors); message == "" {
			message, code = more, code+number
		}
		return message, code + " "
	case len(f.Detail) > 0:
		return within(f.Detail)
	default:
		return "", ""
	}
}

func (f *failing) withinChoices() []json.RawMessage {
	var out []json.RawMessage
	for _, c := range f.Choices {
		out = append(out, c.Error)
	}
	return out
}

// within gives the words and the code of what stands where an error is told: an object, a list of them, or words.
func within(raw json.RawMessage) (message, code string) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" || string(raw) == "false" || string(raw) == "{}" || string(raw) == "[]" {
		return "", ""
	}
	var many []json.RawMessage
	if json.Unmarshal(raw, &many) == nil && len(many) > 0 {
		return within(many[0])
	}
	if raw[0] != '{' {
		var w words
		_ = w.UnmarshalJSON(raw)
		return string(w), ""
	}
	var e struct {
		Message, Msg, Detail, Error, Code, Type, Status words
	}
	read(raw, &e)
	if message = string(e.Message + e.Msg + e.Detail + e.Error); message == "" {
		message = string(raw)
	}
	return message, strings.TrimSpace(string(e.Code + " " + e.Type + " " + e.Status))
}

// statusOf is the status that an error would have had: its own number, or what its words are of; 502 where neither tells.
func statusOf(said string) int {
	said = strings.ToLower(said)
	for _, field := range strings.FieldsFunc(said, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(field); err == nil && len(field) == 3 && n >= 400 && n < 600 {
			return n
		}
	}
	for _, known := range []struct {
		status int
		words  []string
	}{
		{http.StatusPaymentRequired, []string{"insufficient_quota", "insufficient balance", "billing", "credit"}},
		{http.StatusUnauthorized, []string{"authentication", "unauthorized", "invalid_api_key", "invalidapikey", "api key", "login fail"}},
		{http.StatusTooManyRequests, []string{"rate_limit", "rate limit", "too many requests", "throttl", "request_limit"}},
		{http.StatusForbidden, []string{"permission", "forbidden"}},
		{http.StatusNotFound, []string{"model_not_found", "not found", "notfound"}},
		{http.StatusServiceUnavailable, []string{"overloaded", "unavailable", "capacity", "busy"}},
		{http.StatusRequestTimeout, []string{"timeout", "timed out"}},
		{http.StatusBadRequest, []string{"invalid_request", "badrequest", "bad request", "invalid", "context length", "context_length", "not support", "value_error", "missing"}},
	} {
		for _, word := range known.words {
			if strings.Contains(said, word) {
				return known.status
			}
		}
	}
	return http.StatusBadGateway
}
