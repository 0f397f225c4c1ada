package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// panelPlayer is the owner at the panel, in a real Chromium.
type panelPlayer struct {
	*panel
	looks int
}

func playPanel(t *testing.T, on stage) (player, *child) { //nolint:iface // one of three players
	t.Helper()
	k := newChild(t, on.env())
	k.startReady()
	p := &panelPlayer{panel: openPanel(t, k)}
	if *update {
		p.dir = recordedDir
	}
	return p, k
}

// sees is panel.sees whatever the case: a style may write words in capitals.
func (p *panelPlayer) sees(words string) {
	p.t.Helper()
	p.when("the feed shows "+words, `document.querySelector("#feed").innerText.toLowerCase().includes(`+strconv.Quote(strings.ToLower(words))+`)`)
}

func (p *panelPlayer) parallel(n int) {
	p.t.Helper()
	p.when("the tasks are at work", `document.querySelectorAll("#feed [data-state=in_progress]").length === `+strconv.Itoa(n))
}

// marked clicks the only thing of a kind that has the words.
func (p *panelPlayer) marked(kind, words string) {
	p.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("#feed %s")].filter(e => e.innerText.trim() === %s && e.checkVisibility())`, kind, strconv.Quote(words))
	p.when(words+" can be clicked", find+".length > 0")
	p.when(words+" can be clicked once", find+".length === 1")
	// In one go: a card that is drawn anew between finding and clicking is another one.
	p.when(words+" is clicked", "("+find+`[0] ?? {click: () => {throw new Error("gone")}}).click() === undefined`)
}

func (p *panelPlayer) press(what string) {
	p.t.Helper()
	p.marked("button", map[string]string{"approve": "Approve and start", "accept": "Approve", "retry": "Try again", "stop": "Stop", "undo": "Undo"}[what])
}

func (p *panelPlayer) choose(label string) {
	p.t.Helper()
	p.marked(".option-label", label)
	p.marked("button", "Answer")
}

// answer fills the fields of the open questions in: an option where one says so, else own words.
func (p *panelPlayer) answer(answers [][2]string) {
	p.t.Helper()
	for _, qa := range answers {
		field := fmt.Sprintf(`[...document.querySelectorAll("#feed fieldset")].filter(e => e.querySelector("legend").innerText.trim() === %s)[0]`, strconv.Quote(qa[0]))
		p.when("it asks "+qa[0], field)
		p.when("the answer is given", `(() => { const field = `+field+`;
			const option = [...field.querySelectorAll(".option-label")].filter(e => e.innerText.trim() === `+strconv.Quote(qa[1])+`)[0];
			if (option) { option.click(); return true }
			field.querySelector("input:not([type=radio], [type=hidden])").value = `+strconv.Quote(qa[1])+`; return true })()`)
	}
	p.marked("button", "Answer")
}

func (p *panelPlayer) change(wish string) {
	p.t.Helper()
	p.marked("summary", "Request changes")
	p.do("write the wish", chromedp.SendKeys(chromedp.CSS(`#feed textarea[name=note]`), wish))
	p.marked("button", "Ask for a new version")
}

// look takes a picture of the newest card, when nothing in the feed has changed for a moment, where they are taken anew. Else it is held
// that one was kept.
func (p *panelPlayer) look(name string, picture bool) {
	p.t.Helper()
	if !picture {
		return
	}
	p.looks++
	name = fmt.Sprintf("panel-%d-%s", p.looks, strings.ReplaceAll(strings.ReplaceAll(name, ",", ""), " ", "-"))
	if p.dir != "" {
		p.rests()
	}
	p.whole(name, ".card")
	if _, err := os.Stat(filepath.Join(recordedDir, name+".png")); err != nil {
		p.t.Errorf("no picture was kept of it, -update takes them: %v", err)
	}
}

// rests waits until nothing in the feed has changed for a moment.
func (p *panelPlayer) rests() {
	p.t.Helper()
	text := func() string {
		out, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector("#feed").innerText`))
		return out
	}
	now, since := text(), time.Now()
	eventually(p.t, patience, "the feed comes to rest", func() bool {
		if again := text(); again != now {
			now, since = again, time.Now()
		}
		return now != "" && time.Since(since) > time.Second
	})
}

func (p *panelPlayer) end() {}
