"use strict";
// What stands around a page follows what happens: what waits, the list of conversations with what is at work in them, the title of
// the open one, and the tab's. A page asks for it from time to time, soon after something has happened in its conversation, and at
// once when somebody looks at it again.

const now = (() => {
  const waits = () => document.getElementById("waits");
  if (!waits()) return {};
  const list = document.getElementById("past");
  const often = 5000, seldom = 20000, soon = 400; // milliseconds, while somebody looks, while nobody does, after something happened
  const here = document.querySelector("[data-here]")?.dataset.here || "";
  const query = list?.dataset.query ? "&" + list.dataset.query : ""; // what the list has
  const brand = " · AISTEAM";
  let title = document.title.replace(/^\(\d+\) /, "").slice(0, -brand.length);
  let last = "", timer = 0, asking = false, away = false;

  // What is read from right to left stands in the tab's title without turning around what stands beside it.
  const isolated = (text) => (/[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? "\u2068" + text + "\u2069" : text);

  // What has come since the page was drawn: of many the newest alone are listed, so that those are known which came after all of them.
  const listed = () => [...document.querySelectorAll("#waits [data-ref]")];
  const drawn = new Set(listed().map((a) => a.dataset.ref));
  const whole = Number(waits().dataset.count) <= drawn.size;
  const newest = Math.max(0, ...listed().map((a) => Number(a.dataset.since)));
  const fresh = () => listed().some((a) => !drawn.has(a.dataset.ref) && (whole || Number(a.dataset.since) > newest));

  function count() {
    const n = Number(waits()?.dataset.count) || 0;
    document.title = (n ? `(${n}) ` : "") + title + brand;
    const badge = document.querySelector(".tabs .count");
    if (badge) { badge.textContent = n; badge.hidden = !n; }
    const refs = listed();
    if (refs.length || !n) notify.waits(refs); // most pages only know how many at first
    const come = document.getElementById("fresh-waits");
    if (come) come.hidden = !fresh();
  }

  function rename(to) {
    if (!to || isolated(to) === title) return;
    title = isolated(to);
    const head = document.querySelector(".thread h1");
    if (head) head.textContent = to;
    const name = document.getElementById("name");
    if (name && name.value === name.defaultValue) name.value = name.defaultValue = to;
    else if (name) name.defaultValue = to;
  }

  // Lines that have not changed stay the elements that they are: nobody loses a click, or the place of their focus. What is older than
  // the stretch stays where the reader has brought it.
  function relist(fresh) {
    if (!list || document.getElementById("sought")?.value || new URLSearchParams(location.search).has("past")) return;
    const old = new Map([...list.querySelectorAll("li[data-line]")].map((li) => [li.dataset.line, li]));
    const lines = [...fresh.querySelectorAll("li[data-line]")];
    if (lines.length) list.querySelectorAll("li.none").forEach((li) => li.remove());
    const held = document.activeElement?.closest?.("#past li")?.dataset.line;
    let at = list.firstElementChild;
    for (const line of lines) {
      const was = old.get(line.dataset.line);
      old.delete(line.dataset.line);
      const el = was && was.innerHTML === line.innerHTML ? was : line;
      if (was && was !== el) { if (at === was) at = el; was.replaceWith(el); }
      if (at === el) at = el.nextElementSibling;
      else list.insertBefore(el, at);
    }
    for (const [id, li] of old) if (id > fresh.dataset.oldest || li.querySelector(".mark-small")) li.remove();
    if (held && !list.contains(document.activeElement)) list.querySelector(`li[data-line="${CSS.escape(held)}"] a`)?.focus({ preventScroll: true });
  }

  function show(text) {
    const drawn = new DOMParser().parseFromString(text, "text/html");
    const piece = drawn.getElementById("waits");
    if (piece && !waits().contains(document.activeElement)) waits().replaceWith(piece);
    else if (piece) { last = ""; waits().dataset.count = piece.dataset.count; } // drawn at the next look: somebody is at it now
    const past = drawn.getElementById("past-now");
    if (!past) return;
    localise(past);
    relist(past);
    rename(past.dataset.title);
  }

  async function look() {
    if (asking) return;
    asking = true;
    clearTimeout(timer);
    let again = true;
    try {
      const got = await fetch("/panel/now?here=" + here + query, { headers: { "HX-Request": "true", "HX-Current-URL": location.href } });
      again = got.status !== 401; // signed out: the page says so when it is used
      away = got.status >= 502 && got.status <= 504;
      if (got.ok) {
        const text = await got.text();
        if (text !== last) { last = text; show(text); }
        count();
      }
    } catch (e) { away = true; /* the next look may find the server */ }
    asking = false;
    if (again) wait(document.hidden ? seldom : often);
  }
  function wait(ms) {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  }
  count();
  wait(often);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  addEventListener("online", look);
  document.body.addEventListener("htmx:sseMessage", (e) => { if (e.detail.type !== "draft") wait(soon); });
  document.body.addEventListener("htmx:oobAfterSwap", (e) => { if (e.detail.target?.id === "waits") count(); });
  return { look, get away() { return away; } };
})();
