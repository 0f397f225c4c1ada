"use strict";
// A page that nobody looks at listens to nothing: a browser holds few connections to one server, and streams would take them
// all. Once the page is looked at again it goes on from where it was.

(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const quietAfter = 2000; // milliseconds: looking away for a moment costs nothing
  const address = new URL(live.getAttribute("sse-connect"), location.href);
  let timer = 0;

  document.body.addEventListener("htmx:sseMessage", (e) => {
    if (Number(e.detail.lastEventId) > 0) address.searchParams.set("after", e.detail.lastEventId);
  });
  // The extension that listens is told by its own events: it hangs up before an element is cleaned up, and listens once one
  // is processed.
  const listening = () => live.hasAttribute("sse-connect");
  function stop() {
    live.removeAttribute("sse-connect");
    htmx.trigger(live, "htmx:beforeCleanupElement");
  }
  function start() {
    live.setAttribute("sse-connect", address.pathname + address.search);
    htmx.trigger(live, "htmx:afterProcessNode");
  }
  if (document.hidden) live.removeAttribute("sse-connect"); // before anything listens
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => { if (listening()) stop(); }, quietAfter);
    else if (!listening()) start();
  });
})();
