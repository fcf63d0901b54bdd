// The form to log in.
import { send } from "../api.js";
import { formOf } from "../dialog.js";
import { el } from "../dom.js";
import { emit, session } from "../store.js";
import { text } from "../text.js";

export async function login({ query }) {
  const next = query.get("next") ?? "/";
  // Only a view of this page: an address of another begins with two slashes.
  const path = /^\/(?!\/)/.test(next) && !next.startsWith("/login") ? next : "/";
  if (session.current) queueMicrotask(() => emit("enter", { session: session.current, path }));
  return {
    title: text.logIn,
    element: card(el("h1", {}, "Phonolith"), el("p", {}, text.loginLead), formOf([
      { name: "user", label: text.user, autocomplete: "username", required: true, autofocus: true, autocapitalize: "none" },
      { name: "password", label: text.password, type: "password", autocomplete: "current-password", required: true },
    ], text.logIn, async (values) => {
      emit("enter", { session: await send("POST", "/session", values, { quiet: true }), path });
    }), el("p", { class: "hint" }, text.firstTime)),
    shown: () => document.querySelector("input[name=user]")?.focus(),
  };
}

/** A quiet page with one thing on it. */
export const card = (...children) => el("div", { class: "card-page" }, el("div", { class: "card" }, children));
