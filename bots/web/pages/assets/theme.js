// Sets the chosen theme before anything is painted.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch (e) { /* storage is closed: the system's theme serves */ }
document.documentElement.classList.add("js");
