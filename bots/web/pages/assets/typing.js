"use strict";
// Nothing that is typed is lost: not by a send that is under way, not by a card that is drawn anew, not by a reload, not by
// signing in again. It is kept for this tab alone, and for as long as the tab lives.

const typing = (() => {
  const main = document.getElementById("main");
  const box = document.getElementById("text");
  const picked = document.getElementById("files");
  const unsent = document.getElementById("unsent");
  const form = box?.form;
  let at = location.pathname; // the conversation that the box belongs to
  let outbox = []; // what was sent and is not known to be taken: each goes out under a key of its own until it is
  let flying = false; // the first of it is on its way
  let passing = false; // the form is sent by us
  let leaving = false; // the page of the conversation that has begun is coming
  let tries = 0;
  let used = ""; // the key that was taken last
  let again = 0; // timer

  const name = (id) => "typed:" + at + ":" + id;
  const keep = (id, text) => {
    try { text ? sessionStorage.setItem(name(id), text) : sessionStorage.removeItem(name(id)); } catch (e) { /* full, or not allowed: kept on this page alone */ }
  };
  const kept = (id) => { try { return sessionStorage.getItem(name(id)) || ""; } catch (e) { return ""; } };
  const isField = (el) => el.id && (el.tagName === "TEXTAREA" || (el.tagName === "INPUT" && el.type === "text"));

  main?.addEventListener("input", (e) => { if (isField(e.target)) keep(e.target.id, e.target.value); });
  for (const el of main?.querySelectorAll("textarea, input") ?? []) {
    if (!isField(el) || el.value || !kept(el.id)) continue;
    el.value = kept(el.id);
    const fold = el.closest("details");
    if (fold) fold.open = true;
  }
  if (box && kept("aside") && !document.getElementById("replaces").value) { // the page was loaded anew meanwhile
    box.value = [box.value, kept("aside")].filter(Boolean).join("\n");
    keep("text", box.value);
    keep("aside", "");
  }
  if (box && kept("focus")) box.focus();
  keep("focus", "");
  for (const out of document.querySelectorAll('form[action="/logout"]')) {
    out.addEventListener("submit", () => { try { sessionStorage.clear(); } catch (e) { /* nothing was kept */ } });
  }

  // What is not known to be taken outlives the page. Files do not: their words go back into the box.
  const old = 10 * 60 * 1000; // milliseconds after which nobody expects their words to be sent by themselves any more
  function keepOutbox() {
    keep("outbox", outbox.length ? JSON.stringify(outbox.map((m) => ({ text: m.text, key: m.key, seen: m.seen, replaces: m.replaces, when: m.when, files: m.files.length }))) : "");
    if (!unsent) return;
    const waits = tries > 0 || outbox.length > 1;
    unsent.hidden = !waits;
    unsent.querySelector("ul").replaceChildren(...(waits ? outbox : []).map((m) => {
      const li = document.createElement("li");
      li.className = "bubble plain";
      li.textContent = m.text;
      return li;
    }));
    if (waits) typing.sent();
  }
  function takeUp() {
    let all = [];
    try { all = JSON.parse(kept("outbox") || "[]"); } catch (e) { /* not ours */ }
    const back = all.filter((m) => m.files || Date.now() - m.when > old);
    outbox = all.filter((m) => !back.includes(m)).map((m) => ({ ...m, files: [] }));
    if (back.length) giveBack(back);
    keepOutbox();
    send();
  }
  function giveBack(all) {
    box.value = [...all.map((m) => m.text), box.value].filter(Boolean).join("\n");
    keep("text", box.value);
  }

  // A send is put into the outbox, and leaves it in its turn. The first message of a conversation goes alone: what follows is
  // sent by the page of the conversation that it begins.
  form?.addEventListener("submit", (e) => {
    if (passing) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    const files = [...(picked?.files ?? [])];
    const text = box.value.trim() ? box.value : e.submitter?.value ?? "";
    if (outbox.length && files.length) return; // Enter is pressed again once the others have gone
    const shown = document.getElementById("key").value;
    const key = outbox.length || leaving || shown === used ? shown + "+" + Date.now() + "-" + outbox.length : shown;
    outbox.push({ text, key, seen: document.getElementById("seen").value, replaces: document.getElementById("replaces").value, when: Date.now(), files, fields: new FormData(form) });
    box.value = "";
    keep("text", "");
    typing.choose([]);
    versions.editing("");
    typing.back();
    keepOutbox();
    setTimeout(send); // a form is not sent while it is being sent
  }, true);

  function send() {
    clearTimeout(again);
    if (flying || leaving || !outbox.length) return;
    flying = true;
    passing = true;
    form.requestSubmit();
    passing = false;
  }

  document.body.addEventListener("htmx:configRequest", (e) => {
    if (e.detail.elt !== form || !outbox.length) return;
    const m = outbox[0];
    const fields = e.detail.parameters;
    if (m.fields) {
      for (const name of new Set([...m.fields.keys()])) fields.delete(name);
      for (const [name, value] of m.fields) fields.append(name, value);
    }
    for (const [name, value] of [["text", m.text], ["key", m.key], ["seen", m.seen], ["replaces", m.replaces ?? ""]]) fields.set(name, value);
    if (!m.files.length) e.detail.timeout = 20000; // milliseconds
  });

  const unanswered = (status) => !status || (status >= 502 && status <= 504);

  document.body.addEventListener("htmx:afterRequest", (e) => {
    const elt = e.detail.elt;
    const status = e.detail.xhr?.status ?? 0;
    const taken = status >= 200 && status < 400;
    if (elt !== form) {
      if (taken) for (const el of elt?.querySelectorAll?.("textarea, input") ?? []) if (isField(el)) keep(el.id, "");
      return;
    }
    flying = false;
    if (unanswered(status)) {
      again = setTimeout(send, Math.min(2000, 300 + 200 * tries++) * (0.8 + 0.4 * Math.random()));
      keepOutbox();
      return;
    }
    tries = 0;
    if (!taken) {
      if (status >= 500) used = outbox[0].key; // it may have been taken: other words are not taken for the same
      const refused = outbox;
      outbox = [];
      if (refused.length === 1 && status !== 404) versions.editing(refused[0].replaces ?? "");
      giveBack(refused);
      typing.choose([...refused.flatMap((m) => m.files), ...(picked?.files ?? [])]);
      keepOutbox();
      return;
    }
    used = outbox.shift()?.key ?? "";
    keepOutbox();
    const to = e.detail.xhr.getResponseHeader("HX-Redirect");
    if (to) {
      leaving = true;
      keep("text", "");
      keep("outbox", "");
      at = new URL(to, location.href).pathname;
      keep("focus", "yes");
      keepOutbox();
    }
    keep("text", box.value);
    box.focus();
    typing.sent();
    if (outbox.length) setTimeout(send); // once this request is over
  });
  cameWhole(() => { if (form) takeUp(); });
  addEventListener("online", send);
  addEventListener("pageshow", (e) => { if (e.persisted && leaving) location.reload(); });

  // Enter sends, Shift+Enter makes a new line.
  let entered = false; // the Enter that has sent: some keyboards bring its line break apart from the key
  box?.addEventListener("beforeinput", (e) => { if (entered && e.inputType === "insertLineBreak") e.preventDefault(); });
  box?.addEventListener("keyup", () => { entered = false; });
  box?.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
    e.preventDefault();
    entered = true;
    if (box.value.trim() || picked?.files.length) form.requestSubmit();
  });

  return {
    choose() {}, // which files are attached; the panel knows how
    sent() {}, // what the panel does when words have been taken

    // aside puts the words of a message into the box to be edited, and what is written there aside until back.
    aside(words) {
      if (!document.getElementById("replaces").value) keep("aside", box.value);
      box.value = words;
      keep("text", words);
    },
    back() {
      box.value = kept("aside");
      keep("text", box.value);
      keep("aside", "");
    },

    // carry brings what is typed, chosen and opened in a card over to its new drawing.
    carry(old, piece) {
      for (const fold of old.querySelectorAll("details[data-keep]")) {
        const twin = piece.querySelector(`details[data-keep="${CSS.escape(fold.dataset.keep)}"]`);
        if (twin) twin.open = fold.open;
      }
      for (const el of old.querySelectorAll("textarea, input")) {
        if (isField(el) && el.value !== el.defaultValue) {
          const twin = piece.querySelector("#" + CSS.escape(el.id));
          if (twin) twin.value = el.value;
        }
        if (el.type === "radio" && el.checked && !el.defaultChecked) {
          const twin = piece.querySelector(`input[name="${CSS.escape(el.name)}"][value="${CSS.escape(el.value)}"]`);
          if (twin) twin.checked = true;
        }
      }
    },
  };
})();
