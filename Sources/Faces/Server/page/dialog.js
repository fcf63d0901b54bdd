// Menus, dialogs and short messages.
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { text } from "./text.js";

/** A button with a picture and a name that is read out. */
export function iconButton(picture, label, onclick, properties = {}) {
  return el("button", { type: "button", class: "icon-button", title: label, "aria-label": label, onclick, ...properties }, icon(picture));
}

/** A button with words. */
export function button(label, onclick, { picture, ...properties } = {}) {
  return el("button", { type: "button", class: "button", onclick, ...properties }, picture ? icon(picture) : null, label);
}

/**
 * Shows a menu beside an element.
 *
 * @param entries `{ label, picture, action, checked, isDangerous }`; `null` draws a line.
 * @param place Where the pointer asked for it, `{ clientX, clientY }`; without one it opens at the element.
 */
export function menu(anchor, entries, place = undefined) {
  const shown = entries.filter((entry) => entry !== false);
  const popup = el("div", { class: "menu", role: "menu", tabIndex: -1, "aria-label": anchor.ariaLabel ?? anchor.textContent });
  const close = (isBack = true) => {
    popup.remove();
    removeEventListener("pointerdown", outside, true);
    anchor.setAttribute?.("aria-expanded", "false");
    if (isBack) anchor.focus?.();
  };
  const outside = (event) => popup.contains(event.target) || close(false);
  for (const entry of shown) {
    if (!entry) {
      popup.append(el("div", { role: "separator" }));
      continue;
    }
    popup.append(el("button", {
      type: "button", tabIndex: -1, role: "checked" in entry ? "menuitemradio" : "menuitem",
      class: entry.isDangerous ? "dangerous" : "", "aria-checked": "checked" in entry ? String(Boolean(entry.checked)) : null,
      onclick: () => {
        close();
        entry.action();
      },
    }, icon("checked" in entry ? (entry.checked ? "check" : "none") : entry.picture ?? "none"), entry.label));
  }
  const buttons = [...popup.querySelectorAll("button")];
  popup.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1 + (at < 0 ? 1 : 0), Home: 0, End: -1 };
    if (event.key in steps) buttons.at(steps[event.key] % buttons.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // In the part of the page that it belongs to, where screen readers look for it.
  (anchor.closest("main, nav, #top, #bar, dialog") ?? document.body).append(popup);
  // Keys ask for it at no place.
  const box = place?.clientX ? new DOMRect(place.clientX, place.clientY) : anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const wanted = place?.clientX ? box.left : box.right - width;
  const left = Math.min(Math.max(8, wanted), innerWidth - width - 8);
  const top = box.bottom + height + 8 < innerHeight ? box.bottom + 4 : Math.max(8, box.top - height - 4);
  popup.style.setProperty("left", `${left}px`);
  popup.style.setProperty("top", `${top}px`);
  anchor.setAttribute?.("aria-expanded", "true");
  addEventListener("pointerdown", outside, true);
  buttons[0]?.focus();
}

/** A dialog with a title; `body` gets what closes it, and gives its content. */
export function dialog(title, body) {
  const box = el("dialog", { "aria-label": title });
  const close = () => box.close();
  box.append(
    el("header", {}, el("h2", {}, title), iconButton("close", text.close, close)),
    el("div", { class: "dialog-body" }, body(close)));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && close());
  document.body.append(box);
  box.showModal();
  box.querySelector(".dialog-body :is(input, select, textarea, button)")?.focus();
  return box;
}

/** Asks for one line of text. */
export function ask(title, label, value, action) {
  return form(title, [{ name: "value", label, value }], text.ok, ({ value }) => action(value));
}

/** Asks whether something is really to be done. */
export function confirm(title, words, label, action) {
  dialog(title, (close) => [
    el("p", {}, words),
    el("footer", {}, button(text.cancel, close), button(label, async () => {
      await attempt(action);
      close();
    }, { class: "button dangerous" })),
  ]);
}

/** A labelled field of a form. */
export function field({ name, label, value = "", type = "text", options, hint, beside, ...properties }) {
  const id = `field-${name}-${Math.floor(Math.random() * 1e9)}`;
  const control = options
    ? el("select", { id, name }, options.map(([key, words]) => el("option", { value: key, selected: key === value }, words)))
    : type === "area" ? el("textarea", { id, name, value, rows: 3, ...properties })
      : el("input", { id, name, type, value, ...(type === "checkbox" ? { checked: Boolean(value) } : {}), dir: type === "text" ? "auto" : null, ...properties });
  return el("div", { class: type === "checkbox" ? "field check" : "field" },
    el("label", { htmlFor: id }, label), beside ? el("div", { class: "field-row" }, control, beside) : control, hint ? el("small", {}, hint) : null);
}

/** A dialog with fields. What `action` throws is shown, and the dialog stays. */
export function form(title, fields, label, action) {
  return dialog(title, (close) => formOf(fields, label, async (values) => {
    await action(values);
    close();
  }, button(text.cancel, close)));
}

/** A form in the page. */
export function formOf(fields, label, action, ...more) {
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const submit = el("button", { class: "button primary" }, label);
  return el("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(event.target));
      submit.disabled = true;
      problem.hidden = true;
      try {
        await action(values, event.target);
      } catch (error) {
        fill(problem, error.message);
        problem.hidden = false;
      }
      submit.disabled = false;
    },
  }, fields.map(field), problem, el("footer", {}, more, submit));
}

/**
 * Shows a message for some seconds; screen readers read it.
 *
 * @param undo Takes back what the message is about, if that can be done; there is more time for it.
 */
export function say(words, undo = undefined) {
  const place = document.querySelector("#messages");
  if (!place) return;
  const message = el("div", { class: "message" }, words, undo ? button(text.undo, () => {
    message.remove();
    undo();
  }) : null);
  // Only the last thing that was done is taken back.
  if (undo) for (const older of place.querySelectorAll(".message:has(button)")) older.remove();
  place.append(message);
  setTimeout(() => message.remove(), undo ? 10000 : 5000);
}

/** Does something, and says why where it cannot be done. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    say(error.message);
    return undefined;
  }
}
