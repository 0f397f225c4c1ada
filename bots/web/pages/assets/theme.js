// Sets the chosen theme before anything is painted.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch (e) { /* storage is closed: the system's theme serves */ }
document.documentElement.classList.add("js");

// With every request the server hears in which time zone the reader is.
document.cookie = "aisteam_zone=" + encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone || "") + ";path=/;max-age=31536000;samesite=lax";

// What scripts say is written here in English, and said in the language of the page.
const words = JSON.parse(document.documentElement.dataset.words || "{}");
function say(english, ...args) {
  return (words[english] ?? english).replace(/%s/g, () => args.shift());
}

// On a first look the page is painted before the other scripts are read, and the style of what it does not show yet. In a tab that
// nobody looks at nothing is painted. htmx takes the page up as soon as it is read, so that it has to leave it alone until those are
// read too that it needs for that. What stood in the page is fetched last, so that it is there as a file for the next one.
const { scripts, style, kept } = document.currentScript.dataset;
if (scripts) addEventListener("load", () => {
  const read = () => {
    const all = Object.assign(document.createElement("script"), { src: scripts });
    all.onload = () => {
      document.body.removeAttribute("hx-disable");
      htmx.process(document.body);
      for (const file of kept.split(" ")) fetch(file).catch(() => { /* the next page asks for it */ });
    };
    document.body.setAttribute("hx-disable", "");
    if (style) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style }));
    document.head.append(all);
  };
  if (document.hidden) read();
  else requestAnimationFrame(() => setTimeout(read));
});

// Does something once the page has come whole, which it may have.
function cameWhole(then) {
  if (document.readyState === "complete") then();
  else addEventListener("load", then);
}
