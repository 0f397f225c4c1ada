package blocks

import "github.com/aisteam/aisteam/bots/view"

func (d *drawing) rating(r view.Rating) {
	d.say("*" + Escape(r.Asked, 300) + "*")
	d.put(d.form(r.Form)...)
	d.put(actions(view.Actions{Items: []view.Action{r.Send}})...)
}
