"use strict";
// What is written into a form that leads to another page is kept in this tab until the server says that it has taken it: whoever was
// signed out meanwhile, lost a right or the line finds it again. A form is sent once, however often it is pressed.

(() => {
  const open = (form) => form?.matches('form[method="post"]:not([hx-post])') && !/^\/log(in|out)\b/.test(form.getAttribute("action"));
  const forms = () => [...document.querySelectorAll("form")].filter(open);
  const written = /^(text|search|email|url|tel|number|date|time|datetime-local|textarea)$/;
  const chosen = /^(radio|checkbox|select-one|select-multiple)$/;
  const fields = (form) => [...form.elements].filter((el) => el.name && (written.test(el.type) || chosen.test(el.type)));
  const state = (el) => (el.type === "radio" || el.type === "checkbox" ? el.checked : el.value);
  const label = (el) => (el.labels?.[0]?.firstChild?.textContent || el.getAttribute("aria-label") || el.name).trim();
  const name = "sending";
  const kept = () => { try { return JSON.parse(sessionStorage.getItem(name) || "[]"); } catch (e) { return []; } };
  const keep = (all) => { try { sessionStorage.setItem(name, JSON.stringify(all)); } catch (e) { /* full, or not allowed: kept on this page alone */ } };
  const most = 8; // forms that are kept at once
  const again = 5000; // milliseconds until a form may be sent once more whose answer is no page

  function says(form, text, href, words) {
    const p = Object.assign(document.createElement("p"), { className: "notice", textContent: text });
    p.setAttribute("role", "alert");
    p.dataset.unsent = "";
    if (href) p.append(" ", Object.assign(document.createElement("a"), { href, textContent: words }));
    form.querySelector(":scope > [data-unsent]")?.remove();
    form.prepend(p);
    return p;
  }

  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (e.defaultPrevented || !open(form)) return;
    if (name in form.dataset) return e.preventDefault();
    const id = Date.now().toString(36) + Math.random().toString(36).slice(2, 10);
    const all = fields(form);
    const action = form.getAttribute("action");
    const one = { id, path: location.pathname + location.search, action, at: forms().filter((f) => f.getAttribute("action") === action).indexOf(form), fields: all.map((el) => [el.name, state(el), written.test(el.type) ? label(el) : ""]) };
    if (all.length) keep([...kept().filter((o) => o.action !== action || o.at !== one.at), one].slice(-most));
    if (!navigator.onLine || now.away) {
      e.preventDefault();
      now.look?.(); // it may be back
      says(form, say("The server cannot be reached.") + " " + say("Try again in a moment."));
      return;
    }
    (form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }))).value = id;
    form.dataset[name] = "";
    setTimeout(() => { delete form.dataset[name]; }, again);
  });
  // A form of a card says by itself that its press went nowhere: the card may be far below what the page says at its top.
  document.body.addEventListener("htmx:sendError", (e) => {
    const form = e.detail.elt.closest("form");
    if (!form) tell(say("The server cannot be reached."), say("Try again in a moment."));
    else if (form.id !== "compose") says(form, say("The server cannot be reached.") + " " + say("Try again in a moment."));
  });
  document.body.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => { if (elt.matches("form")) elt.querySelector(":scope > [data-unsent]")?.remove(); });
  addEventListener("pageshow", () => { for (const form of forms()) delete form.dataset[name]; });

  // What stands in a form as it was written is brought back; where there is no such form any more the words stand there to be copied.
  function bring(one, form) {
    let other = false;
    fields(form).forEach((el, i) => {
      const [of, value] = one.fields[i] ?? [];
      if (of !== el.name || state(el) === value) return;
      other = true;
      if (typeof value === "boolean") el.checked = value;
      else el.value = value;
    });
    if (!other) return;
    for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const p = says(form, say("What you wrote here was not taken. Look at it, and send it again."));
    const off = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: say("Discard") });
    off.addEventListener("click", () => { keep(kept().filter((o) => o.id !== one.id)); form.reset(); p.remove(); });
    p.append(off);
  }
  function lay(one) {
    const words = one.fields.filter(([, value, called]) => called && value);
    if (!words.length) return;
    const box = Object.assign(document.createElement("section"), { className: "panel-card fields" });
    says(box, say("What you wrote was not taken. It is kept here to be copied."), one.path, say("Back to where you wrote it"));
    for (const [, value, called] of words) {
      const text = Object.assign(document.createElement("textarea"), { value, readOnly: true });
      const line = Object.assign(document.createElement("label"), { textContent: called });
      line.append(text);
      box.append(line);
    }
    document.querySelector("main").append(box);
  }

  const taken = (one) => document.cookie.split("; ").includes("taken-" + one.id + "=1");
  const left = kept().filter((one) => !taken(one));
  for (const one of kept().filter(taken)) document.cookie = "taken-" + one.id + "=;path=/;max-age=0";
  keep(left);
  const refused = performance.getEntriesByType("navigation")[0]?.responseStatus >= 400;
  const to = document.querySelector('form[action="/login"]');
  for (const one of left) {
    const last = one === left.at(-1);
    const form = forms().filter((f) => f.getAttribute("action") === one.action)[one.at];
    if (form && (refused && last || one.path === location.pathname + location.search)) bring(one, form);
    else if (refused && last && to) {
      const way = to.elements.to ?? to.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "to" }));
      way.value = one.path;
      says(to, say("What you wrote is kept. It stands where you wrote it once you are signed in."));
    } else if (refused && last) lay(one);
  }
})();
