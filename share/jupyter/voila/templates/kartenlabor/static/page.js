// The page around a notebook: its loading state, and a watch that says within three seconds when the kernel or the server is gone.
(() => {
  "use strict";
  const EVERY = 1000; // ms between two looks at the kernel
  const PATIENCE = 10000; // ms for one answer: a busy server is slow, not gone
  const SLOW = 8000; // ms until the loading line says that it takes longer than usual
  const LONGEST = 60000; // ms after which the loading line goes in any case
  const root = document.documentElement;

  // Voila calls these while it fills the page.
  window.voila_heartbeat = () => {};
  window.voila_process = () => {};
  window.voila_finish = () => {};

  const waiting = () =>
    document.querySelector('script[type="application/vnd.voila.cell-output+json"]') !== null ||
    [...document.querySelectorAll(".jp-OutputArea-output")].some((each) => !each.hasChildNodes() || each.textContent === "Loading widget...");

  // On a machine that is very busy Voila may draw a widget before it knows it, and says so in English: then once more from the start.
  const undrawn = () => [...document.querySelectorAll(".jp-OutputArea-output")].some((each) => each.textContent.startsWith("Error displaying widget"));
  function again() {
    const key = `kartenlabor:again:${location.pathname}`;
    try {
      const before = sessionStorage.getItem(key);
      before ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, "1");
      return !before;
    } catch { return false; } // no storage, so nothing would end the reloading
  }

  function ready() {
    if (root.dataset.ready === "true") return;
    const broken = undrawn();
    if (broken && again()) return void leaving().finally(() => location.reload());
    root.dataset.ready = "true";
    document.querySelector(".loading")?.remove();
    document.querySelector("main")?.removeAttribute("aria-busy");
    window.dispatchEvent(new Event("kit:ready"));
    if (broken) return say("failed");
    watch();
  }

  function untilReady() {
    const observer = new MutationObserver(look);
    function look() {
      if (waiting()) return;
      observer.disconnect();
      ready();
    }
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    setTimeout(() => {
      const line = document.querySelector(".loading[data-slow] span");
      if (line) line.textContent = line.parentElement.dataset.slow;
    }, SLOW);
    setTimeout(() => {
      observer.disconnect();
      ready();
    }, LONGEST);
    look();
  }

  function say(which) {
    const banner = document.querySelector(".gone");
    const line = banner.querySelector("span");
    if (which) {
      line.textContent = banner.dataset[which];
      banner.querySelector("button").onclick = () => location.reload();
    }
    banner.hidden = !which;
    root.dataset.gone = which || "";
  }

  // Voila ends the kernel when the page is left, but only with a cookie that a notebook's page does not set; the lobby does.
  async function leaving() {
    if (document.cookie.includes("_xsrf=")) return;
    const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    await fetch(`${config.baseUrl}voila/tree`).catch(() => {});
  }

  // Asks the server for the kernel itself, so it needs no widget and costs the kernel nothing. A kernel that died is removed (404): a
  // restarted one has none of our widgets, so the settings forbid restarts; where another server restarts anyway, its state says so.
  async function watch() {
    const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    const address = `${config.baseUrl}api/kernels/${config.kernelId}`;
    leaving();
    let failures = 0;
    for (;;) {
      await new Promise((done) => setTimeout(done, EVERY));
      if (document.hidden) continue;
      try {
        const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
        failures = 0;
        if (answer.status === 404) return say("kernel");
        if (answer.ok && ["dead", "restarting", "autorestarting"].includes((await answer.json()).execution_state)) return say("kernel");
        if (answer.ok) say("");
      } catch {
        failures += 1;
        if (failures > 1) say("server");
      }
    }
  }

  document.addEventListener("DOMContentLoaded", untilReady);
})();
