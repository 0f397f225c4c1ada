package openai_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// framed are habits of how a reply is put on the wire.
func framed() []habit {
	hello := []string{words("It is "), words("21 °C."), end("stop")}
	const text = "It is 21 °C."
	return []habit{
		{name: "one JSON in place of a stream", source: "Zen4-bit/Proxima#45", serve: sends("application/json", whole(`{"role":"assistant","content":"It is 21 °C."}`)), text: text},
		{
			name: "one JSON over many lines, and [DONE] after it", source: "decolua/9router#3492",
			body: strings.ReplaceAll(whole(`{"role":"assistant","content":"It is 21 °C."}`), ",", ",\n  ") + "\ndata: [DONE]\n\n", text: text,
		},
		{
			name: "one JSON with calls in place of a stream", source: "Amm1rr/WebAI-to-API#55",
			body: whole(`{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Kyiv\"}"}}]}`), calls: kyiv,
		},
		{name: "a stream where a whole reply was asked for", source: "sgl-project/mini-sglang#51", serve: streamsAnyway(stream(hello...)), text: text, attempts: 2},
		{name: "a line of JSON for each piece (NDJSON)", source: "hackclub/ai#17", serve: sends("application/nd-json", strings.Join(hello, "\n\n\n")+"\n"), text: text},
		{name: "no space after data:", source: "openai/openai-python#498", body: strings.ReplaceAll(stream(hello...), "data: ", "data:"), text: text},
		{name: "one line break between frames", source: "rexxars/eventsource-parser#31", body: strings.ReplaceAll(stream(hello...), "\n\n", "\n"), text: text},
		{name: "CR and LF", source: "envoyproxy/ai-gateway#2463", body: strings.ReplaceAll(stream(hello...), "\n", "\r\n"), text: text},
		{name: "CR alone", source: "kubernetes-sigs/inference-perf#781", body: strings.ReplaceAll(stream(hello...), "\n", "\r"), text: text},
		{name: "comments while it waits", source: "openai/openai-go#227", body: ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n" + stream(hello...), text: text},
		{name: "comments put into data", source: "anomalyco/opencode#50871", body: "data: : keepalive\n\n" + stream(hello...), text: text},
		{name: "empty data lines", source: "Growth-Circle/cadis#2329", body: "data: \n\ndata:\n\n" + stream(hello...), text: text},
		{name: "an empty line between event and data", source: "earendil-works/pi#8430", body: "event: message\n\n" + sse(hello[0]) + "event: message\n\n" + stream(hello[1:]...), text: text},
		{name: "frames of nothing but id and retry", source: "openai/openai-python#2721", body: "retry: 3000\n\nid: 1\n\n" + stream(hello...), text: text},
		{name: "the JSON of one frame over several data lines", source: "SamSaffron/term-llm#454", body: strings.ReplaceAll(stream(hello...), `,"`, ",\ndata: \""), text: text},
		{name: "a byte order mark", source: "Soju06/codex-lb#1854", body: "\ufeff" + stream(hello...), text: text},
		{name: "neither [DONE] nor an empty line after the last frame", source: "perplexityai/api-discussion#209", body: strings.TrimRight(sse(hello...), "\n"), text: text},
		{name: "gzip that nobody asked for", source: "Anionex/agent-vision-toolkit#36", serve: zipped("gzip", stream(hello...)), text: text},
		{name: "gzip without a word of it", source: "Wei-Shaw/claude-relay-service#1039", serve: zipped("", stream(hello...)), text: text},
		{name: "another compression", source: "praxis-proxy/ai#668", serve: zipped("br", "\x0b\x02\x80"), sentence: unreadable, mend: []string{"packs its answers as br", "Switch compression off"}},
		{
			name: "a web page with status 200", source: "JuiceBoxxGames/utsuwa#67", serve: sends("text/html", "<!DOCTYPE html><html><body>Welcome</body></html>"),
			sentence: notThere, mend: []string{"knows nothing of models", "/v1"},
		},
		{name: "200 with nothing in it", source: "coder/aibridge#56", body: "", sentence: brokeOff, mend: []string{"nothing in it", "log"}, attempts: 2},
		{name: "[DONE] without data:", source: "cline/cline#1786", body: sse(hello...) + "[DONE]\n", text: text},
		{name: "200 with words that are no reply", source: "UKGovernmentBEIS/inspect_ai#3687", serve: sends("text/plain", "Internal Server Error"), sentence: unreadable, mend: []string{"no reply", "/v1"}},
		{
			name: "choices that stay empty", source: "tya5/reyn#1639", body: stream(`{"id":"c","object":"chat.completion.chunk","choices":[]}`), sentence: unreadable,
			mend: []string{"before there was anything in it"}, attempts: 2,
		},
		{
			name: "a redirect", source: "open-webui/open-webui#8317", serve: http.RedirectHandler("https://elsewhere.example/v1/chat/completions", http.StatusMovedPermanently).ServeHTTP,
			sentence: notThere, mend: []string{"https://elsewhere.example/v1/chat/completions", "base address"},
		},
		{
			name: "a frame that is cut in its midst", source: "vllm-project/aibrix#2653", body: sse(hello[0], `{"choices":[{"index":0,"del`), sentence: unreadable,
			mend: []string{"no whole JSON"}, attempts: 2,
		},
	}
}

// zipped packs what it says.
func zipped(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		if kind != "" {
			w.Header().Set("Content-Encoding", kind)
		}
		if kind == "br" {
			_, _ = io.WriteString(w, body)
			return
		}
		var packed bytes.Buffer
		zip := gzip.NewWriter(&packed)
		_, _ = io.WriteString(zip, body)
		_ = zip.Close()
		_, _ = w.Write(packed.Bytes())
	}
}

// streamsAnyway says that it does not stream, and streams.
func streamsAnyway(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Stream bool }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || asked.Stream {
			http.Error(w, `{"error":{"message":"stream is not supported"}}`, http.StatusBadRequest)
			return
		}
		sends("text/event-stream", body)(w, r)
	}
}
