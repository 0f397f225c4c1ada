package packkit_test

import "testing"

// TestTheGuideIsFoundByItsName, in every language, and takes nothing of what is asked of a site.
func TestTheGuideIsFoundByItsName(t *testing.T) {
	b := book(t)
	for request, want := range map[string]string{
		"Show the guide": "list_system_docs", "please show me the guide": "list_system_docs", "What is in the guide?": "list_system_docs", "show the pages of the guide": "list_system_docs",
		"Zeige die Anleitung": "list_system_docs", "Montre le guide": "list_system_docs", "Muestra la guía": "list_system_docs",
		"search the guide for undo": "search_system_docs query=undo", "what does the guide say about background tasks?": "search_system_docs query=background tasks",
		"durchsuche die Anleitung nach undo": "search_system_docs query=undo", "cherche dans le guide undo": "search_system_docs query=undo", "busca en la guía undo": "search_system_docs query=undo",
		"read the guide page undo": "read_system_doc doc_id=undo", "lies die Seite undo der Anleitung": "read_system_doc doc_id=undo",
		"lis la page undo du guide": "read_system_doc doc_id=undo", "lee la página undo de la guía": "read_system_doc doc_id=undo",
		"How does undo work?": "", "How do approvals work?": "", "How do background tasks work?": "",
		"Which pages do we have?": "list_pages",
	} {
		if got := called(b, request); got != want {
			t.Errorf("%q comes to %q, want %q", request, got, want)
		}
	}
}

// TestWhatTheGuideTellsPeopleToSayIsUnderstood, without a model, as far as it is meant to be.
func TestWhatTheGuideTellsPeopleToSayIsUnderstood(t *testing.T) {
	b := book(t)
	for request, want := range map[string]string{
		"What is blocked?": "get_blockers", "Show overdue tasks": "get_tasks is_overdue=true", "What is on my plate this week?": "get_user_workload",
		"What should I focus on today?": "get_attention_summary user_id=me", "Speak German with me": "choose_language language=de",
		"My time zone is Toronto": "choose_time_zone place=Toronto", "Show me my settings": "show_my_settings", "unmute": "snooze_notices over=true",
		"Snooze until Monday": "snooze_notices until=Monday", "mute notifications for 2 hours": "snooze_notices until=2 hours", "don't disturb until 17:30": "snooze_notices until=17:30",
		"I decide myself again": "name_deputy nobody=true", "Show the automations": "list_tasks",
	} {
		if got := called(b, request); got != want {
			t.Errorf("%q comes to %q, want %q", request, got, want)
		}
	}
}
