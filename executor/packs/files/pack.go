package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// TaskWriteFile is the task type of the pack.
const TaskWriteFile assistant.TaskType = "write_file"

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack {
	return tools.Pack{Name: "files"}
}

// Tools returns the pack's tools.
func Tools(s assistant.FileStore) ([]tools.Tool, error) {
	if s == nil {
		return nil, errors.New("files pack: a shelf is needed")
	}
	arguments := tools.Arguments[WriteFile]()
	if arguments == nil || arguments.Properties["rows"] == nil || arguments.Properties["rows"].Items == nil {
		return nil, errors.New("files pack: write_file has no schema")
	}
	// That a list may also be null says nothing, and not every provider takes a schema with it.
	for rows := arguments.Properties["rows"]; rows != nil && rows.Types != nil; rows = rows.Items {
		rows.Type, rows.Types = "array", nil
	}
	return []tools.Tool{writeFile(s, arguments)}, nil
}

// fileOwners are the agents that may give people files: those that compile something.
func fileOwners() []assistant.AgentID {
	return []assistant.AgentID{
		assistant.FileAgent, assistant.Chief, assistant.DeliveryLead, assistant.ClientSuccess, assistant.CreativeLead,
		assistant.GrowthLead, assistant.TechnicalLead, assistant.WebEngineer, assistant.SEOSpecialist,
		assistant.EcommerceSpecialist, assistant.SportsMedia, assistant.ResearchAgent, assistant.SchedulerAgent,
	}
}

func writeFile(s assistant.FileStore, arguments *jsonschema.Schema) tools.Tool {
	return tools.Tool{
		Name: string(TaskWriteFile), Label: "Write a file", Open: true,
		Description: "Writes a file for the person, who gets it with the answer: Markdown, plain text, CSV, JSON or HTML. Use it " +
			"when a file, an export or a spreadsheet is asked for, and name the file in the answer instead of repeating what is in it. " +
			"Changes nothing outside. Its result has the field name.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Owners: fileOwners(),
		Result: tools.Fields[FileWritten](), Answers: true, Files: true,
		Nouns:     strings.Fields("file files csv csvs spreadsheet spreadsheets .csv .md .txt .json .html"),
		Verbs:     strings.Fields("export save give send put turn download get list pack"),
		Topic:     tools.Topic{Agent: assistant.FileAgent, About: "a file to be made", Words: []string{"csv", "spreadsheet", "export"}},
		Arguments: arguments, Examples: asked(), Preview: preview,
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			var a WriteFile
			if err := json.Unmarshal(c.Arguments, &a); err != nil {
				return assistant.Receipt{}, fmt.Errorf("read arguments: %w", err)
			}
			kept, err := keep(ctx, s, c, a)
			if err != nil {
				return assistant.Receipt{}, err
			}
			f := kept.File()
			return assistant.Receipt{Result: assistant.Result{
				Summary: assistant.Say("Wrote the file “%s”, %s", f.Name, assistant.SizeWords(f.Size)),
				Fields:  assistant.ValuesOf(FileWritten{Name: f.Name}), Files: []assistant.File{f},
			}}, nil
		},
	}
}

// keep makes the file of a call, once: a call that is made again, whatever it says by then, gets the file that it made.
func keep(ctx context.Context, s assistant.FileStore, c tools.Call, a WriteFile) (assistant.KeptFile, error) {
	id := assistant.MadeID(c.Tenant, c.Key)
	kept, err := s.File(ctx, c.Tenant, id)
	if !errors.Is(err, assistant.ErrNotFound) {
		return kept, err
	}
	k, err := written(a)
	if err != nil {
		return k, err
	}
	k.ID, k.Tenant, k.Conversation = id, c.Tenant, c.Conversation
	if err := s.SaveFile(ctx, k); err != nil {
		return k, err
	}
	return s.File(ctx, c.Tenant, id)
}
