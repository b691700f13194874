// A guided tour: each `##` of the notebook begins a page, with Back and Next, a progress line, contents, arrow keys and the address
// (#p3: the same page in both languages). Cells are hidden, never moved: Voila still fills them.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("tour");

  const make = (tag, props = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), props);
    node.append(...children);
    return node;
  };

  function build() {
    const main = document.querySelector("main");
    const say = JSON.parse(document.body.dataset.tour);
    const pages = [];
    for (const cell of main.querySelectorAll(":scope > div[cell-index]")) {
      const heading = cell.querySelector(".jp-RenderedMarkdown > :is(h1, h2):first-child");
      if (heading && (heading.tagName === "H2" || !pages.length)) pages.push({ heading, title: title(heading), cells: [] });
      pages.at(-1)?.cells.push(cell);
    }
    if (!pages.length) return;
    ticks(main);

    const line = make("div", { className: "line" }, ...pages.map(() => make("i")));
    line.setAttribute("aria-hidden", "true");
    const where = make("b");
    const links = pages.map((page, i) =>
      make("a", { href: `#p${i + 1}` }, make("span", { textContent: i + 1 }), page.title));
    const contents = make("details", {},
      make("summary", {}, where, make("span", { textContent: say.contents })),
      make("ol", {}, ...links.map((link) => make("li", {}, link))));
    const bar = make("nav", { className: "tourbar" }, line, contents);
    bar.setAttribute("aria-label", say.nav);
    const whole = make("h1", { className: "whole", textContent: pages[0].title }); // for screen readers, where the first page is hidden
    main.prepend(bar, whole);

    const back = make("a", { className: "btn" });
    const next = make("a", { className: "btn primary" });
    const nav = make("nav", { className: "tournav" }, back, next);
    nav.setAttribute("aria-label", `${say.back}, ${say.next}`);
    main.append(nav);

    let now = -1;
    function show(index, moveFocus) {
      if (index === now) return;
      now = index;
      pages.forEach((page, i) => page.cells.forEach((cell) => cell.classList.toggle("off", i !== index)));
      [...line.children].forEach((each, i) => (each.className = i < index ? "done" : i === index ? "now" : ""));
      links.forEach((link, i) => (i === index ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current")));
      where.textContent = `${index + 1} ${say.of} ${pages.length}`;
      lead(back, index - 1, "‹", say.back);
      lead(next, index + 1, "›", say.next);
      contents.open = false;
      whole.hidden = index === 0;
      document.querySelectorAll(".around a[hreflang]").forEach((link) => (link.hash = `#p${index + 1}`));
      if (!moveFocus) return;
      window.scrollTo(0, 0);
      pages[index].heading.tabIndex = -1;
      pages[index].heading.focus({ preventScroll: true });
    }
    function lead(link, index, arrow, word) {
      link.hidden = !pages[index];
      if (link.hidden) return;
      link.href = `#p${index + 1}`;
      const hint = make("small", { textContent: pages[index].title });
      const sign = make("span", { textContent: arrow, ariaHidden: "true" });
      link.replaceChildren(...(arrow === "‹" ? [sign, word] : [word, hint, sign]));
    }
    // A page by its number, or by a heading or anything else that lies on it.
    function wanted() {
      const number = /^#p(\d+)$/.exec(location.hash)?.[1];
      if (number) return Math.min(Math.max(number - 1, 0), pages.length - 1);
      const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      return Math.max(pages.findIndex((page) => target && page.cells.some((cell) => cell.contains(target))), 0);
    }
    addEventListener("hashchange", () => {
      if (location.hash !== "#page") show(wanted(), true);
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") contents.open = false;
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      if (event.target.closest?.("input, select, textarea, [contenteditable], [role=slider], .kit-board:not(.picture)")) return;
      if (pages[now + step]) location.hash = `#p${now + step + 1}`;
    });
    addEventListener("click", (event) => {
      if (!contents.contains(event.target)) contents.open = false;
    });
    show(wanted(), false);
    root.classList.add("paged");
  }

  // A heading's text without the pilcrow that nbconvert hangs on it.
  function title(heading) {
    const copy = heading.cloneNode(true);
    copy.querySelectorAll(".anchor-link").forEach((each) => each.remove());
    return copy.textContent.trim();
  }

  // `- [ ]` becomes a box to tick, kept in this browser. nbconvert draws it as one that cannot be ticked.
  function ticks(main) {
    [...main.querySelectorAll(".task-list-item-checkbox")].forEach((drawn, number) => {
      const item = drawn.parentElement;
      item.parentElement.classList.add("ticks");
      drawn.remove();
      const key = `kartenlabor:tick:${location.pathname.split("/").slice(-2).join("/")}:${number}`;
      const box = make("input", { type: "checkbox" });
      try {
        box.checked = localStorage.getItem(key) === "1";
        box.addEventListener("change", () => localStorage.setItem(key, box.checked ? "1" : "0"));
      } catch {
        // Storage is switched off: the tick lasts as long as the page.
      }
      const words = make("span", {}, ...item.childNodes);
      item.replaceChildren(make("label", {}, box, words));
    });
  }

  document.addEventListener("DOMContentLoaded", build);
})();
