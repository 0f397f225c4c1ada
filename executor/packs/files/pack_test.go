package files_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/files"
)

// shelf keeps files in memory, as storage does.
type shelf map[assistant.FileID]assistant.KeptFile

func (s shelf) SaveFile(_ context.Context, k assistant.KeptFile) error {
	if _, known := s[k.ID]; !known {
		s[k.ID] = k
	}
	return nil
}

func (s shelf) File(_ context.Context, t assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	k, ok := s[id]
	if !ok || k.Tenant != t {
		return k, assistant.ErrNotFound
	}
	return k, nil
}

func write(t *testing.T, s shelf, key string, a files.WriteFile) (assistant.Receipt, error) {
	t.Helper()
	pack, err := files.Tools(s)
	if err != nil {
		t.Fatal(err)
	}
	registry, err := tools.NewRegistry(pack...)
	if err != nil {
		t.Fatal(err)
	}
	tool, _ := registry.Get("write_file")
	raw, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if err := registry.Validate(tool.Name, raw); err != nil {
		t.Fatal(err)
	}
	return tool.Run(t.Context(), tools.Call{Tenant: "tenant-1", Conversation: "c1", Key: key, Arguments: raw})
}

func TestAFileIsPutIntoTheFormOfItsKind(t *testing.T) {
	for name, c := range map[string]struct {
		write      files.WriteFile
		kind, want string
	}{
		"markdown":    {files.WriteFile{Name: "notes.md", Content: "# Notes\r\n\x1b[31mred"}, "text/markdown", "# Notes\n[31mred\n"},
		"text":        {files.WriteFile{Name: "a.TXT", Content: "left\u202eright\n\n\n"}, "text/plain", "leftright\n"},
		"rows":        {files.WriteFile{Name: "t.csv", Rows: [][]string{{"n", "title"}, {"-1", "say \"hi\", all"}}}, "text/csv", "n,title\n-1,\"say \"\"hi\"\", all\"\n"},
		"csv as text": {files.WriteFile{Name: "t.csv", Content: "a,b\n1,\"x\ny\"\n"}, "text/csv", "a,b\n1,\"x\ny\"\n"},
		"formulas":    {files.WriteFile{Name: "t.csv", Rows: [][]string{{"=1+1", "@SUM(A1)", "+4.5", "-x"}}}, "text/csv", "'=1+1,'@SUM(A1),+4.5,'-x\n"},
		"json":        {files.WriteFile{Name: "t.json", Content: `{"a":[1,2]}`}, "application/json", "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n"},
		"html": {
			files.WriteFile{Name: "p & q.html", Content: "<html><head><title>x</title></head><body><h1 onclick=x() style=x>Hi</h1><img src=https://evil.example/t.png><a href='javascript:x'>no</a><a href='https://x.example/?a=1&b=\"'>yes</a><iframe src=//x>z</iframe><script>alert(1)</script></body></html>"},
			"text/html", "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>p &amp; q</title>\n</head>\n<body>\n<h1>Hi</h1>noyes (https://x.example/?a=1&amp;b=&#34;)\n</body>\n</html>\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf{}
			r, err := write(t, s, "m1/tool-1", c.write)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Result.Files) != 1 || len(s) != 1 {
				t.Fatalf("%+v, %d kept", r.Result, len(s))
			}
			id, ok := r.Result.Files[0].KeptID()
			k := s[id]
			if !ok || k.Type != c.kind || k.Conversation != "c1" || int64(len(k.Bytes)) != r.Result.Files[0].Size {
				t.Errorf("%v %+v", ok, k)
			}
			if d := cmp.Diff(c.want, string(k.Bytes)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestWhatIsNoFileIsRefusedInWords(t *testing.T) {
	for name, c := range map[string]struct {
		write files.WriteFile
		says  string
	}{
		"too long":           {files.WriteFile{Name: "a.txt", Content: strings.Repeat("x", assistant.MaxMadeBytes+1<<10)}, "“a.txt” would be 257 KB, and I write files of at most 256 KB"},
		"rows too long":      {files.WriteFile{Name: "a.csv", Rows: [][]string{{strings.Repeat("x", assistant.MaxMadeBytes)}}}, "would be 256 KB"},
		"longer once made":   {files.WriteFile{Name: "a.json", Content: "[" + strings.Repeat("[],", 60_000) + "[]]"}, "would be"},
		"a program":          {files.WriteFile{Name: "run.exe", Content: "x"}, "I write .md, .txt, .csv, .json and .html files"},
		"two endings":        {files.WriteFile{Name: "a.csv.sh", Content: "x"}, "I cannot write “a.csv.sh”"},
		"no ending":          {files.WriteFile{Name: "notes", Content: "x"}, "I cannot write “notes”"},
		"no name":            {files.WriteFile{Name: "../\u202e.", Content: "x"}, "needs a name"},
		"an ending alone":    {files.WriteFile{Name: ".md", Content: "x"}, "I cannot write “md”"},
		"nothing in it":      {files.WriteFile{Name: "a.md", Content: " \n"}, "nothing to write"},
		"rows that are none": {files.WriteFile{Name: "a.md", Rows: [][]string{{"x"}}}, "Only a .csv"},
		"csv that is none":   {files.WriteFile{Name: "a.csv", Content: "a,\"b\n"}, "no CSV"},
		"json that is none":  {files.WriteFile{Name: "a.json", Content: "{a:1}"}, "no JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf{}
			_, err := write(t, s, "m1/tool-1", c.write)
			trouble, told := errors.AsType[*assistant.Trouble](err)
			if !told || !strings.Contains(trouble.Problem.Message.String(), c.says) || trouble.Problem.Recovery.String() == "" || len(s) != 0 {
				t.Errorf("%v, %d kept", err, len(s))
			}
		})
	}
}

func TestACallThatIsMadeAgainMakesNoSecondFile(t *testing.T) {
	s := shelf{}
	first, err := write(t, s, "m1/tool-1", files.WriteFile{Name: "a.md", Content: "one"})
	if err != nil {
		t.Fatal(err)
	}
	again, err := write(t, s, "m1/tool-1", files.WriteFile{Name: "b.md", Content: "otherwise"})
	if d := cmp.Diff(first, again); err != nil || d != "" || len(s) != 1 {
		t.Errorf("%v %s %d", err, d, len(s))
	}
	next, err := write(t, s, "m1/tool-2", files.WriteFile{Name: "a.md", Content: "one"})
	if err != nil || next.Result.Files[0].URL == first.Result.Files[0].URL || len(s) != 2 {
		t.Errorf("another call gave %+v, %v", next.Result.Files, err)
	}
}

// TestEveryTableCanBeReadAgain: whatever stands in the cells, what comes back is it, but for what would be run.
func TestEveryTableCanBeReadAgain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rows := rapid.SliceOfN(rapid.SliceOfN(rapid.String(), 2, 2), 1, 5).Draw(r, "rows")
		s := shelf{}
		if _, err := write(t, s, "k", files.WriteFile{Name: "t.csv", Rows: rows}); err != nil {
			r.Fatal(err)
		}
		for _, k := range s {
			got, err := csv.NewReader(strings.NewReader(string(k.Bytes))).ReadAll()
			if err != nil || len(got) != len(rows) {
				r.Fatalf("%v: %q of %q", err, got, rows)
			}
			for _, cell := range got {
				for _, c := range cell {
					if c != "" && strings.ContainsAny(c[:1], "=@") {
						r.Errorf("a formula: %q", c)
					}
				}
			}
		}
	})
}

func TestAFileIsShownAsItWillBeWritten(t *testing.T) {
	pack, err := files.Tools(shelf{})
	if err != nil {
		t.Fatal(err)
	}
	see := func(arguments string) assistant.Preview {
		p, err := pack[0].Preview(t.Context(), tools.Call{Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	one, other := see(`{"name":"a.md","content":"# One\r\n"}`), see(`{"name":"a.md","content":"# Other"}`)
	if one.Whole != "# One\n" || one.State == "" || one.State != other.State || one.Wanted == "" || one.Wanted == other.Wanted {
		t.Errorf("%+v, %+v", one, other)
	}
	open := see(`{"name":"a.md","content":{"$from":"draft","field":"text"}}`)
	if open.Wanted != "" || open.Whole != "" || open.State != one.State {
		t.Errorf("nobody knows yet what will stand in it: %+v", open)
	}
}
