package web_test

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestColleaguesAreMentionedByTheirNames: an @ offers them, by the keys and by the pointer; who is chosen goes along with the message as long
// as it has their name, and is offered to be invited. Whoever addresses an agent sends as before.
func TestColleaguesAreMentionedByTheirNames(t *testing.T) {
	w := newWorld(t)
	ben, _ := w.join("Ben Okri", assistant.RoleMember), w.join("Hans Peter", assistant.RoleMember)
	b := openTab(t, w.serve(t), "/c/"+string(w.start("Words")))
	offered := func(text string) string {
		return `document.querySelector("#mention:not([hidden])")?.innerText === "` + text + `"`
	}
	sent := func(text string, want ...assistant.PersonID) {
		t.Helper()
		b.await(`document.getElementById("text").value === "" && !document.getElementById("send").disabled`)
		eventually(t, "it was sent", func() bool { return slices.Contains(heard(w), text) })
		w.mu.Lock()
		defer w.mu.Unlock()
		if got := w.inbound[len(w.inbound)-1].Mentions; !slices.Equal(got, want) {
			t.Errorf("“%s” mentions %v", text, got)
		}
	}
	b.types("ask @ok")
	b.await(offered("Ben Okri takes no part yet"))
	b.accessible("mentioning", axe(t))
	b.shoot("mentioning")
	b.types("\r")
	b.await(`document.getElementById("text").value === "ask @Ben Okri " && document.getElementById("mention").hidden`)
	b.types("about it\r")
	sent("ask @Ben Okri about it", ben.ID)
	b.await(`document.querySelector("#notice button[value=invite]")?.innerText === "Invite Ben Okri"`)
	b.types("nothing more\r")
	sent("nothing more")

	b.types("@b")
	b.await(offered("Ben Okri takes no part yet"))
	b.js(`document.querySelector("#mention li").dispatchEvent(new PointerEvent("pointerdown", {bubbles: true, cancelable: true}))`)
	b.await(`document.getElementById("text").value === "@Ben Okri "`)
	b.js(`box.value = "nobody after all"; box.dispatchEvent(new Event("input", {bubbles: true}))`)
	b.types("\r")
	sent("nobody after all")

	b.types("@hans")
	b.await(offered("Hans Peter takes no part yet"))
	b.types("\r")
	sent("@hans")
}

// TestThePeopleOfAConversationAreWithinEverybodysReach, and the words of each of them are told apart.
func TestThePeopleOfAConversationAreWithinEverybodysReach(t *testing.T) {
	w := newWorld(t)
	long := w.join("Adalbertine Featherstonehaugh-Cholmondeley", assistant.RoleMember)
	w.join("Ben Okri", assistant.RoleMember)
	c := w.start("Words")
	by := func(who assistant.PersonID, kind assistant.Kind, text string, body assistant.Body) {
		w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: who, Kind: kind, Content: text, Body: body})
	}
	by(w.owner.ID, assistant.KindMessage, "What do our competitors charge?", assistant.Said{})
	by(w.owner.ID, assistant.KindStatus, "Robin invited Adalbertine Featherstonehaugh-Cholmondeley.", assistant.MemberAdded{Person: long.ID})
	by(long.ID, assistant.KindMessage, "I have their list: it is of March", assistant.Said{})
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.await(`document.querySelector(".turn.theirs .person")?.innerText === "A" && document.querySelector(".turn.mine") !== null && document.querySelector(".chip")?.innerText.includes("invited")`)
	b.await(`document.querySelector('.thread a[href$="/people"]')?.innerText.includes("Adalbertine")`)
	b.everyLook("talk", axe(t))
	b.js(`document.querySelector('.thread a[href$="/people"]').click()`)
	b.await(`document.querySelectorAll("#main .people li").length === 2`)
	b.everyLook("people", axe(t))
	b.js(`document.getElementById("person").selectedIndex = 1; document.querySelector("#invite button[value=invite]").click()`)
	b.await(`document.querySelector(".notice.good")?.innerText.includes("Ben Okri takes part now")`)
	b.js(`document.querySelector("#main .people button").click()`)
	b.await(`document.querySelector(".notice.good")?.innerText.includes("takes no part any more")`)
}
