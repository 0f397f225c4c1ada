package web_test

import (
	"strings"
	"testing"
)

// Titles as people and other systems make them, of 500 characters, from right to left and of pictures, stay in their places.
func TestNoTitleBreaksTheLayout(t *testing.T) {
	w := newWorld(t)
	titles := []string{
		strings.Repeat("Donaudampfschifffahrt", 24)[:500], strings.Repeat("words of a title ", 30)[:500], strings.Repeat("👩‍👩‍👧🇩🇪", 60),
		strings.Repeat("اكتب صفحة عن ساعات العمل ", 20), "\u202eevil.exe \u202e", "<b>bold</b> & \"quoted\"",
	}
	server := w.serve(t)
	for _, title := range titles {
		c := w.start(title)
		b := openTab(t, server, "/c/"+string(c))
		for _, width := range []int64{320, 768, 1440} {
			b.size(width, 900, width < 500)
			b.await(`document.documentElement.scrollWidth <= innerWidth`)
			b.await(`[...document.querySelectorAll(".thread h1, .thread .menu, #past a, #past time")].every((el) => {
				const at = el.getBoundingClientRect();
				return at.left >= 0 && at.right <= innerWidth;
			})`)
			b.await(`(document.querySelector(".thread h1").getBoundingClientRect().height < 40)`)
			b.await(`[...document.querySelectorAll("#past li:not(.since)")].every((li) => li.getBoundingClientRect().height < 60 && li.scrollWidth <= li.clientWidth)`)
		}
	}
}
