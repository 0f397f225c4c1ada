"use strict";
// Single keys, and their list on "?". They do nothing while somebody types, and can be switched off.

(() => {
  const help = document.getElementById("keys");
  if (!help) return;
  const off = () => { try { return localStorage.getItem("keys") === "off"; } catch (e) { return false; } };
  const toggle = document.getElementById("keys-on");
  if (toggle) {
    toggle.checked = !off();
    toggle.addEventListener("change", () => { try { localStorage.setItem("keys", toggle.checked ? "on" : "off"); } catch (e) { /* for this page alone */ } });
  }
  const focus = (id) => () => document.getElementById(id)?.focus();
  const go = (to) => () => { location.href = to; };
  const keys = { "/": document.getElementById("sought") ? focus("sought") : () => palette.show(), m: focus("text"), n: go("/"), i: go("/waiting"), s: go("/settings"), ...window.inboxKeys };
  // A dialog that was closed keeps the focus until the page is painted next: whoever is quicker does not type in it.
  const typed = (el) => !el.closest?.("dialog:not([open])") && el.closest?.("input, textarea, select, [contenteditable], dialog");
  addEventListener("keydown", (e) => {
    if ((e.ctrlKey || e.metaKey) && e.key === "k") { e.preventDefault(); palette.show(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || typed(e.target)) return;
    if (e.key === "?") { e.preventDefault(); help.showModal(); return; }
    if (off() || !keys[e.key]) return;
    e.preventDefault();
    keys[e.key]();
  });
  for (const button of document.querySelectorAll("[data-keys]")) button.addEventListener("click", () => help.showModal());
})();
