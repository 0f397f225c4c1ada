"use strict";
// What runs while no page of ours is open: it shows what this device is told, once each, and opens the card, and it takes what other apps
// share. It keeps nothing of the panel, so that nobody is shown an old one.

const kept = "told", most = 200; // ids of what was shown

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));

// known tells whether this device was told something already, and remembers it from now on.
async function known(id) {
  const told = await caches.open(kept), at = "/told/" + encodeURIComponent(id);
  if (await told.match(at)) return true;
  await told.put(at, new Response(""));
  const all = await told.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((old) => told.delete(old)));
  return false;
}

// What another app shares goes no further than this device: it is kept until the box has taken it, where a person reads it and sends it, or not.
async function keepShared(request) {
  const given = await request.formData(), store = await caches.open("shared");
  for (const old of await store.keys()) await store.delete(old);
  const words = ["title", "text", "url"].map((name) => given.get(name)).filter((word, i, all) => word && all.indexOf(word) === i);
  await store.put("/share/words", new Response(words.join("\n")));
  for (const [i, file] of given.getAll("files").filter((f) => f.size).entries()) {
    await store.put("/share/" + i, new Response(file, { headers: { "Content-Type": file.type || "application/octet-stream", "X-Name": encodeURIComponent(file.name) } }));
  }
  return Response.redirect("/?shared", 303);
}

self.addEventListener("fetch", (e) => {
  if (e.request.method === "POST" && new URL(e.request.url).pathname === "/share") e.respondWith(keepShared(e.request));
});

async function tell(said) {
  if (!said || typeof said.id !== "string" || typeof said.title !== "string") return;
  const again = await known(said.id);
  const pages = await self.clients.matchAll({ type: "window" });
  if (!again && pages.some((p) => p.visibilityState === "visible")) return; // who looks at the panel sees it there
  const options = { body: String(said.body || ""), tag: String(said.tag || said.id), icon: "/assets/icon-192.png", silent: again, data: { path: String(said.path || "/") } };
  if (again) { // a browser wants to see something of every message: what it shows already stays as it is
    const there = await self.registration.getNotifications({ tag: options.tag });
    if (there.length) return self.registration.showNotification(said.title, options);
    await self.registration.showNotification(said.title, options);
    for (const n of await self.registration.getNotifications({ tag: options.tag })) n.close();
    return;
  }
  await self.registration.showNotification(said.title, options);
}

self.addEventListener("push", (e) => {
  let said = null;
  try { said = e.data.json(); } catch (err) { /* nothing of ours */ }
  e.waitUntil(tell(said));
});

self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  const to = new URL(e.notification.data.path, self.location.origin);
  if (to.origin !== self.location.origin) return;
  e.waitUntil((async () => {
    for (const page of await self.clients.matchAll({ type: "window" })) {
      if (!("navigate" in page)) continue;
      await page.focus();
      return page.navigate(to.href);
    }
    return self.clients.openWindow(to.href);
  })());
});
