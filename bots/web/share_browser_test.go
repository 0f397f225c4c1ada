package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// shareForm sends what a phone does when somebody shares something with the panel, once its worker runs.
const shareForm = `(async () => {
	await navigator.serviceWorker.register("/sw.js");
	await navigator.serviceWorker.ready;
	while (!navigator.serviceWorker.controller) await new Promise((again) => setTimeout(again, 20));
	const form = document.createElement("form");
	Object.assign(form, {method: "POST", action: "/share", enctype: "multipart/form-data"});
	for (const [name, value] of [["title", "Spring menu"], ["text", "Is this right?"], ["url", "https://menu.example/?a=1&b=2"]]) {
		const input = document.createElement("input");
		Object.assign(input, {name, value});
		form.append(input);
	}
	const files = document.createElement("input"), chosen = new DataTransfer();
	chosen.items.add(new File(["12 dishes"], "Menü, neu.txt", {type: "text/plain"}));
	Object.assign(files, {type: "file", name: "files", files: chosen.files});
	form.append(files);
	document.body.append(form);
	form.submit();
})(), 1`

const sharedWords = "Spring menu\nIs this right?\nhttps://menu.example/?a=1&b=2"

// TestWhatAPhoneSharesStandsInTheBox: with its file, once, and nothing of it goes to the server before somebody sends it.
func TestWhatAPhoneSharesStandsInTheBox(t *testing.T) {
	w := newWorld(t)
	server := w.serve(t)
	b := openTab(t, server, "/people")
	b.js(shareForm)
	b.await(`location.pathname === "/" && document.getElementById("text")?.value === ` + "`" + sharedWords + "`")
	b.await(`document.querySelector("#chosen li")?.textContent.includes("Menü, neu.txt") && !location.search`)
	if len(w.inbound) > 0 {
		t.Errorf("%+v was sent", w.inbound)
	}
	b.js(`location.href = "/?shared"`)
	// The shared words are kept as typed words are.
	b.await(`document.readyState === "complete" && !location.search && document.getElementById("text").value === ` + "`" + sharedWords + "`")
	b.await(`document.getElementById("files").files.length === 0`)
}

// TestWhatIsSharedWithoutAWorkerStandsInTheBox: the server takes the words, and says that it has left the files out.
func TestWhatIsSharedWithoutAWorkerStandsInTheBox(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	given := func(change ...func(*http.Request)) (int, *goquery.Document) {
		body := "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n</textarea><b>\r\n--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nIs this right?\r\n" +
			"--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.txt\"\r\n\r\nabc\r\n--b--\r\n"
		change = append(change, func(r *http.Request) { r.Header.Set("Content-Type", "multipart/form-data; boundary=b") })
		rec := call(t, h, "POST", "/share", body, change...)
		doc, err := goquery.NewDocumentFromReader(rec.Body)
		if err != nil {
			t.Fatal(err)
		}
		return rec.Code, doc
	}
	code, doc := given(in)
	if words := doc.Find("#text").Text(); code != http.StatusOK || words != "</textarea><b>\nIs this right?" || !strings.Contains(doc.Find("#notice").Text(), "did not come along") {
		t.Errorf("%d %q %q", code, words, doc.Find("#notice").Text())
	}
	if code, _ := given(in, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }); code != http.StatusForbidden {
		t.Errorf("another site shares something in somebody's name: %d", code)
	}
	if code, _ := given(bare); code != http.StatusUnauthorized {
		t.Errorf("a stranger shares something: %d", code)
	}
	if n := len(w.inbound); n > 0 {
		t.Errorf("%d messages were sent", n)
	}
}
