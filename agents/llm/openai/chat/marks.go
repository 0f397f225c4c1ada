package chat

import (
	"slices"
	"strings"
)

// thinkMark is how reasoning begins and ends in the text of a reply.
type thinkMark struct {
	begins, ends string
	calls        string // what shows that a tool call follows it, and no answer
	unsure       bool   // words may begin so, too: it is reasoning only if it ends as such
}

// maxMark is longer than any mark.
const maxMark = 64

// endOfThought ends reasoning that a template has begun.
const endOfThought = "</think>"

// thinkMarks are those of open models; templates and servers should take them out, and often do not.
func thinkMarks() []thinkMark {
	harmony := func(begins string) thinkMark {
		return thinkMark{begins: begins, ends: "<|channel|>final<|message|>", calls: "<|channel|>commentary to="}
	}
	return []thinkMark{
		{begins: "<think>", ends: "</think>"},
		{begins: "<thinking>", ends: "</thinking>"},
		{begins: "<thought>", ends: "</thought>"},
		{begins: "<reasoning>", ends: "</reasoning>"},
		{begins: "<seed:think>", ends: "</seed:think>"},
		{begins: "<mm:think>", ends: "</mm:think>"},
		{begins: "[THINK]", ends: "[/THINK]"},
		{begins: "◁think▷", ends: "◁/think▷"},
		{begins: "<|begin_of_thought|>", ends: "<|end_of_thought|>"},
		{begins: "<|START_THINKING|>", ends: "<|END_THINKING|>"},
		{begins: "<|channel>thought", ends: "<channel|>"},
		harmony("<|channel|>analysis"),
		harmony("<|start|>assistant<|channel|>analysis"),
		{begins: "analysisWe ", ends: "assistantfinal", unsure: true},
		{begins: "analysisUser ", ends: "assistantfinal", unsure: true},
		{begins: "analysisThe ", ends: "assistantfinal", unsure: true},
	}
}

// callMarks are those of tool calls.
func callMarks() []string {
	return []string{
		"<tool_call>", "<tool_calls>", "<|tool_call|>", "<|tool_call>", "<|tool_calls_section_begin|>", "<|tool_call_begin|>", "<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>",
		"<｜DSML｜", "[TOOL_CALLS]", "[TOOL_REQUEST]", "<|python_tag|>", "<|python_start|>", "```tool_code", "```tool_call", "<function=", "<function_calls>", "<function_call>",
		"<invoke name=", "<minimax:tool_call>", "<|tool_call_start|>", "<start_function_call>", "functools[", "<TOOLCALL>", "<|START_ACTION|>",
		"<|channel|>commentary to=", "<|start|>assistant<|channel|>commentary to=", "<xai:function_call", "<|FunctionCallBegin|>", "<longcat_tool_call>", "<seed:tool_call>", "commentary to=functions.", "]<]minimax[>[",
	}
}

// stopMarks are those that end a text or a part of it, and that servers leave in it.
func stopMarks() []string {
	return []string{
		"<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<|return|>", "<|end|>", "<end_of_turn>", "<|eom_id|>", "<|end_of_text|>", "<｜end▁of▁sentence｜>", "<|user|>", "<|observation|>",
		"<|start|>assistant<|channel|>final<|message|>", "<|channel|>final<|message|>",
	}
}

func isStop(mark string) bool { return slices.Contains(stopMarks(), mark) }

// inLine are the marks that count wherever they stand. Those that are words elsewhere count only at the beginning of a line, and in
// JSON any may stand in its texts.
func inLine(isJSON bool) []string {
	out := append([]string{endOfThought}, stopMarks()...)
	if isJSON {
		return out
	}
	for _, m := range callMarks() {
		if m[0] != '`' && m != "functools[" && m != "commentary to=functions." {
			out = append(out, m)
		}
	}
	return out
}

// firstMark finds the first mark in a line, but one that is quoted. before is what stands before the line.
func firstMark(line string, before byte, isJSON bool) (at int, mark string) {
	at = len(line)
	if !strings.ContainsAny(line, "<[") {
		return at, ""
	}
	for _, m := range inLine(isJSON) {
		for from := 0; from < len(line); {
			i := strings.Index(line[from:], m)
			if i < 0 {
				break
			}
			i += from
			stands := before
			if i > 0 {
				stands = line[i-1]
			}
			if quoted := stands == '`' || stands == '"' || stands == '\''; !quoted {
				if i < at || i == at && len(m) > len(mark) {
					at, mark = i, m
				}
				break
			}
			from = i + len(m)
		}
	}
	return at, mark
}

// unfinished is how many bytes at the end of a line may be the beginning of a mark.
func unfinished(line string, isJSON bool) int {
	for i := max(0, len(line)-maxMark); i < len(line); i++ {
		if line[i] != '<' && line[i] != '[' && line[i] != ']' {
			continue
		}
		for _, m := range append(inLine(isJSON), "<think>") {
			if strings.HasPrefix(m, line[i:]) {
				return len(line) - i
			}
		}
	}
	return 0
}

// parserFor says what to switch on at a server that passes on calls with a mark as words.
func parserFor(mark string) string {
	parsers := map[string]string{
		"<tool_call>": "hermes (glm45 for GLM, qwen3_coder for Qwen3-Coder)", "[TOOL_CALLS]": "mistral", "<|python_tag|>": "llama3_json", "<function=": "qwen3_coder (llama3_json for Llama)",
		"<｜tool▁calls▁begin｜>": "deepseek_v3", "<｜DSML｜": "deepseek_v32", "<|tool_calls_section_begin|>": "kimi_k2", "<minimax:tool_call>": "minimax_m2",
		"<|tool_call|>": "granite", "<TOOLCALL>": "the one of Nemotron", "<|channel|>commentary to=": "openai", "functools[": "phi4_mini_json", "JSON": "llama3_json",
		"<start_function_call>": "functiongemma", "<seed:tool_call>": "seed_oss", "<longcat_tool_call>": "longcat", "<|tool_call>": "gemma4",
	}
	parser := parsers[mark]
	if parser == "" {
		parser = "the one of the model's family"
	}
	return "Switch on its tool parser: vLLM --enable-auto-tool-choice --tool-call-parser, SGLang --tool-call-parser (" + parser + "); llama.cpp --jinja; " +
		"Ollama, LM Studio: a model whose template knows tools. Or take another model."
}
