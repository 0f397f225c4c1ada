"use strict";
// A page that nobody looks at listens to nothing: a browser holds few connections to one server, and streams would take them
// all. Once the page is looked at again it goes on from where it was. A line that is cut is taken up again at once, and goes on
// from there as well.

(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const quietAfter = 2000; // milliseconds: looking away for a moment costs nothing
  const saidAfter = 3; // calls in vain until the page says that the line is lost
  const stoodAfter = 2000; // milliseconds: a line that was cut sooner is not called again at once
  const lost = document.getElementById("lost");
  const address = new URL(live.getAttribute("sse-connect"), location.href);
  let timer = 0;

  document.body.addEventListener("htmx:sseMessage", (e) => {
    if (Number(e.detail.lastEventId) > 0) address.searchParams.set("after", e.detail.lastEventId);
  });

  // How long to wait until the next call: soon, since most failures are over at once; after half a minute with more patience.
  const pause = (calls) => (calls < 2 ? 0 : calls < 4 ? 150 : calls < 40 ? 350 : calls < 100 ? 1200 : 5000) * (0.8 + 0.4 * Math.random());

  // Whoever is signed out, or may not see the conversation any more, hears nothing any more.
  async function welcome() {
    const here = document.querySelector("[data-here]")?.dataset.here || "";
    try {
      const { status } = await fetch("/panel/now?here=" + here, { headers: { "HX-Request": "true" } });
      if (status === 404) tell(say("You may not see this conversation any more."), say("An admin can tell you why."));
      return status !== 401 && status !== 404;
    } catch (e) { return true; }
  }

  // Line is what the extension takes for an EventSource: it calls anew by itself, where a browser waits for seconds and, after an
  // answer that is no stream, for ever.
  class Line {
    readyState = EventSource.CONNECTING;
    #heard = [];
    #calls = 0;
    #again = 0;
    #opened = -Infinity;
    #source = null;

    constructor() {
      this.#call();
      this.now = () => { if (this.readyState === EventSource.CONNECTING) this.#call(); };
      addEventListener("online", this.now);
    }
    addEventListener(type, listener) {
      this.#heard.push([type, listener]);
      this.#source.addEventListener(type, listener);
    }
    removeEventListener(type, listener) {
      this.#heard = this.#heard.filter(([t, l]) => t !== type || l !== listener);
      this.#source.removeEventListener(type, listener);
    }
    close() {
      this.readyState = EventSource.CLOSED;
      removeEventListener("online", this.now);
      clearTimeout(this.#again);
      this.#source.close();
      this.#said(false);
    }
    #call() {
      clearTimeout(this.#again);
      this.#source?.close();
      const source = this.#source = new EventSource(address.pathname + address.search);
      for (const [type, listener] of this.#heard) source.addEventListener(type, listener);
      source.onopen = () => {
        this.readyState = EventSource.OPEN;
        this.#opened = performance.now();
        this.#calls = 0;
        this.#said(false);
        this.onopen?.();
      };
      source.onerror = () => {
        source.close();
        if (this.readyState === EventSource.CLOSED || source !== this.#source) return;
        this.readyState = EventSource.CONNECTING;
        this.#calls++;
        if (this.#calls >= saidAfter) this.#said(true);
        if (this.#calls % 10 === saidAfter) welcome().then((yes) => { if (!yes && this.readyState === EventSource.CONNECTING) this.close(); }); // beside the next call, which it does not hold up
        const hasty = performance.now() - this.#opened < stoodAfter;
        this.#again = setTimeout(() => this.#call(), pause(hasty ? Math.max(this.#calls, 2) : this.#calls));
      };
    }
    #said(yes) {
      if (lost) lost.hidden = !yes;
    }
  }
  htmx.createEventSource = () => new Line();

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
