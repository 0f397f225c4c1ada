"use strict";
// The palette goes anywhere: to a page, to where something new is begun, to what the page offers, and to what was said. What it finds
// on the page is brought into focus and not pressed: a decision is never one key away.

const palette = (() => {
  const dialog = document.getElementById("palette");
  const text = document.getElementById("palette-text");
  const list = document.getElementById("palette-list");
  if (!dialog) return { show: () => {} };
  const soon = 250; // milliseconds without a key until what was said is searched
  const commands = [...list.children];
  let timer = 0, asked = 0, at = 0, chosen = false;

  const shown = () => [...list.children].filter((li) => !li.hidden);
  function select(i) {
    for (const li of list.children) { li.removeAttribute("aria-selected"); li.id = ""; }
    const all = shown();
    at = Math.max(0, Math.min(i, all.length - 1));
    all.forEach((li, n) => { li.id = "palette-" + n; li.setAttribute("aria-selected", n === at); });
    text.setAttribute("aria-activedescendant", all.length ? "palette-" + at : "");
    all[at]?.scrollIntoView({ block: "nearest" });
  }
  function line(label, go) {
    const li = document.createElement("li");
    const a = Object.assign(document.createElement("a"), { href: "#", tabIndex: -1, textContent: label });
    li.setAttribute("role", "option");
    a.addEventListener("click", (e) => { e.preventDefault(); dialog.close(); go(); });
    li.append(a);
    return li;
  }
  // What the page itself offers, each under the words on its button.
  const offered = () => [...document.querySelectorAll("main button, main a.button:not(.subpages a), main summary")]
    .filter((el) => el.checkVisibility() && el.textContent.trim())
    .map((el) => line(el.textContent.trim().replace(/\s+/g, " "), () => { el.scrollIntoView({ block: "center" }); el.focus(); }));
  async function said(words) {
    const mine = ++asked;
    try {
      const got = await fetch("/panel/find?q=" + encodeURIComponent(words), { headers: { "HX-Request": "true" } });
      const found = new DOMParser().parseFromString(got.ok ? await got.text() : "", "text/html").querySelectorAll("li[data-line]");
      if (mine !== asked) return;
      for (const li of found) { li.setAttribute("role", "option"); li.querySelector("a").tabIndex = -1; }
      localise(list);
      list.append(...found);
      select(at);
    } catch (e) { /* the server is away: pages are found all the same */ }
  }
  function filter() {
    const words = text.value.trim().toLowerCase();
    const has = (li) => li.textContent.toLowerCase().includes(words);
    asked++;
    list.replaceChildren(...commands, ...(words ? offered().filter(has) : []));
    for (const li of commands) li.hidden = !has(li);
    select(0);
    clearTimeout(timer);
    if (words.length > 1) timer = setTimeout(() => said(words), soon);
  }
  text.addEventListener("input", filter);
  text.addEventListener("keydown", (e) => {
    if (e.key === "ArrowDown" || e.key === "ArrowUp") { e.preventDefault(); select(at + (e.key === "ArrowDown" ? 1 : -1)); }
    // Gone to once the key is let go: what comes into focus must not be pressed by the same key.
    if (e.key === "Enter" && !e.isComposing) { e.preventDefault(); chosen = true; }
  });
  text.addEventListener("keyup", (e) => {
    if (e.key !== "Enter" || !chosen) return;
    chosen = false;
    shown()[at]?.querySelector("a").click();
  });
  list.addEventListener("click", (e) => {
    const pressed = e.target.closest("[data-press]");
    if (pressed) e.preventDefault();
    if (e.target.closest("a")) dialog.close();
    document.getElementById(pressed?.dataset.press)?.click();
  });
  dialog.addEventListener("click", (e) => { if (e.target === dialog) dialog.close(); });
  function show() {
    if (dialog.open) return;
    text.value = "";
    dialog.showModal();
    filter();
  }
  for (const button of document.querySelectorAll("[data-palette]")) button.addEventListener("click", show);
  return { show };
})();
