package workspace

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// GetBlockers are the arguments of get_blockers.
type GetBlockers struct {
	Project string   `json:"project_id,omitempty" jsonschema:"only those of this project, by its id or name"`
	Task    string   `json:"task_id,omitempty" jsonschema:"only those of this task, by its id or title"`
	Status  []string `json:"status,omitempty" jsonschema:"only those in one of these states; those that are not resolved when left out"`
	Limit   int      `json:"limit,omitempty" jsonschema:"how many at most"`
}

// BlockersFound are the fields of the result of get_blockers.
type BlockersFound struct {
	Blockers []BlockerRow `json:"blockers"`
}

func (p pack) blockers() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskBlockers), Label: "List blockers", Nouns: []string{"blocker", "blockers"}, Verbs: []string{"block", "blocked", "blocking"}, Examples: blockersAsked(),
		Description: "Lists what keeps projects and tasks of the workspace from going on, the most urgent first; what is resolved already only " +
			"where that is asked for. Changes nothing.",
	}, map[string]bound{"status": among(workspace.BlockerStatuses()), "limit": upTo(most, usual)},
		func(ctx context.Context, a asked, in GetBlockers) (out answer[BlockersFound], err error) {
			project, err := p.findProject(ctx, a, in.Project)
			if err != nil {
				return out, err
			}
			q := workspace.BlockersWanted{Project: project.ID, Statuses: typed[workspace.BlockerStatus](in.Status), Limit: or(in.Limit, usual)}
			if in.Task != "" {
				task, err := p.findTask(ctx, a, in.Task)
				if err != nil {
					return out, err
				}
				q.Task = task.ID
			}
			look := p.openBlockers
			if len(q.Statuses) > 0 {
				look = func(ctx context.Context, a asked, q workspace.BlockersWanted) ([]workspace.Blocker, error) {
					return p.blocked.Blockers(ctx, a.viewer, q)
				}
			}
			all, err := look(ctx, a, q)
			if err != nil {
				return out, err
			}
			says := assistant.Say("There are %d blockers", len(all))
			switch len(all) {
			case 0:
				says = assistant.Say("Nothing is blocked")
			case 1:
				says = assistant.Say("There is 1 blocker")
			}
			return answer[BlockersFound]{says, BlockersFound{rows(a, all, blockerRow)}}, nil
		})
}

// GetDocuments are the arguments of get_documents.
type GetDocuments struct {
	Project string   `json:"project_id,omitempty" jsonschema:"only those of this project, by its id or name"`
	Type    string   `json:"document_type,omitempty" jsonschema:"only those of this type"`
	Status  []string `json:"status,omitempty" jsonschema:"only those in one of these states"`
	Search  string   `json:"search,omitempty" jsonschema:"words in their title or content"`
	Limit   int      `json:"limit,omitempty" jsonschema:"how many at most"`
}

// DocumentsFound are the fields of the result of get_documents.
type DocumentsFound struct {
	Documents []DocumentRow `json:"documents"`
}

func (p pack) documents() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskDocuments), Label: "List documents", Nouns: []string{"document", "documents"}, Examples: documentsAsked(),
		Description: "Lists the documents of the workspace's projects that the person who asks can see, the last changed first, without their " +
			"content. Changes nothing.",
	}, map[string]bound{"document_type": among(workspace.DocumentTypes()), "status": among(workspace.DocumentStatuses()), "limit": upTo(most, usual)},
		func(ctx context.Context, a asked, in GetDocuments) (out answer[DocumentsFound], err error) {
			project, err := p.findProject(ctx, a, in.Project)
			if err != nil {
				return out, err
			}
			all, err := p.written.Documents(ctx, a.viewer, workspace.DocumentsWanted{
				Project: project.ID, Types: only[workspace.DocumentType](in.Type), Statuses: typed[workspace.DocumentStatus](in.Status), Words: in.Search, Limit: or(in.Limit, usual),
			})
			if err != nil {
				return out, err
			}
			says := assistant.Say("There are %d documents", len(all))
			switch len(all) {
			case 0:
				says = assistant.Say("There is no such document")
			case 1:
				says = assistant.Say("There is 1 document")
			}
			return answer[DocumentsFound]{says, DocumentsFound{rows(a, all, documentRow)}}, nil
		})
}

