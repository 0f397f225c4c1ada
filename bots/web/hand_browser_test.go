package web_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatIsHandedStandsOnItsOwnList: it goes by the button on its line, the page says to whom, and all of it is within everybody's reach.
func TestWhatIsHandedStandsOnItsOwnList(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	w.join("Adalbertine Featherstonehaugh-Cholmondeley", assistant.RoleApprover)
	b := openTab(t, w.serve(t), "/waiting")
	line := `document.querySelector('[data-item="` + string(s.plan) + `"]')`
	b.await(line + ` !== null`)
	b.js(line + `.querySelector("details").open = true`)
	b.everyLook("handed-before", axe(t))
	b.js(line + `.querySelector('form[action="/panel/waiting/hand"] button').click()`)
	b.await(`document.querySelector(".notice.good")?.innerText.includes("Handed to Adalbertine") && document.querySelector("#handed") !== null`)
	b.await(line + ` === null`)
	b.js(`document.getElementById("handed").open = true`)
	b.everyLook("handed", axe(t))
}
