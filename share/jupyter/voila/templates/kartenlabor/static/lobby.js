// The lobby: which of the two languages shows (?lang=, else the last choice, else the server's, else the browser's), and where the player was.
(() => {
  "use strict";
  const LANGUAGES = ["de", "en"];
  const store = {
    get(key) { try { return localStorage.getItem(key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, value); } catch { /* private window: the choice lasts for this page */ } },
  };

  function wanted() {
    const asked = new URLSearchParams(location.search).get("lang");
    if (LANGUAGES.includes(asked)) { store.set("kartenlabor:lang", asked); return asked; }
    const last = store.get("kartenlabor:lang");
    if (LANGUAGES.includes(last)) return last;
    const served = document.documentElement.dataset.lang; // what `kit play` was started with
    if (LANGUAGES.includes(served)) return served;
    return (navigator.language || "").toLowerCase().startsWith("de") ? "de" : "en";
  }

  const show = (lang) => { document.documentElement.lang = lang; };
  show(wanted());

  // What the board left behind: {game, lang, title, href, line}. It is another page's text: shown as text, and followed only on this server.
  function last() {
    try {
      const seen = JSON.parse(store.get("kartenlabor:last"));
      const address = new URL(seen.href, location.href);
      return address.origin === location.origin && seen.title ? { ...seen, href: address.href } : null;
    } catch { return null; }
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("[data-set-lang]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        const lang = link.dataset.setLang;
        store.set("kartenlabor:lang", lang);
        history.replaceState(null, "", `?lang=${lang}`);
        show(lang);
        document.querySelector(`[data-lang=${lang}] [data-set-lang=${lang}]`).focus();
      });
    }
    for (const mark of document.querySelectorAll("[data-lesson]")) {
      const state = store.get(`kartenlabor:lesson:${mark.dataset.lesson}`);
      if (!["done", "begun"].includes(state)) continue;
      mark.textContent = mark.dataset[state];
      mark.className = state;
    }
    const seen = last();
    if (!seen) return;
    for (const banner of document.querySelectorAll(".cont")) {
      banner.querySelector("b").textContent = seen.title;
      banner.querySelector(".line").textContent = seen.line ? `, ${seen.line}` : "";
      banner.querySelector("a").href = seen.href;
      banner.hidden = false;
    }
  });
})();
