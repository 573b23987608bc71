// The search of the rulebook: what is found is listed as links, and `/` leads to the field.

import { make } from "./page_dom.js";

const MOST = 40;
const AROUND = 60; // characters shown on each side of what is found
const NAMED = /^(?:restate )?(?:fact|option|reading|let|type|timeline|seats|rulebook) [^:="]*[^:="\s]/;

/** Lets the field of a page search its rulebook; `show` brings the rulebook into view. */
export function search(show) {
  const form = document.getElementById("search-form");
  const field = document.getElementById("search");
  const count = document.getElementById("search-count");
  const results = document.getElementById("search-results");
  const places = index();

  const look = () => {
    const wanted = folded(field.value.trim());
    const found = wanted ? places.filter((each) => each.folded.includes(wanted)) : [];
    found.sort((one, other) => Number(other.head.includes(wanted)) - Number(one.head.includes(wanted)));
    results.replaceChildren(...found.slice(0, MOST).map((each) => shown(each, wanted)));
    count.textContent = wanted ? counted(found.length) : "";
    document.querySelector(".contents").hidden = Boolean(wanted);
  };
  field.addEventListener("input", look);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && field.value) {
      event.preventDefault();
      field.value = "";
      look();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=checkbox]), textarea");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show();
    field.focus();
    field.select();
  });
}

function counted(number) {
  if (number > MOST) return `${number} places, of which these are the first ${MOST}`;
  return number === 1 ? "One place" : `${number || "No"} places`;
}

/** What can be found: statements by themselves, and headings with the prose beneath them. */
function index() {
  const places = [];
  let last = null;
  for (const part of document.querySelectorAll("#rulebook .prose > *, #rulebook .statement")) {
    const title = part.querySelector("h5")?.textContent;
    const text = spaced((part.querySelector(":scope > pre") ?? part).textContent);
    if (part.matches(".statement")) {
      places.push(entry(part.id, title ?? NAMED.exec(text)?.[0] ?? text.slice(0, AROUND), text));
    } else if (/^H\d$/.test(part.tagName)) {
      last = entry(part.id, text, text);
      places.push(last);
    } else if (last) {
      last.text += ` ${text}`;
      last.folded += ` ${folded(text)}`;
    }
  }
  return places;
}

function entry(anchor, name, text) {
  return { anchor, name, text, head: folded(name), folded: folded(text) };
}

function spaced(text) {
  return text.replace(/\s+/g, " ").trim();
}

/** Text without capitals and accents, letter for letter. */
function folded(text) {
  return text.split("").map((letter) => letter.normalize("NFD")[0].toLowerCase()[0]).join("");
}

function shown(found, wanted) {
  const at = found.folded.indexOf(wanted);
  const [begin, end] = [Math.max(0, at - AROUND), at + wanted.length];
  const before = (begin ? "…" : "") + found.text.slice(begin, at);
  const after = found.text.slice(end, end + AROUND) + (end + AROUND < found.text.length ? "…" : "");
  return make(
    "li",
    null,
    make("a", { href: `#${found.anchor}`, lang: "" }, found.name),
    make("p", { lang: "" }, before, make("mark", null, found.text.slice(at, end)), after),
  );
}
