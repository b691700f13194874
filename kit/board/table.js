// The page's half of the table. Python sends HTML, this patches it in and sends back what was done: one message each way.
// It knows no game and no rule. (The vendored Idiomorph stands in front of this file; see table.py.)
//
//   to Python    {do, rev, ...}           see docs/boards.md
//   from Python  the trait `page`         {html, rev, token, last, seconds, keep}
//                custom {page: {changed: [[i, part], ...], of, rev, ...}}: the page `of`, cut at its marks, with other parts
//                custom {file: {name, text}} to be saved, {ack: true} for a message that changed nothing

const PATIENCE = 3000; // ms without an answer until the table says so
const LIMIT = 1_000_000; // bytes of a record file

const written = {};
function remember(key, value) {
  if (written[key] === value) return; // a write to the disk for every click would be felt
  written[key] = value;
  try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { /* private window: no memory */ }
}
function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/** Where the arrow keys go: the nearest candidate in that direction, sideways distance counting double. */
function nearest(from, candidates, key) {
  const a = from.getBoundingClientRect();
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null, least = Infinity;
  for (const el of candidates) {
    if (el === from) continue;
    const b = el.getBoundingClientRect();
    const x = (b.left + b.right - a.left - a.right) / 2, y = (b.top + b.bottom - a.top - a.bottom) / 2;
    const along = dx * x + dy * y, aside = Math.abs(dx * y + dy * x);
    if (along <= 4) continue;
    const cost = along + 2 * aside;
    if (cost < least) { best = el; least = cost; }
  }
  return best;
}

// A page's pieces, each one element, stand between two marks and may hold pieces. From one click to the next most stay the same: only
// those that changed are parsed, and inside them an empty copy, a stub, stands for each that did not.
const OPEN = "\x02", CLOSE = "\x03", MARKS = /[\x02\x03]/g, BEFORE_MARK = /(?=[\x02\x03])/, TAG = /^<\w+/;
const STUB = "data-same", STUBS = `[${STUB}]`, PIECE = "data-piece", PIECES = `[${PIECE}]`;

const node = () => ({ html: "", parts: [], named: false, size: 0 });

/** The tree of a page's pieces: `html`, `parts` (strings and trees), `named` where it is an element that bears the name of a piece,
 *  and `size`, how many such elements it has, itself among them. `parts` is the HTML cut at its marks; those that do not pair are left
 *  out. */
function pieces(html, parts) {
  const stack = [node()];
  for (const part of parts) {
    let text = part.replace(MARKS, "");
    if (part[0] === OPEN) {
      const begun = node();
      stack.push(begun);
      if (TAG.test(text)) {
        text = text.replace(TAG, `$& ${PIECE}`);
        begun.named = true;
        begun.size = 1;
      }
    }
    if (part[0] === CLOSE) {
      const done = stack.pop(), around = stack.at(-1);
      if (!around) return { ...node(), html: html.replace(MARKS, "") };
      around.parts.push(done);
      around.html += done.html;
      around.size += done.size;
    }
    stack.at(-1).parts.push(text);
    stack.at(-1).html += text;
  }
  return stack.length === 1 ? stack[0] : { ...node(), html: html.replace(MARKS, "") };
}

function stub(html) {
  const opening = html.slice(0, html.indexOf(">")), tag = opening.match(/^<(\w+)/)?.[1];
  if (!tag) return html; // an empty piece
  return `${["<" + tag, ...(opening.match(/ (?:class|data-id)="[^"]*"/g) ?? []), " " + STUB].join("")}></${tag}>`;
}

const sameParts = (now, before) => now.parts.length === before.parts.length
  && now.parts.every((part, i) => typeof part === typeof before.parts[i]);

/** The page's HTML with stubs for what is as before. */
function shortened(now, before) {
  if (!sameParts(now, before)) return now.html;
  return now.parts.map((part, i) => typeof part === "string" ? part
    : part.html === before.parts[i].html ? stub(part.html) : shortened(part, before.parts[i])).join("");
}

/** Adds to `found` the smallest pieces that changed, `[number, html]`, numbered as on the page before; `at` is the first number inside.
 *  False where something changed that lies in no smaller piece. */
function changed(now, before, at, found) {
  if (!sameParts(now, before)) return false;
  if (now.parts.some((part, i) => typeof part === "string" && part !== before.parts[i])) return false;
  for (const [i, part] of now.parts.entries()) {
    const was = before.parts[i];
    if (typeof part === "string") continue;
    if (part.html !== was.html) {
      const known = found.length;
      if (!changed(part, was, at + was.named, found)) {
        if (!part.named || !was.named) return false;
        found.splice(known, Infinity, [at, shortened(part, was)]);
      }
    }
    at += was.size;
  }
  return true;
}

