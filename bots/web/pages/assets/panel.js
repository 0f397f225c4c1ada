"use strict";
// What the panel does beyond forms and links. Everything here is a comfort: the page works without it.

const scroll = document.getElementById("scroll");
const feed = document.getElementById("feed");
const box = document.getElementById("text");

// Times are shown as the reader's clock has them.
const spoken = navigator.languages.find((l) => l.startsWith(document.documentElement.lang)) || document.documentElement.lang || undefined; // with the browser's region where it names one
const clock = new Intl.DateTimeFormat(spoken, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(spoken, { day: "numeric", month: "short" });
const whole = new Intl.DateTimeFormat(spoken, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
function localise(root) {
  for (const t of root.querySelectorAll("time[datetime]")) {
    const at = new Date(t.dateTime);
    if (isNaN(at)) continue;
    const today = at.toDateString() === new Date().toDateString();
    const form = "day" in t.dataset ? (today ? clock : day) : "long" in t.dataset && !today ? whole : clock;
    t.textContent = form.format(at);
    t.title = at.toLocaleString(spoken);
  }
}
localise(document);

// The theme: the system's until somebody chooses.
document.getElementById("theme")?.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch (e) { /* chosen for this page alone */ }
});

// The feed stays at its end while the reader is there.
const near = () => !scroll || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 160;
const toEnd = () => { if (scroll) scroll.scrollTop = scroll.scrollHeight; };
let pinned = true;
scroll?.addEventListener("scroll", () => { pinned = near(); }, { passive: true });
if (scroll) {
  const grown = new ResizeObserver(() => { if (pinned) toEnd(); });
  for (const part of scroll.children) grown.observe(part);
}
const wanted = () => location.hash.startsWith("#slot-") ? location.hash.slice(1) : "";
let sought = ""; // the slot that is marked: one that is just drawn anew gets back, as it settles, the classes that it was sent with
document.body.addEventListener("htmx:afterSettle", ({ target }) => { if (sought && target.id === sought) target.classList.add("sought"); });
let stretches = 50; // that a link may fetch until it finds what it leads to
function seek() {
  const id = wanted();
  if (!id || !scroll) return;
  const found = document.getElementById(id);
  if (found) {
    stretches = 0;
    if (found.hidden) versions.choose(found.dataset.of);
    document.querySelector(".slot.sought")?.classList.remove("sought");
    found.classList.add("sought");
    sought = id;
    found.scrollIntoView({ block: "center" });
    pinned = near();
    return;
  }
  const more = document.querySelector("#more a"); // htmx may not have taken up the link yet: a click would leave the page
  if (more && stretches-- > 0) htmx.ajax("GET", more.getAttribute("hx-get"), { target: "#more", swap: "outerHTML" });
}
if (wanted()) {
  pinned = false;
  cameWhole(seek);
} else if (!document.querySelector(".welcome")) {
  toEnd();
}
addEventListener("hashchange", () => { stretches = 50; seek(); });

// What is earlier comes above: what the reader looks at stays where it is.
let below = 0;
document.body.addEventListener("htmx:beforeSwap", (e) => { if (e.detail.target?.id === "more") below = scroll.scrollHeight - scroll.scrollTop; });
document.body.addEventListener("htmx:afterSwap", () => {
  if (!below) return;
  scroll.scrollTop = scroll.scrollHeight - below;
  below = 0;
  seek();
});

// What is attached: chosen, dropped or pasted. The list under the box says what will be sent, and takes it back.
const picked = document.getElementById("files");
const chosen = document.getElementById("chosen");
function choose(files) {
  if (!picked) return;
  const all = new DataTransfer();
  for (const f of files) all.items.add(f);
  picked.files = all.files;
  listChosen();
}
function listChosen() {
  chosen.hidden = !picked.files.length;
  chosen.replaceChildren(...[...picked.files].map((f, i) => {
    const li = document.createElement("li");
    const off = document.createElement("button");
    off.type = "button";
    off.className = "ghost small";
    off.textContent = "✕";
    off.setAttribute("aria-label", say("Do not send %s", f.name));
    off.addEventListener("click", () => { choose([...picked.files].filter((_, j) => j !== i)); box.focus(); });
    li.append(f.name + " ", off);
    return li;
  }));
}
const attach = (files) => { if (files?.length) choose([...picked.files, ...files]); };
picked?.addEventListener("change", listChosen);
box?.addEventListener("paste", (e) => { if (e.clipboardData?.files.length) { e.preventDefault(); attach(e.clipboardData.files); } });
const main = document.getElementById("main");
for (const name of ["dragenter", "dragover"]) {
  main?.addEventListener(name, (e) => { if (e.dataTransfer?.types.includes("Files")) { e.preventDefault(); main.classList.add("dropping"); } });
}
main?.addEventListener("dragleave", (e) => { if (!main.contains(e.relatedTarget)) main.classList.remove("dropping"); });
main?.addEventListener("drop", (e) => {
  main.classList.remove("dropping");
  if (!e.dataTransfer?.files.length) return;
  e.preventDefault();
  attach(e.dataTransfer.files);
  box?.focus();
});

