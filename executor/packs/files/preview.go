package files

import (
	"context"
	"path"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// preview says which file would be written. While it hangs on what earlier steps have yet to write, nobody knows what would
// stand in it.
func preview(_ context.Context, c tools.Call) (assistant.Preview, error) {
	c, open, err := tools.Planned(c)
	if err != nil {
		return assistant.Preview{}, err
	}
	a, err := tools.Read[WriteFile](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	name := assistant.CleanName(a.Name)
	out := assistant.Preview{Title: assistant.Say("Write the file “%s”", name), Target: name, Entity: assistant.Entity{Type: "file", ID: name}, State: site.HashOf("no file", name)}
	if open {
		return out, nil
	}
	k, err := written(a)
	if err != nil {
		return assistant.Preview{}, err
	}
	out.Wanted = site.HashOf("file", k.Name, string(k.Bytes))
	out.Fields = []assistant.Field{{Name: "Size", Key: "size", New: assistant.SizeWords(int64(len(k.Bytes)))}}
	if path.Ext(k.Name) != ".html" {
		out.Whole = string(k.Bytes)
	} else {
		out.Whole = legible(a.Content)
	}
	return out, nil
}
