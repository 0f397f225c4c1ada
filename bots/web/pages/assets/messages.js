"use strict";
// What a reader does with messages: copies them, edits theirs, goes between versions; and what they see of time: the days, and that
// something has come below.

// One version of a message is in sight at a time, with its answer. A message that is being edited is named by the form that sends it.
const versions = (() => {
  const replaces = document.getElementById("replaces");
  const note = document.getElementById("editing");
  note?.querySelector("a").addEventListener("click", (e) => {
    e.preventDefault();
    versions.editing("");
    typing.back();
    box.focus();
  });
  return {
    editing(id) {
      if (!replaces) return;
      replaces.value = id;
      note.hidden = !id;
      if (!id && new URLSearchParams(location.search).has("edit")) history.replaceState(null, "", location.pathname);
    },
    choose(version) {
      const slot = feed.querySelector(`:scope > [data-of="${CSS.escape(version)}"]`);
      if (!slot) { // it is always in sight, where it is on this page
        const stands = document.getElementById("slot-said-" + version);
        stands?.scrollIntoView({ block: "center" });
        stands?.focus({ preventScroll: true });
        return stands;
      }
      for (const one of feed.querySelectorAll(`:scope > [data-line="${CSS.escape(slot.dataset.line)}"]`)) one.hidden = one.dataset.of !== version;
      slot.scrollIntoView({ block: "nearest" });
      slot.querySelector("[data-version]")?.focus({ preventScroll: true });
      return slot;
    },
  };
})();

const messages = (() => {
  if (!feed) return { draw() {} };
  const named = new Intl.DateTimeFormat(spoken, { weekday: "long", day: "numeric", month: "long" });
  const dated = new Intl.DateTimeFormat(spoken, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

  // Each day begins with a line, once there is more than one, or it is not today.
  function days() {
    const today = new Date();
    const lines = new Map([...feed.querySelectorAll(":scope > .day")].map((el) => [el.dataset.day, el]));
    let before = "";
    for (const slot of feed.querySelectorAll(":scope > article[data-at]:not([hidden])")) {
      const at = new Date(slot.dataset.at);
      const day = at.toDateString();
      if (isNaN(at) || day === before) continue;
      if (before || day !== today.toDateString()) {
        const line = lines.get(day) ?? document.createElement("p");
        lines.delete(day);
        line.className = "day";
        line.dataset.day = day;
        const text = day === today.toDateString() ? say("Today") : (at.getFullYear() === today.getFullYear() ? named : dated).format(at);
        if (line.textContent !== text) line.textContent = text;
        if (slot.previousElementSibling !== line) slot.before(line);
      }
      before = day;
    }
    for (const line of lines.values()) line.remove();
  }

  function codes() {
    for (const pre of feed.querySelectorAll(".prose pre:not([data-code])")) {
      pre.dataset.code = "";
      const button = document.createElement("button");
      button.type = "button";
      button.className = "tool code";
      button.dataset.copies = "code";
      button.textContent = say("Copy");
      pre.before(button);
    }
  }

  // What came while the reader was further up.
  const newer = document.getElementById("newer");
  newer?.addEventListener("click", () => { toEnd(); pinned = true; newer.hidden = true; box?.focus(); });
  scroll?.addEventListener("scroll", () => { if (newer && near()) newer.hidden = true; }, { passive: true });
  document.body.addEventListener("htmx:sseMessage", (e) => { if (newer && e.detail.type === "slots" && !near() && !pinned) newer.hidden = false; });

  document.body.addEventListener("click", async (e) => {
    const tool = e.target.closest("[data-copies], [data-edits], [data-version]");
    const slot = tool?.closest("article.slot");
    if (!slot || e.ctrlKey || e.metaKey || e.shiftKey) return;
    if ("copies" in tool.dataset) {
      const from = tool.dataset.copies === "code" ? tool.nextElementSibling : slot.querySelector(".prose, .plain");
      try {
        await navigator.clipboard.writeText(from.innerText.trim() || from.textContent.trim());
        const was = tool.textContent;
        tool.textContent = say("Copied");
        if (was !== tool.textContent) setTimeout(() => { tool.textContent = was; }, 4000);
      } catch (err) { getSelection().selectAllChildren(from); } // the keys copy it
      return;
    }
    e.preventDefault();
    if ("version" in tool.dataset) {
      if (!versions.choose(tool.dataset.version)) location.assign(tool.href); // it is further up
      return;
    }
    typing.aside(slot.querySelector(".plain").textContent);
    versions.editing(tool.dataset.edits);
    box.focus();
  });

  function draw() { days(); codes(); }
  draw();
  for (const name of ["htmx:sseMessage", "htmx:afterSwap", "htmx:oobAfterSwap"]) document.body.addEventListener(name, draw);
  return { draw };
})();

// Aloud says in one short line what has come, for those who hear the page: cards themselves are not read out as they change.
(() => {
  const aloud = document.getElementById("aloud");
  if (!aloud || !feed) return;
  const most = 120; // characters of a line
  const said = new Map();
  const line = (slot) => {
    const text = (el) => el?.textContent.replace(/\s+/g, " ").trim() ?? "";
    if (slot.matches(".answer")) return [text(slot.querySelector(".meta strong")), text(slot.querySelector(".prose"))].filter(Boolean).join(": ");
    if (slot.matches(".error")) return text(slot.querySelector(".problem-text"));
    if (slot.matches(".plan, .approval, .step, .clarification, .run")) {
      return [text(slot.querySelector(".h3") ?? slot.querySelector(".eyebrow")), text(slot.querySelector(".state"))].filter(Boolean).join(": ");
    }
    return "";
  };
  const note = (slot) => {
    const now = line(slot);
    const is = said.get(slot.id) === now || !now;
    said.set(slot.id, now);
    return is ? "" : now.length > most ? now.slice(0, most) + "…" : now;
  };
  for (const slot of feed.querySelectorAll("article.slot")) note(slot);
  let news = [], timer = 0;
  document.body.addEventListener("htmx:sseMessage", (e) => {
    if (e.detail.type !== "slots") return;
    for (const piece of new DOMParser().parseFromString(e.detail.data ?? e.data ?? "", "text/html").querySelectorAll("article.slot[id]")) {
      const text = note(document.getElementById(piece.id) ?? piece);
      if (text) news.push(text);
    }
    clearTimeout(timer);
    timer = setTimeout(() => { if (news.length) aloud.textContent = news.slice(-2).join(" · "); news = []; }, 700);
  });
})();
