"use strict";
// A page that nobody looks at listens to nothing: a browser holds few connections to one server, and streams would take them
// all. Once the page is looked at again it goes on from where it was. A line that is cut is taken up again at once, and goes on
// from there as well.

(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const quietAfter = 500; // milliseconds: looking away for a moment costs nothing, and lines that nobody reads are in the way of others
  const saidAfter = 3; // calls in vain until the page says that the line is lost
  const stoodAfter = 2000; // milliseconds: a line that was cut sooner is not called again at once
  const besideAfter = 700; // milliseconds: most calls are answered by then, on a slow line too
  const most = 2; // calls at a time
  const patientAfter = 20; // calls in vain until one at a time is enough
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
  // answer that is no stream, for ever. Where a call gets no answer for a while another is made beside it, and whichever is
  // answered first is the line.
  class Line {
    readyState = EventSource.CONNECTING;
    #heard = [];
    #calls = 0;
    #again = 0;
    #beside = 0;
    #opened = -Infinity;
    #waiting = new Set(); // calls that are not answered yet
    #source = null; // the one that is

    constructor() {
      this.#call();
      this.now = () => {
        if (this.readyState !== EventSource.CONNECTING) return;
        this.#hangUp();
        this.#call();
      };
      addEventListener("online", this.now);
    }
    addEventListener(type, listener) {
      this.#heard.push([type, listener]);
      for (const s of this.#sources()) s.addEventListener(type, listener);
    }
    removeEventListener(type, listener) {
      this.#heard = this.#heard.filter(([t, l]) => t !== type || l !== listener);
      for (const s of this.#sources()) s.removeEventListener(type, listener);
    }
    close() {
      this.readyState = EventSource.CLOSED;
      removeEventListener("online", this.now);
      this.#hangUp();
      this.#said(false);
    }
    #sources() {
      return this.#source ? [this.#source, ...this.#waiting] : [...this.#waiting];
    }
    #hangUp() {
      clearTimeout(this.#again);
      clearTimeout(this.#beside);
      for (const s of this.#sources()) s.close();
      this.#waiting.clear();
      this.#source = null;
    }
    #call() {
      clearTimeout(this.#again);
      const source = new EventSource(address.pathname + address.search);
      this.#waiting.add(source);
      for (const [type, listener] of this.#heard) source.addEventListener(type, listener);
      source.onopen = () => this.#answered(source);
      source.onerror = () => this.#failed(source);
      if (this.#waiting.size < most && this.#calls < patientAfter) this.#beside = setTimeout(() => this.#call(), besideAfter);
    }
    #answered(source) {
      this.#waiting.delete(source);
      this.#hangUp(); // on the others
      this.#source = source;
      this.readyState = EventSource.OPEN;
      this.#opened = performance.now();
      this.#calls = 0;
      this.#said(false);
      this.onopen?.();
    }
    #failed(source) {
      source.close();
      const known = this.#waiting.delete(source) || source === this.#source;
      if (this.readyState === EventSource.CLOSED || !known) return;
      if (source === this.#source) this.#source = null;
      this.readyState = EventSource.CONNECTING;
      if (this.#waiting.size) return; // another is on its way
      clearTimeout(this.#beside);
      this.#calls++;
      if (this.#calls >= saidAfter) this.#said(true);
      if (this.#calls % 10 === saidAfter) welcome().then((yes) => { if (!yes && this.readyState === EventSource.CONNECTING) this.close(); }); // beside the next call, which it does not hold up
      const hasty = performance.now() - this.#opened < stoodAfter;
      this.#again = setTimeout(() => this.#call(), pause(hasty ? Math.max(this.#calls, 2) : this.#calls));
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
