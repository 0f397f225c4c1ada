package web_test

import (
	"fmt"
)

// errand is something that people do every day: what they press and fill in, from a page on, and how it is known to be done.
type errand struct {
	name  string
	from  string
	steps []move
	plain []move      // without scripts, where that goes another way; nil where it does not
	ready func(tab)   // what happens once the page is open, in a browser with scripts; nil for nothing
	says  string      // what the page says then; "" where what is kept tells alone
	kept  func() bool // whether it was done, by what is kept; nil for errands that keep nothing

	scripted bool // it takes the page's scripts
}

// move is one step: something is pressed, filled in or chosen, or a key that sends a form.
type move struct {
	does doing
	at   string // a selector
	with string // the words, the option's value, or what is in the file
}

type doing int

const (
	presses doing = iota
	fills
	chooses
	attaches
	enters // with scripts a form is sent by itself
)

func press(at string) move { return move{at: at} }

func fillIn(at, words string) move { return move{fills, at, words} }

func choose(at, value string) move { return move{chooses, at, value} }

func attach(at, words string) move { return move{attaches, at, words} }

func enter(at string) move { return move{does: enters, at: at} }

// to goes to a page of the navigation.
func to(page string) move {
	return press(`.places a[href="` + page + `"], .tabs a[href="` + page + `"], .subpages a[href="` + page + `"]`)
}

// way is how somebody does it. Without scripts forms and links are all that there is, and the width of the window makes no difference.
type way struct {
	width     int64 // 0 without scripts
	theme, by string
}

func (w way) scripts() bool { return w.width > 0 }

func (w way) String() string {
	if !w.scripts() {
		return "without scripts"
	}
	return fmt.Sprintf("%d %s %s", w.width, w.theme, w.by)
}

// head is what stands above the ways that differ from it in colours alone.
func (w way) head() string {
	if !w.scripts() {
		return "plain"
	}
	return fmt.Sprintf("%d %s", w.width, w.by)
}

const phone = 390 // pixels, at which the pages that the bar has no room for are in a menu

func ways() []way {
	out := []way{{}}
	for _, width := range []int64{1440, 768, phone} {
		for _, theme := range []string{"light", "dark"} {
			for _, by := range []string{"mouse", "keyboard", "touch"} {
				out = append(out, way{width, theme, by})
			}
		}
	}
	return out
}