// GetDocument are the arguments of get_document_details.
type GetDocument struct {
	Document string `json:"document_id" jsonschema:"the document's id, or its title"`
}

// DocumentFound are the fields of the result of get_document_details.
type DocumentFound struct {
	Document DocumentRow  `json:"document"`
	Content  string       `json:"content" jsonschema:"in Markdown"`
	Comments []CommentRow `json:"comments,omitempty" jsonschema:"the newest first"`
}

func (p pack) document() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskDocument), Label: "Read a document", Nouns: []string{"document"}, Examples: documentAsked(),
		Description: "Reads one document of the workspace: its content, its state and what was commented on it. Changes nothing.",
	}, nil, func(ctx context.Context, a asked, in GetDocument) (out answer[DocumentFound], err error) {
		one, err := p.findDocument(ctx, a, in.Document)
		if err != nil {
			return out, err
		}
		found := DocumentFound{Document: documentRow(a, one), Content: one.Content}
		if p.discussed != nil {
			all, err := p.discussed.Comments(ctx, a.viewer, workspace.CommentsWanted{Document: one.ID, Limit: usual})
			if err != nil {
				return out, err
			}
			found.Comments = rows(a, all, commentRow)
		}
		return answer[DocumentFound]{assistant.Say("“%s” in “%s”, %s", one.Title, one.ProjectName, documentStatus(one.Status)), found}, nil
	})
}

// SearchContent are the arguments of search_content.
type SearchContent struct {
	Query   string   `json:"query" jsonschema:"words, all of which have to be there"`
	Types   []string `json:"types,omitempty" jsonschema:"only things of these kinds"`
	Project string   `json:"project_id,omitempty" jsonschema:"only in this project, by its id or name"`
	Limit   int      `json:"limit,omitempty" jsonschema:"how many at most"`
}

// HitRow is something that was found, in a result.
type HitRow struct {
	Type    string `json:"entity_type"`
	ID      string `json:"entity_id"`
	Title   string `json:"title,omitempty"`
	Project string `json:"project"`
	Excerpt string `json:"excerpt,omitempty"`
	Updated string `json:"updated_at"`
}

// HitsFound are the fields of the result of search_content.
type HitsFound struct {
	Results []HitRow `json:"results"`
}

func (p pack) search() tools.Tool {
	kinds := among(workspace.EntityTypes())
	return query(p, tools.Tool{
		Name: string(TaskSearch), Label: "Search the workspace", Verbs: []string{"search", "find"}, Examples: searchAsked(),
		Description: "Finds words in projects, tasks, blockers, documents and comments of the workspace, the last changed first, with an " +
			"excerpt of each. Changes nothing.",
	}, map[string]bound{"types": kinds, "limit": upTo(most, usual)}, func(ctx context.Context, a asked, in SearchContent) (out answer[HitsFound], err error) {
		project, err := p.findProject(ctx, a, in.Project)
		if err != nil {
			return out, err
		}
		all, err := p.searched.Search(ctx, a.viewer, workspace.HitsWanted{Words: in.Query, Types: typed[workspace.EntityType](in.Types), Project: project.ID, Limit: or(in.Limit, usual)})
		if err != nil {
			return out, err
		}
		says := assistant.Say("I found %d things about “%s”", len(all), in.Query)
		switch len(all) {
		case 0:
			says = assistant.Say("I found nothing about “%s”", in.Query)
		case 1:
			says = assistant.Say("I found 1 thing about “%s”", in.Query)
		}
		return answer[HitsFound]{says, HitsFound{rows(a, all, func(a asked, h workspace.Hit) HitRow {
			return HitRow{string(h.Type), h.ID, h.Title, h.ProjectName, excerpt(h.Text, in.Query), a.at(h.Updated)}
		})}}, nil
	})
}