const FIELDS = new Set(["INPUT", "TEXTAREA", "SELECT", "OPTION"]); // what is typed is more than the attributes say
const OWN = new Set(["tabindex", "open"]); // the page's own business: which button the Tab key reaches, and that a dialog is open
const LASTING = "button, a, input, textarea, select, dialog, details, .new"; // what may have the focus, a state or a movement
const ROVING = "button:not([disabled]), a[href]";
const visible = (el) => el.getClientRects().length > 0;

export default {
  render({ model, el }) {
    const style = document.createElement("style");
    const root = document.createElement("div");
    const lost = document.createElement("div");
    root.className = "kit-board live";
    root.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab leaves keys alone below this
    lost.className = "kit-board";
    el.append(style, lost, root);

    const parsing = document.implementation.createHTMLDocument("").createElement("div"); // nothing in it is loaded or run
    let asked = null; // what was sent last, and from which page
    let rev = -1, parts = [], tree = null, strayed = false, waiting = null, moved = null, clock = null, deadline = 0;

    // To Python

    function send(message) {
      asked = { rev, message };
      clearTimeout(waiting);
      waiting = setTimeout(complain, PATIENCE);
      model.send({ rev, ...message });
    }
    function answered() {
      clearTimeout(waiting);
      waiting = null;
      if (lost.firstChild) lost.replaceChildren();
      if (moved) {
        const field = moved;
        moved = null;
        queueMicrotask(() => send({ do: field.dataset.do, value: field.value }));
      }
    }
    function complain() {
      const words = root.firstElementChild?.dataset ?? {};
      const box = document.createElement("div");
      box.className = "kb notice lost";
      box.setAttribute("role", "alert");
      const text = document.createElement("span");
      text.textContent = words.lost ?? "No answer from the kernel. The game is saved.";
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn primary";
      button.textContent = words.reload ?? "Reload";
      button.onclick = () => location.reload();
      box.append(text, button);
      lost.replaceChildren(box);
    }

    // From Python

    function paint() {
      const page = model.get("page");
      answered();
      if (!page || !page.html || page.rev === rev && root.firstElementChild) return;
      const began = performance.now(), held = root.contains(document.activeElement) ? document.activeElement : null;
      const had = root.querySelector("[data-first]") !== null;
      rev = page.rev;
      if (style.textContent !== model.get("css")) style.textContent = model.get("css");
      patch(page.html);
      dialogs();
      rove(held);
      lead();
      if (!had && held && !held.closest("dialog")) root.querySelector("[data-first]")?.focus(); // what now comes first: the draw, the curtain
      if (page.token !== undefined) remember("kartenlabor:token:" + model.get("game"), page.token);
      if (page.last) remember("kartenlabor:last", JSON.stringify({ ...page.last, href: location.pathname + location.search }));
      for (const [key, value] of Object.entries(page.keep ?? {})) remember("kartenlabor:" + key, value || null);
      count(page.seconds);
      document.documentElement.dispatchEvent(new CustomEvent("kartenlabor:painted", { detail: { rev, ms: performance.now() - began } }));
    }

    function patch(html) {
      const before = tree;
      parts = html.split(BEFORE_MARK);
      tree = pieces(html, parts);
      strayed = false;
      if (before && patched(tree, before) && !strayed) return;
      parsing.innerHTML = tree.html;
      renew(root, parsing);
    }
    /** Patches the pieces that changed, or all with stubs for those that did not; false where the page is not as it should be. */
    function patched(now, before) {
      const found = [], elements = root.querySelectorAll(PIECES);
      if (elements.length === before.size && changed(now, before, 0, found)) {
        parsing.innerHTML = found.map(([, html]) => html).join("");
        const fresh = [...parsing.childNodes];
        if (fresh.length !== found.length) return false;
        found.forEach(([number], i) => become(elements[number], fresh[i]));
      } else {
        parsing.innerHTML = shortened(now, before);
        renew(root, parsing);
      }
      return root.querySelector(STUBS) === null;
    }
    function become(old, fresh) {
      if (old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return; }
      for (const { name, value } of fresh.attributes) if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
      if (old.attributes.length > fresh.attributes.length) {
        for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
      }
      renew(old, fresh);
    }
    /** Makes the children of `old` those of `fresh`: in place where they are of the same kinds, else as Idiomorph matches them. */
    function renew(old, fresh) {
      let a = old.firstChild, b = fresh.firstChild;
      while (a && b && a.nodeName === b.nodeName && !FIELDS.has(a.nodeName)) { a = a.nextSibling; b = b.nextSibling; }
      if (a || b) {
        old.querySelector(LASTING) || fresh.querySelector(STUBS) ? match(old, fresh) : old.replaceChildren(...fresh.childNodes);
        return;
      }
      for (a = old.firstChild, b = fresh.firstChild; a; a = a.nextSibling, b = b.nextSibling) {
        if (a.nodeType !== Node.ELEMENT_NODE) {
          if (a.data !== b.data) a.data = b.data;
        } else if (b.hasAttribute(STUB)) {
          strayed ||= a.className !== b.className || a.dataset.id !== b.dataset.id;
        } else if (!a.isEqualNode(b)) {
          become(a, b);
        }
      }
    }
    function match(old, fresh) {
      Idiomorph.morph(old, fresh.childNodes, {
        morphStyle: "innerHTML",
        // what is being typed stays; a button that has the focus is patched like any other node, its children too
        ignoreActiveValue: document.activeElement?.matches("input,textarea,select") ?? false,
        callbacks: {
          beforeAttributeUpdated: (name) => !OWN.has(name),
          beforeNodeMorphed(old, fresh) {
            if (fresh.nodeType !== Node.ELEMENT_NODE) return true;
            if (fresh.hasAttribute(STUB)) {
              strayed ||= old.className !== fresh.className || old.dataset.id !== fresh.dataset.id;
              return false;
            }
            return !(fresh.firstChild && old.isEqualNode(fresh));
          },
        },
      });
    }

    function dialogs() {
      for (const dialog of root.querySelectorAll("dialog")) {
        if (dialog.open) continue;
        dialog.showModal();
        dialog.querySelector("[data-first]")?.focus();
      }
    }

    /** One Tab stop a zone; a focus whose node went away goes to the same name, then to the hand, then to the first button. */
    function rove(held) {
      for (const zone of root.querySelectorAll("[data-rove]")) {
        const all = [...zone.querySelectorAll(ROVING)].filter((b) => b.closest("[data-rove]") === zone);
        const stop = all.find((b) => b === document.activeElement) ?? all.find((b) => b.classList.contains("sel"))
          ?? all.find((b) => b.classList.contains("can")) ?? all.find((b) => b.getAttribute("aria-disabled") !== "true") ?? all[0];
        for (const b of all) {
          const index = b === stop ? "0" : "-1";
          if (b.getAttribute("tabindex") !== index) b.setAttribute("tabindex", index);
        }
      }
      if (!held || (root.contains(held) && held === document.activeElement)) return;
      if (document.activeElement && document.activeElement !== document.body && root.contains(document.activeElement)) return;
      const name = held.dataset?.id;
      const again = name && root.querySelector(`button[data-id="${CSS.escape(name)}"]:not([disabled])`);
      const next = again ?? root.querySelector("[data-first]") ?? root.querySelector("[data-rove=hand] button:not([disabled])")
        ?? [...root.querySelectorAll(ROVING)].find(visible);
      next?.focus({ preventScroll: true });
    }

    let seeking = false; // a digit has chosen a card: the focus is to go on to a place

    /** After a digit the focus goes on to the first lit place: Enter then lays the card there. */
    function lead() {
      if (!seeking || !root.querySelector("[data-rove=hand] .sel")) return;
      seeking = false;
      const lit = root.querySelector("[data-rove=grid] button.can");
      if (!lit) return;
      for (const b of root.querySelectorAll("[data-rove=grid] button[tabindex='0']")) b.tabIndex = -1;
      lit.tabIndex = 0;
      lit.focus({ preventScroll: true });
    }

    /** The stopwatch runs in the page; at its end the kernel is told, and the kernel alone decides. */
    function count(seconds) {
      clearInterval(clock);
      if (seconds === undefined || seconds === null) return;
      deadline = performance.now() + seconds * 1000;
      const tick = () => {
        const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
        const face = root.querySelector("[data-clock]");
        if (face) face.textContent = String(left);
        if (left === 0) { clearInterval(clock); send({ do: "tick" }); }
      };
      clock = setInterval(tick, 250);
      tick();
    }

    // What the player does

    function act(button) {
      const { path, do: what, value } = button.dataset;
      if (what === "fill") { // puts a phrase into a text field of the same form
        const field = button.closest("form").querySelector("textarea");
        field.value = [field.value.trim(), value].filter(Boolean).join(", ");
        return;
      }
      if (what === "file") { button.closest("form").querySelector("input[type=file]").click(); return; }
      send(path !== undefined ? { do: "choose", path } : { do: what, ...(value === undefined ? {} : { value }) });
    }

    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-path],[data-do]");
      if (!button || !root.contains(button) || button.matches("form,input,select,textarea") || button.disabled) return;
      if (button.tagName === "A") return;
      event.preventDefault();
      act(button);
    });
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = {};
      for (const [name, value] of new FormData(event.target)) {
        if (typeof value !== "string") continue;
        name in fields ? (fields[name] = [].concat(fields[name], value)) : (fields[name] = value);
      }
      send({ do: event.target.dataset.do, fields });
    });
    // A slider's value stands beside it at once; one with `data-live` is sent on while it moves, as fast as answers come.
    root.addEventListener("input", (event) => {
      const field = event.target;
      if (field.type !== "range") return;
      const output = field.parentElement.querySelector("output[data-say]");
      if (output) output.textContent = output.dataset.say.replace("{}", field.value.replace(".", output.dataset.comma ?? "."));
      if (field.dataset.live === undefined) return;
      if (waiting === null) send({ do: field.dataset.do, value: field.value });
      else moved = field;
    });
    root.addEventListener("change", async (event) => {
      const field = event.target;
      if (field.type === "file") {
        const file = field.files[0];
        field.value = "";
        if (!file) return;
        send({ do: field.dataset.do ?? "load", name: file.name, text: file.size > LIMIT ? null : await file.text(), size: file.size });
      } else if (field.dataset.do) {
        send({ do: field.dataset.do, value: field.value });
      }
    });
    root.addEventListener("cancel", (event) => { // Escape on a dialog: Python takes it away, or not
      event.preventDefault();
      if (event.target.dataset.close) send({ do: "close" });
    }, true);
    function keyed(event) {
      event.stopPropagation();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target, typing = target.matches("input,textarea,select"), modal = target.closest("dialog");
      if (event.key === "Escape" && !modal && !typing) {
        send({ do: "escape" });
      } else if (event.key.startsWith("Arrow") && !typing && target.matches(ROVING)) {
        const scope = modal ?? root;
        const all = [...scope.querySelectorAll(ROVING)].filter(visible);
        const own = target.closest("[data-rove]");
        const next = nearest(target, own ? all.filter((b) => own.contains(b)) : all, event.key) ?? nearest(target, all, event.key);
        if (next) {
          event.preventDefault();
          if (own && own.contains(next)) { target.tabIndex = -1; next.tabIndex = 0; }
          next.focus();
        }
      } else if (/^[0-9]$/.test(event.key) && !typing && !modal) {
        const card = root.querySelector(`[data-rove=hand] button[data-key="${event.key}"]:not(.sel)`)
          ?? root.querySelector(`[data-rove=hand] button[data-key="${event.key}"]`);
        if (card) {
          event.preventDefault();
          seeking = !card.classList.contains("sel");
          card.focus();
          act(card);
        }
      }
    }
    root.addEventListener("keydown", keyed);
    // Who points needs no ring on what the focus goes to by itself: on a card it would look like a choice.
    const pointed = () => { root.dataset.by = "pointer"; }, typed = () => { delete root.dataset.by; };
    document.addEventListener("pointerdown", pointed, true);
    document.addEventListener("keydown", typed, true);
    // Where a page holds this one board and nothing has the focus (after a reload), its keys are the board's.
    const unfocused = (event) => {
      if (event.target !== document.body || !document.body.matches("[data-voila]") || document.querySelectorAll(".kb").length !== 1) return;
      const first = root.querySelector("[data-rove=hand] button:not([disabled])");
      if (event.key.startsWith("Arrow") && first) { event.preventDefault(); first.focus(); return; }
      if (/^[0-9]$/.test(event.key) || event.key === "Escape") keyed(event);
    };
    document.addEventListener("keydown", unfocused);
    for (const kind of ["keyup", "keypress"]) root.addEventListener(kind, (event) => event.stopPropagation());

    /** A page told by what changed in the one before. */
    function renewed({ changed, of, ...page }) {
      if (page.rev === rev) return; // another view of the same table has put it together
      if (of !== rev) { model.send({ do: "whole" }); return; } // one was lost on the way
      for (const [i, part] of changed) parts[i] = part;
      model.set("page", { ...page, html: parts.join("") });
    }
    function custom(message) {
      if (message.page) { renewed(message.page); return; }
      answered();
      if (message.ack && asked && asked.rev !== rev) { // what was clicked just as another page came in
        const { path } = asked.message, again = path?.startsWith("card/") && root.querySelector(`button[data-path="${CSS.escape(path)}"]`);
        asked = null;
        if (again) act(again); // choosing a card lays none; anything else may mean something new by now
      }
      if (!message.file) return;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([message.file.text], { type: "text/plain" }));
      link.download = message.file.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }

    model.on("change:page", paint);
    model.on("msg:custom", custom);
    paint();
    send({ do: "hello", token: recall("kartenlabor:token:" + model.get("game")) });
    return () => {
      model.off("change:page", paint);
      model.off("msg:custom", custom);
      document.removeEventListener("keydown", unfocused);
      document.removeEventListener("pointerdown", pointed, true);
      document.removeEventListener("keydown", typed, true);
      clearInterval(clock);
      clearTimeout(waiting);
    };
  },
};
