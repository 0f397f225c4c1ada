"use strict";
// An installed panel is offered where phones share something. What comes stands in the box, and is sent by nobody but whoever reads it there.

(() => {
  if (!("serviceWorker" in navigator && "caches" in window)) return;
  const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {}); // without it the server takes the words
  if (matchMedia("(display-mode: standalone)").matches) register();
  addEventListener("appinstalled", register);

  async function take() {
    const store = await caches.open("shared"), words = await store.match("/share/words");
    if (!words) return;
    const files = [];
    for (let i = 0, one; (one = await store.match("/share/" + i)); i++) {
      files.push(new File([await one.blob()], decodeURIComponent(one.headers.get("X-Name")), { type: one.headers.get("Content-Type") }));
    }
    box.value = [box.value, await words.text()].filter(Boolean).join("\n");
    box.dispatchEvent(new Event("input", { bubbles: true })); // it is kept as what is typed is
    attach(files);
    box.focus();
    await caches.delete("shared");
  }
  if (box && location.search === "?shared") {
    history.replaceState(null, "", location.pathname);
    take();
  }
})();