// Colleagues are offered from the first @ on.
box?.addEventListener("input", () => {
  const script = box.dataset.mentions;
  if (!script || !box.value.includes("@")) return;
  delete box.dataset.mentions;
  document.head.append(Object.assign(document.createElement("script"), { src: script }));
});

// What is sent says up to where the conversation stood on this page: a yes decides nothing that came after it.
document.addEventListener("submit", (e) => {
  if (e.target.id !== "compose") return;
  const seen = document.getElementById("seen");
  for (const slot of feed?.querySelectorAll(":scope > article.slot") ?? []) {
    if (!slot.hidden && slot.textContent.trim()) seen.value = Math.max(Number(seen.value) || 0, Number(slot.dataset.seq) || 0);
  }
}, true);

typing.choose = choose;
typing.sent = () => { pinned = true; toEnd(); };
function tell(message, recovery) {
  const p = document.createElement("p");
  p.className = "notice";
  const strong = document.createElement("strong");
  strong.textContent = message;
  p.append(strong, " " + recovery);
  document.getElementById("notice")?.replaceChildren(p);
}
document.body.addEventListener("click", async (e) => {
  const copies = e.target.closest("[data-copy]");
  if (copies) {
    const from = document.getElementById(copies.dataset.copy);
    from.select();
    try { await navigator.clipboard.writeText(from.value); copies.textContent = say("Copied"); } catch (e) { /* it is selected: the keys copy it */ }
  }
  if (e.target.closest("[data-print]")) print();
  if (e.target.closest("[data-dismiss]")) document.getElementById("notice").replaceChildren();
});

// What a turn says stands above the words that came meanwhile and that it has not heard: it answers what stands above it. So does what
// it still writes, which has no place where nothing is written.
function above(next, heard) {
  const slots = [...feed.querySelectorAll(":scope > article")];
  let at = next ? slots.indexOf(next) : slots.length;
  while (heard && at > 0 && slots[at - 1].matches(".user") && Number(slots[at - 1].dataset.seq) > heard) at--;
  return slots[at] ?? null;
}
const draftAt = document.getElementById("draft")?.parentElement;
function placeDraft() {
  const draft = document.getElementById("draft");
  if (!feed || !draft) return;
  const next = above(null, Number(draft.firstElementChild?.dataset.heard));
  if (next ? draft.nextElementSibling !== next : draft.parentElement !== draftAt) next ? next.before(draft) : draftAt.prepend(draft);
}

// Words that come later than what a turn says without having heard them stand below it: a page that was away gets both at once.
const unheard = (said, words) => words.matches(".user") && Number(said.dataset.heard) > 0 && Number(said.dataset.heard) < Number(words.dataset.seq);

// A new slot gets its place in the feed's order before the piece that fills it is swapped in.
function makeRoom(html) {
  if (!feed) return;
  const pieces = new DOMParser().parseFromString(html, "text/html").querySelectorAll("article.slot[id][hx-swap-oob]");
  for (const piece of pieces) {
    if (document.getElementById(piece.id)) continue;
    const room = document.createElement("article");
    room.id = piece.id;
    room.className = piece.className; // what is swapped in looks like what was there until it has settled
    room.dataset.seq = piece.dataset.seq;
    if (piece.dataset.heard) room.dataset.heard = piece.dataset.heard;
    const next = [...feed.querySelectorAll(":scope > article")].find((a) => Number(a.dataset.seq) > Number(room.dataset.seq) && !unheard(a, room));
    feed.insertBefore(room, above(next, Number(piece.dataset.heard)));
    room.classList.add("fresh");
  }
}
document.body.addEventListener("htmx:sseBeforeMessage", (e) => { if (e.detail.type === "slots") makeRoom(e.detail.data); });
document.body.addEventListener("htmx:beforeSwap", (e) => { if (typeof e.detail.serverResponse === "string") makeRoom(e.detail.serverResponse); });

