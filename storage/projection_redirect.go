package storage

import "github.com/aisteam/aisteam/assistant"

// redirectRequested stores that a run is to be changed, which needs one that is at work.
func (t *tx) redirectRequested(m assistant.Message, b assistant.RedirectRequested) {
	t.exists(`assistant_runs`, string(b.Run), m)
	t.needed(assistant.ErrDecided, t.changeRun(m, b.Run))
}

// runRedirected stores how a run goes on that was planning: one that was stopped meanwhile does not.
func (t *tx) runRedirected(m assistant.Message, b assistant.RunRedirected) error {
	t.exists(`assistant_runs`, string(b.Run), m)
	t.needed(assistant.ErrDecided, t.changeRun(m, b.Run))
	t.exec(`update assistant_runs set plan_version = $3 where id = $1 and conversation_id = $2`, b.Run, m.Conversation, b.Version)
	t.changeTasks(m, b.Run)
	for _, k := range b.Moved {
		t.exec(`update assistant_tasks set step_group = $4, sequence_order = $5 where id = $1 and run_id = $2 and conversation_id = $3`,
			k.Task, b.Run, m.Conversation, k.Group, k.Order)
	}
	for _, k := range b.Tasks {
		if err := t.insertTask(m, assistant.Run{ID: b.Run}, k); err != nil {
			return err
		}
	}
	return nil
}
