// Elements in the making. Text becomes text nodes only: nothing here reads markup.

/** An element with some attributes and children; a string is text, null is left out, and `on` has listeners. */
export function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === "on") {
      for (const [kind, listener] of Object.entries(value)) made.addEventListener(kind, listener);
    } else if (value !== null && value !== false) {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

/** Words of the rulebook within others: in a language that nobody named, and in a direction of their own. */
export function own(text) {
  return make("bdi", { lang: "" }, text);
}

/** A button that does something. */
export function button(text, press, attributes) {
  return make("button", { type: "button", ...attributes, on: { click: press } }, text);
}

/** A sentence in which code stands between backticks. */
export function coded(text) {
  return text.split("`").map((part, at) => (at % 2 ? make("code", null, part) : part));
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts, joint = "and") {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} ${joint} ${parts.at(-1)}` : parts.join("");
}

/** A button that copies what `text` gives at that time, and says so. */
export function copying(name, text) {
  const told = make("span", { role: "status", class: "aside" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      told.textContent = "copied";
    } catch {
      told.textContent = "it could not be copied: select it and copy it by hand";
    }
  };
  return [button(name, copy), told];
}
