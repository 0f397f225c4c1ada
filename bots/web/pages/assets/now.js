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
  let last = "", timer = 0, asking = false;

  function count() {
    const n = Number(waits()?.dataset.count) || 0;
    document.title = (n ? `(${n}) ` : "") + title + brand;
    const badge = document.querySelector(".tabs .count");
    if (badge) { badge.textContent = n; badge.hidden = !n; }
    const refs = [...document.querySelectorAll("#waits [data-ref]")];
    if (refs.length || !n) notify.waits(refs); // most pages only know how many at first
    const shown = [...document.querySelectorAll("[data-item]")].map((el) => el.dataset.item);
    const fresh = document.getElementById("fresh-waits");
    if (fresh) fresh.hidden = ![...document.querySelectorAll("#waits [data-ref]")].some((a) => !shown.includes(a.dataset.ref));
  }

  function rename(to) {
    if (!to || to === title) return;
    title = to;
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
      if (got.ok) {
        const text = await got.text();
        if (text !== last) { last = text; show(text); }
        count();
      }
    } catch (e) { /* the server is away: the next look may find it */ }
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
  return { look };
})();
