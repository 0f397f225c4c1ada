package components

import "github.com/aisteam/aisteam/bots/view"

func (d *drawing) rating(r view.Rating) {
	d.put(Text("**" + Line(r.Asked, 300) + "**"))
	d.put(d.form(r.Form)...)
	d.put(d.r.actions(d.View, view.Actions{Items: []view.Action{r.Send}})...)
}
