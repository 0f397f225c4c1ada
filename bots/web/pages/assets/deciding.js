"use strict";
// What waits for whoever looks is decided by keyboard, or several at once, on the page that shows it all.

(() => {
  if (!document.body.classList.contains("inbox")) return;
  const feed = document.getElementById("feed");
  const all = document.getElementById("pick-all");
  const picks = () => [...feed.querySelectorAll(".pick")].filter((box) => document.querySelector(`#${CSS.escape(box.value)} form.decide`));
  const picked = () => picks().filter((box) => box.checked);
  function tally() {
    const n = picked().length;
    for (const id of ["approve-picked", "reject-picked"]) {
      const button = document.getElementById(id);
      if (button) button.disabled = !n;
    }
    const said = document.getElementById("picked");
    if (said) said.textContent = n ? say("%s selected", n) : "";
    if (all) all.checked = n > 0 && n === picks().length;
  }
  feed.addEventListener("change", (e) => { if (e.target.matches(".pick")) tally(); });
  all?.addEventListener("change", () => { for (const box of picks()) box.checked = all.checked; tally(); });
  tally();

  // Each is decided by its own form, with what was shown of it: one after the other.
  async function decide(verdict) {
    for (const box of picked()) {
      const form = document.querySelector(`#${CSS.escape(box.value)} form.decide`);
      const button = form?.querySelector(`button[value="${verdict}"]`);
      if (!button) continue;
      await new Promise((done) => {
        const heard = (e) => { if ((e.detail.requestConfig?.elt ?? e.detail.elt) === form) { document.body.removeEventListener("htmx:afterRequest", heard); done(); } };
        document.body.addEventListener("htmx:afterRequest", heard);
        button.click();
      });
      box.checked = false;
      box.disabled = true;
    }
    tally();
  }
  document.getElementById("approve-picked")?.addEventListener("click", () => decide("approved"));
  document.getElementById("reject-picked")?.addEventListener("click", () => decide("rejected"));

  const cards = () => [...feed.querySelectorAll("article.slot")];
  const current = () => document.activeElement?.closest?.(".item")?.querySelector("article.slot");
  const unfold = (card) => { const fold = card?.closest(".item > details"); if (fold) fold.open = true; };
  const wanted = () => { const card = location.hash && document.getElementById(location.hash.slice(1)); unfold(card); card?.scrollIntoView?.({ block: "center" }); };
  addEventListener("hashchange", wanted);
  if (location.hash) wanted();
  function step(by) {
    const list = cards();
    const at = list.indexOf(current());
    const next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(list.length - 1, Math.max(0, at + by))];
    unfold(next);
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
  function press(button) {
    const card = current();
    if (!card?.closest("details")?.open) return unfold(card);
    card.querySelector(button)?.click();
  }
  window.inboxKeys = {
    j: () => step(1), k: () => step(-1),
    // What is folded is opened first: nobody decides on what they do not see.
    a: () => press("form.decide button.primary"),
    r: () => press('form.decide button[value="rejected"]'),
    x: () => { const box = current()?.closest(".item")?.querySelector(".pick"); if (box && !box.disabled) { box.checked = !box.checked; tally(); } },
    o: () => current()?.closest(".item")?.querySelector(".from a")?.click(),
  };
})();
