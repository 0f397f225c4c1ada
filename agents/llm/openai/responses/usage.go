package responses

import (
	"encoding/json"
	"errors"

	"github.com/aisteam/aisteam/assistant"
)

// used reads what a reply has used. What cannot be a number of tokens is none; whoever asks bounds the rest.
func used(raw json.RawMessage) assistant.Usage {
	var u struct {
		Input        float64 `json:"input_tokens"`
		Output       float64 `json:"output_tokens"`
		InputDetails struct {
			Cached  float64 `json:"cached_tokens"`
			Written float64 `json:"cache_write_tokens"`
		} `json:"input_tokens_details"`
		OutputDetails struct {
			Reasoning float64 `json:"reasoning_tokens"`
		} `json:"output_tokens_details"`
	}
	if err := json.Unmarshal(raw, &u); err != nil {
		if _, one := errors.AsType[*json.UnmarshalTypeError](err); !one { // the others are read all the same
			return assistant.Usage{}
		}
	}
	return assistant.Usage{
		Input: count(u.Input), Cached: count(u.InputDetails.Cached), CacheWritten: count(u.InputDetails.Written),
		Output: count(u.Output), Thought: count(u.OutputDetails.Reasoning),
	}
}

func count(n float64) int { return int(max(0, min(n, 1<<40))) }
