"use strict";
// Nothing that is typed is lost: not by a send that is under way, not by a card that is drawn anew, not by a reload, not by
// signing in again. It is kept for this tab alone, and for as long as the tab lives.

const typing = (() => {
  const main = document.getElementById("main");
  const box = document.getElementById("text");
  const picked = document.getElementById("files");
  let at = location.pathname; // the conversation that the box belongs to
  let sending = null; // what is under way
  let another = false; // Enter was pressed meanwhile

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
  if (box && kept("focus")) box.focus();
  keep("focus", "");
  for (const form of document.querySelectorAll('form[action="/logout"]')) {
    form.addEventListener("submit", () => { try { sessionStorage.clear(); } catch (e) { /* nothing was kept */ } });
  }

  // A send whose answer never came may have been taken: the same words go out under the same key, which is taken once.
  const doubtful = () => { try { return JSON.parse(kept("sent") || "null"); } catch (e) { return null; } };
  function keyFor(text, key) {
    const old = doubtful();
    if (old && old.text === text) return old.key;
    return old && old.key === key ? key + "+" + Date.now() : key;
  }

  document.body.addEventListener("htmx:configRequest", (e) => {
    if (e.detail.elt?.id !== "compose") return;
    sending = { text: box.value, files: [...(picked?.files ?? [])] };
    const key = keyFor(sending.text, document.getElementById("key").value);
    document.getElementById("key").value = key;
    e.detail.parameters.key = key;
    keep("sent", JSON.stringify({ text: sending.text, key }));
    box.value = "";
    typing.choose([]);
  });

  document.body.addEventListener("htmx:afterRequest", (e) => {
    const elt = e.detail.elt;
    const status = e.detail.xhr?.status ?? 0;
    const taken = status >= 200 && status < 400;
    if (elt?.id !== "compose") {
      if (taken) for (const el of elt?.querySelectorAll?.("textarea, input") ?? []) if (isField(el)) keep(el.id, "");
      return;
    }
    const was = sending ?? { text: "", files: [] };
    sending = null;
    if (status) keep("sent", "");
    if (!taken) {
      another = false;
      box.value = [was.text, box.value].filter(Boolean).join("\n");
      typing.choose([...was.files, ...(picked?.files ?? [])]);
      keep("text", box.value);
      return;
    }
    const to = e.detail.xhr.getResponseHeader("HX-Redirect");
    if (to) {
      keep("text", "");
      at = new URL(to, location.href).pathname;
      keep("focus", "yes");
    }
    keep("text", box.value);
    box.focus();
    typing.sent();
    if (another && !to && box.value.trim()) setTimeout(() => box.form.requestSubmit()); // once this request is over
    another = false;
  });

  // Enter sends, Shift+Enter makes a new line. While a send is under way Enter makes one too, and the next send follows.
  let entered = false; // the Enter that has sent: some keyboards bring its line break apart from the key
  box?.addEventListener("beforeinput", (e) => { if (entered && e.inputType === "insertLineBreak") e.preventDefault(); });
  box?.addEventListener("keyup", () => { entered = false; });
  box?.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
    if (sending) { another = true; return; }
    e.preventDefault();
    entered = true;
    if (box.value.trim() || picked?.files.length) box.form.requestSubmit();
  });

  return {
    choose() {}, // which files are attached; the panel knows how
    sent() {}, // what the panel does when words have been taken

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
