package web_test

import "testing"

// TestWhatIsPutAsideStandsOnItsOwnList: it goes by the button on its line, the page says until when, and all of it is within everybody's
// reach.
func TestWhatIsPutAsideStandsOnItsOwnList(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	b := openTab(t, w.serve(t), "/waiting")
	line := `document.querySelector('[data-item="` + string(s.plan) + `"]')`
	b.await(line + ` !== null`)
	b.js(line + `.querySelector("details").open = true`)
	b.shoot("aside-before")
	b.js(line + `.querySelector("form.putoff button").click()`)
	b.await(`document.querySelector(".notice.good")?.innerText.includes("It comes back") && document.querySelector("#aside") !== null`)
	b.await(line + ` === null`)
	b.js(`document.getElementById("aside").open = true`)
	b.everyLook("aside", axe(t))
}
