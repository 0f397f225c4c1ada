package main

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/browser"
)

// TestABrowserInTorontoIsRemindedAtNineThere: from its first message on, without a setting; the settings show it, and a word changes it.
func TestABrowserInTorontoIsRemindedAtNineThere(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	p := &panel{t: t, ctx: browser.New(t), dir: os.Getenv(screenshotsVar)}
	if err := browser.In(p.ctx, "America/Toronto"); err != nil {
		t.Fatal(err)
	}
	p.signsIn(k)
	p.when("the panel is there", `document.querySelector("#text")`)
	p.say("remind me tomorrow at 9 to call Anna")
	toronto, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	nine := "09:00 " + time.Now().In(toronto).AddDate(0, 0, 1).Format("MST")
	p.when("the plan says nine there", `document.querySelector(".card.plan")?.textContent.includes(`+strconv.Quote(nine)+`)`)
	p.picture("zone-plan")
	p.say("yes")
	p.sees("Undo")
	p.opens(k.url("/tasks"))
	p.when("it is due at nine there", `document.querySelector("main").innerText.includes(`+strconv.Quote(nine)+`)`)
	p.picture("zone-tasks")
	p.opens(k.url("/settings"))
	p.when("the settings show it", `document.querySelector("#own-choose_time_zone").textContent.includes("America/Toronto, as your browser or your platform says.")`)
	p.picture("zone-settings")
	p.opens(k.url("/"))
	p.say("my time zone is Wien")
	p.sees("Understood: your time zone is Europe/Vienna now")
	p.opens(k.url("/settings"))
	p.when("what was chosen counts", `document.querySelector("#own-choose_time_zone").textContent.includes("Europe/Vienna, as you have chosen.")`)
}
