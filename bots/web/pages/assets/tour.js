// Escape ends the tour, unless it closes something else first.
document.addEventListener("keydown", (e) => {
  if (e.key !== "Escape" || e.defaultPrevented || document.querySelector("dialog[open], .picker[open], .menu[open]")) return;
  document.querySelector(".tour [data-end]")?.click();
});