// A slot that is drawn anew keeps what the reader has opened, and the reader's place in it. A button that was pressed is
// disabled meanwhile and so has lost the place: it is remembered.
let acting = "";
document.body.addEventListener("htmx:beforeRequest", (e) => { acting = e.detail.elt?.closest?.("article.slot")?.id || ""; });
document.body.addEventListener("focusin", (e) => { if (!e.target.closest?.("article.slot")) acting = ""; });
document.body.addEventListener("htmx:oobBeforeSwap", (e) => {
  const old = e.detail.target;
  const piece = e.detail.fragment?.firstElementChild;
  if (!old || !piece || !old.matches("article.slot")) return;
  const drawn = (slot) => Number(slot.dataset.last || slot.dataset.seq);
  if (drawn(piece) < drawn(old)) { e.detail.shouldSwap = false; return; } // an answer that the stream has overtaken
  if (old.classList.contains("sought")) piece.classList.add("sought");
  typing.carry(old, piece);
  if (old.classList.contains("fresh")) piece.classList.add("fresh");
  const active = document.activeElement;
  if (old.contains(active) || (acting === old.id && (!active || active === document.body))) {
    const within = old.contains(active) ? active.id : "";
    refocus = () => {
      if (document.activeElement && document.activeElement !== document.body) return;
      ((within && document.getElementById(within)) || document.getElementById(old.id))?.focus({ preventScroll: true });
    };
    setTimeout(refocus, 40); // a button is enabled again only once all is swapped
  }
});
let refocus = () => {};
document.body.addEventListener("htmx:oobAfterSwap", () => { refocus(); refocus = () => {}; });
for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap"]) {
  document.body.addEventListener(name, (e) => { localise(e.detail.target?.isConnected ? e.detail.target : document); if (pinned) toEnd(); });
}
document.body.addEventListener("htmx:sseMessage", () => { localise(document); placeDraft(); });

// The selected agent is addressed by the box, and on an empty panel what they are good for comes first.
let examples;
const agents = document.getElementById("agents");
agents?.addEventListener("change", (e) => {
  const label = e.target.closest("label");
  const name = label.querySelector(".name").textContent;
  box.placeholder = say("Ask %s, or tell the team what you need", name);
  const theirs = label.dataset.examples.split("\n").filter(Boolean);
  const offers = document.querySelectorAll(".examples button");
  examples ??= [...offers].map((b) => b.value);
  [...new Set([...theirs, ...examples])].slice(0, offers.length).forEach((text, i) => { offers[i].value = offers[i].textContent = text; });
  document.getElementById("asked").replaceChildren(...["avatar", "name"].map((part) => label.querySelector("." + part).cloneNode(true)));
});
// Choosing with the pointer closes the list; with the keys it stays open until it is left.
const picker = document.getElementById("picker");
agents?.addEventListener("click", (e) => { if (e.detail && e.target.closest("label")) { picker.open = false; box.focus(); } });
document.addEventListener("click", (e) => { if (picker?.open && !picker.contains(e.target)) picker.open = false; });
picker?.addEventListener("focusout", (e) => { if (e.relatedTarget && !picker.contains(e.relatedTarget)) picker.open = false; });

// While an answer is written a button, and Escape, stop it, once. What could be read of it stays.
const halt = document.getElementById("halt");
const writes = () => document.querySelector("#draft .draft, #activity [data-doing=thinking], #activity [data-doing=routing], #activity [data-doing=planning]");
let halted = false; // what is written was told to stop, and has not yet
function offerHalt() {
  halted = halted && Boolean(writes());
  halt.hidden = halted || !writes();
}
if (scroll && halt) new MutationObserver(offerHalt).observe(scroll, { childList: true, subtree: true });
halt?.addEventListener("click", () => {
  halted = halt.hidden = true;
  const values = { conversation: box.form.elements.conversation.value, key: "stop-" + Date.now(), text: "stop" };
  htmx.ajax("POST", "/panel/messages", { values, swap: "none" }).catch(() => { halted = false; offerHalt(); });
});
addEventListener("keydown", (e) => {
  if (e.key !== "Escape") return;
  if (picker?.open) {
    picker.open = false;
    picker.firstElementChild.focus();
    return;
  }
  const drawer = document.getElementById("drawer");
  if (drawer?.checked) drawer.checked = false;
  else if (halt && !halt.hidden && !e.defaultPrevented && !document.querySelector("dialog[open]")) halt.click();
});
