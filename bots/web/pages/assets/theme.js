// Sets the chosen theme before anything is painted.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch (e) { /* storage is closed: the system's theme serves */ }
document.documentElement.classList.add("js");

// What scripts say is written here in English, and said in the language of the page.
const words = JSON.parse(document.documentElement.dataset.words || "{}");
function say(english, ...args) {
  return (words[english] ?? english).replace(/%s/g, () => args.shift());
}
