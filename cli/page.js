// The page: which of its three parts is shown, and what its address says.

import { Interview } from "../model/exchange/interview.js";
import { Ask } from "./page_ask.js";
import { search } from "./page_search.js";

const PARTS = ["ask", "rulebook", "findings"];
const links = new Map(PARTS.map((part) => [part, document.querySelector(`.parts a[href="#${part}"]`)]));

/** Data that stand in the page: JSON, compressed, in base64. */
async function data(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** Show one part and hide the others. */
function show(part) {
  for (const each of PARTS) {
    document.getElementById(each).hidden = each !== part;
    if (each === part) links.get(each).setAttribute("aria-current", "page");
    else links.get(each).removeAttribute("aria-current");
  }
}

/** Show what the address says: a part, a place in one, or answers of an interview. `moved` if somebody went there. */
function follow(moved) {
  if (location.hash === "" && moved) ask.enter({ wanted: [], answers: [] });
  if (location.hash === "" || ask.restore(location.hash)) {
    show("ask");
    return;
  }
  const found = document.getElementById(decoded(location.hash.slice(1)));
  const part = found?.closest("main > section");
  show(part?.id ?? "ask");
  if (!part) return;
  const target = found === part ? part.querySelector("h2") : found;
  if (found !== part) found.scrollIntoView();
  if (moved) {
    target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

document.documentElement.classList.add("scripted");
const [form, words] = [await data("interview-data"), await data("words-data")];
const ask = new Ask(document.getElementById("interview"), document.getElementById("live"), new Interview(form), words);
ask.enter(ask.state);
if (location.hash) ask.restore(ask.kept());
search(() => show("rulebook"));
window.addEventListener("hashchange", () => follow(true));
follow(false);
