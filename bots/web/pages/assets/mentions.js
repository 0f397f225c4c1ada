"use strict";
// Whom a message mentions. An @ and the beginning of a name offer those of the team who are called so; who is chosen goes along with the
// message by their id, as long as it has their name. It is fetched with the first @ that is written.

(() => {
  const most = 6;
  const chosen = new Map(); // their names by their ids
  const list = document.createElement("ul");
  list.id = "mention";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", say("Colleagues"));
  list.hidden = true;
  box.form.append(list);
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  let team; // promised
  let here = -1; // which of those that are offered
  let from = 0; // where the @ stands
  let entered = false; // the Enter that has chosen: some keyboards bring its line break apart from the key

  const load = () => team ??= fetch(box.dataset.people).then((r) => r.ok ? r.json() : { people: [] }).then((all) => all.people).catch(() => { team = undefined; return []; });
  const before = () => box.value.slice(0, box.selectionStart);
  const isAgent = (name) => [...document.querySelectorAll("#agents .name")].some((n) => n.textContent.toLowerCase() === name);
  function shut() {
    list.hidden = true;
    list.replaceChildren();
    box.removeAttribute("aria-activedescendant");
  }
  function move(to) {
    here = to;
    for (const [i, li] of [...list.children].entries()) li.setAttribute("aria-selected", String(i === here));
    if (here >= 0) box.setAttribute("aria-activedescendant", list.children[here].id);
    else box.removeAttribute("aria-activedescendant");
  }
  async function look() {
    const text = before();
    const found = /(?:^|[\s(])@([^\n@]{0,40})$/u.exec(text);
    if (!found) return shut();
    const sought = found[1].toLowerCase();
    const all = (await load()).filter((p) => ` ${p.name.toLowerCase()}`.includes(` ${sought}`)).slice(0, most);
    if (before() !== text) return;
    if (!all.length) return shut();
    from = text.length - found[1].length - 1;
    list.replaceChildren(...all.map((p) => {
      const li = document.createElement("li");
      li.id = "mention-" + p.id;
      li.setAttribute("role", "option");
      li.dataset.id = p.id;
      li.dataset.name = p.name;
      li.textContent = p.name;
      if (!p.in) li.append(Object.assign(document.createElement("span"), { className: "soft small", textContent: " " + say("takes no part yet") }));
      return li;
    }));
    list.hidden = false;
    move(isAgent(sought.trim()) ? -1 : 0); // whoever means an agent sends as before
  }
  function choose(li) {
    const put = "@" + li.dataset.name + " ";
    chosen.set(li.dataset.id, li.dataset.name);
    box.setRangeText(put, from, box.selectionStart, "end");
    shut();
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.focus();
  }
  function keep() {
    for (const old of box.form.querySelectorAll("[name=mention]")) old.remove();
    for (const [id, name] of chosen) {
      if (!box.value.includes("@" + name)) continue;
      box.form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "mention", value: id }));
    }
  }

  box.addEventListener("input", look);
  box.addEventListener("click", look);
  box.addEventListener("focus", look);
  box.addEventListener("blur", shut);
  box.addEventListener("keydown", (e) => {
    if (list.hidden || e.isComposing) return;
    const n = list.children.length;
    if (e.key === "ArrowDown") move((here + 1) % n);
    else if (e.key === "ArrowUp") move(here <= 0 ? n - 1 : here - 1);
    else if ((e.key === "Enter" || e.key === "Tab") && here >= 0 && !e.shiftKey) {
      entered = e.key === "Enter";
      choose(list.children[here]);
    }
    else if (e.key === "Escape") shut();
    else return;
    e.preventDefault();
    e.stopImmediatePropagation();
  }, true);
  box.addEventListener("beforeinput", (e) => { if (entered && e.inputType === "insertLineBreak") e.preventDefault(); });
  box.addEventListener("keyup", () => { entered = false; });
  list.addEventListener("pointerdown", (e) => {
    e.preventDefault();
    const li = e.target.closest("li");
    if (li) choose(li);
  });
  document.addEventListener("submit", (e) => { if (e.target === box.form) keep(); }, true);
  look();
})();
