package components

import "github.com/aisteam/aisteam/bots/view"

// Card draws a view as a card.
func (r Renderer) Card(v view.View) Look { return r.card(v) }
