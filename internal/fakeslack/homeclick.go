package fakeslack

import (
	"context"
	"encoding/json"
	"fmt"
)

// ClickHome presses a button of somebody's home: the n-th with that action, from 0.
func (s *Server) ClickHome(ctx context.Context, user, action string, n int) (Answer, error) {
	var view struct {
		Blocks []struct {
			ID       string           `json:"block_id"`
			Elements []map[string]any `json:"elements"`
		} `json:"blocks"`
	}
	if err := json.Unmarshal(s.Home(user), &view); err != nil {
		return Answer{}, fmt.Errorf("read home of %s: %w", user, err)
	}
	for _, b := range view.Blocks {
		for _, e := range b.Elements {
			if e["action_id"] != action {
				continue
			}
			if n--; n >= 0 {
				continue
			}
			return s.PressHome(ctx, user, map[string]any{"type": e["type"], "action_id": action, "block_id": b.ID, "value": e["value"]})
		}
	}
	return Answer{}, fmt.Errorf("the home of %s shows no action %q", user, action)
}

// PressHome sends an action found on a home tab, however old it is and whoever's home it was.
func (s *Server) PressHome(ctx context.Context, user string, action map[string]any) (Answer, error) {
	s.mu.Lock()
	action["action_ts"] = s.stamp()
	trigger := "trigger-" + s.stamp()
	s.triggers[trigger] = user
	s.mu.Unlock()
	return s.Interact(ctx, map[string]any{
		"type": "block_actions", "team": s.place(), "enterprise": s.organisation(), "is_enterprise_install": s.served(), "trigger_id": trigger,
		"user":      map[string]any{"id": user, "username": s.nameOf(user), "team_id": s.Team},
		"container": map[string]any{"type": "view", "view_id": "VHOME"}, "view": map[string]any{"id": "VHOME", "type": "home"}, "actions": []any{action},
	})
}
