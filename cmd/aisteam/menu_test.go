package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// TestALineIsTakenOutOfAMenuWithoutAModel removes a line of a menu of a real WordPress, from the request to the undo, in a rehearsal.
func TestALineIsTakenOutOfAMenuWithoutAModel(t *testing.T) {
	t.Parallel()
	site := wordpresskit.ForTest(t)
	menu := func() string {
		t.Helper()
		out, err := site.Do(t.Context(), `echo "LINES", implode(',', array_map(fn($l) => $l->title, wp_get_nav_menu_items('Main menu')));`)
		if err != nil {
			t.Fatal(err)
		}
		_, lines, _ := strings.Cut(out, "LINES")
		return strings.TrimSpace(lines)
	}
	if _, err := site.Do(t.Context(), `
$menu = wp_create_nav_menu('Main menu');
foreach (['Home', 'Hours', 'Contact'] as $i => $title) wp_update_nav_menu_item($menu, 0, ['menu-item-title' => $title, 'menu-item-url' => home_url('/'.$i), 'menu-item-status' => 'publish', 'menu-item-type' => 'custom', 'menu-item-position' => $i + 1]);`); err != nil {
		t.Fatal(err)
	}
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	a.settings(site, site.Password)
	asked := a.chat("", "Remove Hours from the main menu")
	a.reads(asked.ConversationID, "Remove “Hours” from the menu")
	if got := menu(); got != "Home,Hours,Contact" {
		t.Errorf("before anybody has agreed there is %s", got)
	}
	a.chat(asked.ConversationID, "yes")
	a.reads(asked.ConversationID, "1 step can be undone")
	if got := menu(); got != "Home,Contact" {
		t.Errorf("there is %s", got)
	}
	a.chat(asked.ConversationID, "undo")
	a.reads(asked.ConversationID, "I have taken back")
	if got := menu(); got != "Home,Hours,Contact" {
		t.Errorf("after undo there is %s", got)
	}
}
