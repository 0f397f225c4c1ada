package responses

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

// failed is what ended a reply that had begun, as the status that a refusal of the same code has before one begins.
//
// Codes: developers.openai.com/api/reference/resources/responses, "ResponseError"; openai/codex#11388 and zed-industries/zed#63238 for those
// of load.
func (r *reading) failed(told refusal) error {
	code := ""
	if told.Code != nil {
		code = fmt.Sprint(told.Code)
	}
	words := told.Message
	if code != "" && !strings.Contains(words, code) {
		words = strings.TrimSpace(words + " (" + code + ")")
	}
	out := &llm.StatusError{Provider: r.origin.Provider, Message: words}
	switch code {
	case "rate_limit_exceeded", "insufficient_quota", "billing_hard_limit_reached":
		out.Code, out.RetryAfter = 429, wait(told.Message)
	case "server_is_overloaded", "slow_down", "overloaded_error":
		out.Code, out.RetryAfter = 503, wait(told.Message)
	case "server_error", "internal_server_error", "vector_store_timeout", "":
		out.Code = 500
	case "invalid_api_key":
		out.Code = 401
	case "model_not_found":
		out.Code = 404
	default: // of what was asked: a prompt, a picture, a policy
		out.Code = 400
	}
	return out
}

// wait is how long a refusal asks to wait, which within a stream stands in its words: "Please try again in 1.5s", say.
func wait(words string) time.Duration {
	told := regexp.MustCompile(`(?i)try again in (\d{1,5}(?:\.\d{1,6})?) ?(ms|seconds?|s)\b`).FindStringSubmatch(words)
	if told == nil {
		return 0
	}
	unit := "s"
	if strings.EqualFold(told[2], "ms") {
		unit = "ms"
	}
	d, err := time.ParseDuration(told[1] + unit)
	if err != nil {
		return 0
	}
	return min(d, time.Hour)
}
