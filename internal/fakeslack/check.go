package fakeslack

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// FindSchema looks for the schema of Slack's blocks beside the module's root, from the working directory upwards; "" when
// it is not there.
func FindSchema() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			file := filepath.Join(dir, "..", "shared", "oracles", "slack-block-schema.json")
			if _, err := os.Stat(file); err != nil {
				return ""
			}
			return file
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// schemas are the entry points that are checked.
type schemas struct {
	blocks, view checker
	calls        map[string]*jsonschema.Schema // by method
}

type checker struct{ *jsonschema.Schema }

func (c checker) check(raw []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return c.Validate(v)
}

// known keeps what was compiled: it takes longer than most of the conversations that it looks at.
var known struct {
	sync.Mutex
	of map[string]*schemas
}

// loadSchemas compiles a file's schemas, once for all servers of the process.
func loadSchemas(file string) (*schemas, error) {
	known.Lock()
	defer known.Unlock()
	if s := known.of[file]; s != nil {
		return s, nil
	}
	s, err := compileSchemas(file)
	if err != nil {
		return nil, err
	}
	if known.of == nil {
		known.of = map[string]*schemas{}
	}
	known.of[file] = s
	return s, nil
}

func compileSchemas(file string) (*schemas, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read schema of blocks: %w", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read schema of blocks: %w", err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem://slack.json", doc); err != nil {
		return nil, fmt.Errorf("read schema of blocks: %w", err)
	}
	blocks, err1 := c.Compile("mem://slack.json#/definitions/Blocks")
	view, err2 := c.Compile("mem://slack.json#/definitions/SlackView")
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("compile schema of blocks: %w", err)
	}
	out := &schemas{blocks: checker{blocks}, view: checker{view}, calls: map[string]*jsonschema.Schema{}}
	for method, def := range calls() {
		if out.calls[method], err = c.Compile("mem://slack.json#/definitions/" + def); err != nil {
			return nil, fmt.Errorf("compile schema of %s: %w", method, err)
		}
	}
	return out, nil
}

// check looks at a message's text and blocks. It returns what Slack would refuse them with.
func (s *Server) check(method string, v url.Values, textLimit int) string {
	text, blocks := v.Get("text"), v.Get("blocks")
	switch {
	case text == "" && blocks == "":
		return "no_text"
	case utf8.RuneCountInString(text) > textLimit:
		s.breach("%s: text of %d characters", method, utf8.RuneCountInString(text))
		return "msg_too_long"
	case text == "":
		s.breach("%s: no text for screen readers", method)
	}
	if blocks == "" || blocks == "[]" { // none, or none any more
		return ""
	}
	if err := CheckBlocks([]byte(blocks)); err != nil {
		s.breach("%s: %v", method, err)
		if errors.Is(err, errTooLong) {
			return "msg_blocks_too_long"
		}
		return "invalid_blocks"
	}
	if s.schema != nil {
		if err := s.schema.blocks.check([]byte(blocks)); err != nil {
			s.breach("%s: %v", method, err)
			return "invalid_blocks"
		}
	}
	return ""
}

var errTooLong = errors.New("blocks too long")

// CheckBlocks applies the documented rules that the schema does not know: number of blocks, unique ids, the sum of the
// markdown blocks, and the size of all of them together.
func CheckBlocks(raw []byte) error {
	var blocks []struct {
		Type string `json:"type"`
		ID   string `json:"block_id"`
		Text any    `json:"text"`
	}
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return fmt.Errorf("blocks: %w", err)
	}
	if len(blocks) == 0 || len(blocks) > 50 {
		return fmt.Errorf("%d blocks", len(blocks))
	}
	seen := map[string]bool{}
	markdown := 0
	for i, b := range blocks {
		if b.ID != "" && seen[b.ID] {
			return fmt.Errorf("block %d: block_id %q twice", i, b.ID)
		}
		seen[b.ID] = true
		if text, ok := b.Text.(string); ok && b.Type == "markdown" {
			markdown += utf8.RuneCountInString(text)
		}
	}
	if markdown > 12_000 {
		return fmt.Errorf("%w: %d characters of markdown", errTooLong, markdown)
	}
	var plain any
	if err := json.Unmarshal(raw, &plain); err != nil {
		return fmt.Errorf("blocks: %w", err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(plain); err != nil {
		return fmt.Errorf("blocks: %w", err)
	}
	if n := utf8.RuneCount(b.Bytes()); n > 13_200 {
		return fmt.Errorf("%w: %d characters in all", errTooLong, n)
	}
	return nil
}

func blockIDs(raw json.RawMessage) map[string]bool {
	var blocks []struct {
		ID string `json:"block_id"`
	}
	out := map[string]bool{}
	if json.Unmarshal(raw, &blocks) != nil {
		return out
	}
	for _, b := range blocks {
		if b.ID != "" {
			out[b.ID] = true
		}
	}
	return out
}
