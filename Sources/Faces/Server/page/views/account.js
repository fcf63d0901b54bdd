// Settings: this browser's, the user's passwords and logins, and for administrators the users.
import { base, get, send, useSession } from "../api.js";
import { attempt, button, confirm, dialog, form, formOf, iconButton, say } from "../dialog.js";
import { el, fill, name } from "../dom.js";
import { formatDate, formatMoment } from "../format.js";
import { icon } from "../icons.js";
import { shareList } from "../shares.js";
import { player } from "../speakers.js";
import { choices, session } from "../store.js";
import { text } from "../text.js";
import { heading } from "./albums.js";

export async function account() {
  const isAdmin = session.current.role === "admin";
  const shares = shareList();
  return {
    title: text.settings,
    element: el("div", { class: "page narrow" },
      heading(text.settings, null, button(text.logOut, logOut, { picture: "out" })),
      section(text.playing, [loudness(), limits()]), section(text.apps, appPasswords()), section(text.ownPassword, ownPassword()), section(text.logins, logins()),
      shares ? section(text.shares, shares) : null,
      isAdmin ? section(text.users, users()) : null),
  };
}

const section = (title, content) => el("section", {}, el("h2", {}, title), content);

async function logOut() {
  await attempt(async () => {
    await send("DELETE", "/session");
    location.assign(base + "/login");
  });
}

/** The most that this browser asks for. */
function limits() {
  const choice = (key, id, label, hint, values, words) => el("div", { class: "field" }, el("label", { htmlFor: id }, label),
    el("select", { id, onchange: (event) => choices.set(key, Number(event.target.value)) }, [0, ...values].map((value) =>
      el("option", { value, selected: value === choices.get(key, 0) }, value ? words(value) : text.noLimit))), el("small", {}, hint));
  return [
    choice("bitRate", "bit-rate", text.quality, text.qualityHint, [320, 256, 192, 128, 96, 64], text.kilobits),
    choice("filmBitRate", "film-bit-rate", text.filmQuality, text.filmQualityHint, [8000, 4000, 2000, 1000, 500], (value) => text.megabits(value / 1000)),
  ];
}

function loudness() {
  return el("div", { class: "field" }, el("label", { htmlFor: "gain" }, text.loudness),
    el("select", { id: "gain", onchange: (event) => (player.gainMode = event.target.value) }, Object.entries(text.gainModes).map(([key, label]) =>
      el("option", { value: key, selected: key === player.gainMode }, label))), el("small", {}, text.loudnessHint));
}

function appPasswords() {
  const list = el("ul", { class: "lines still" });
  const load = async () => {
    const { items } = await get("/app-passwords");
    fill(list, items.map((app) => el("li", {}, el("div", {}, icon("settings"), el("span", { class: "names" }, name(app.label, { class: "title" }),
      el("span", { class: "sub" }, [app.dateUsed ? text.usedOn(formatDate(app.dateUsed)) : text.neverUsed, app.administers ? text.administers : null].filter(Boolean).join(" · "))),
    iconButton("trash", `${text.revoke}: ${app.label}`, () => confirm(text.revoke, text.revokeHint(app.label), text.revoke, async () => {
      await send("DELETE", `/app-passwords/${app.id}`);
      await load();
    }))))));
  };
  attempt(load);
  return el("div", {}, el("p", { class: "sub" }, text.appsHint(location.origin + base)), list, formOf([
    { name: "label", label: text.appName, placeholder: text.appNameHint, required: true },
    ...(session.current.role === "admin" ? [{ name: "administers", label: text.administers, type: "checkbox", hint: text.administersHint }] : []),
  ], text.makeAppPassword, async (values, shown) => {
    const made = await send("POST", "/app-passwords", { ...values, administers: "administers" in values });
    shown.reset();
    await load();
    dialog(text.newAppPassword, () => [el("p", {}, text.shownOnce), el("p", {}, el("code", { class: "secret" }, made.secret)),
      button(text.copy, () => attempt(async () => { await navigator.clipboard.writeText(made.secret); say(text.copied); }))]);
  }));
}

function ownPassword() {
  return formOf([
    { name: "password", label: text.presentPassword, type: "password", autocomplete: "current-password", required: true },
    { name: "new", label: text.newPassword, type: "password", autocomplete: "new-password", minLength: 8, required: true, hint: text.passwordHint },
  ], text.changePassword, async (values, shown) => {
    session.current = await send("PUT", "/password", values, { quiet: true });
    useSession(session.current);
    shown.reset();
    say(text.passwordChanged);
  });
}

function logins() {
  const list = el("ul", { class: "lines still" });
  const load = async () => {
    const { items } = await get("/sessions");
    fill(list, items.map((login) => el("li", {}, el("div", {}, icon("out"), el("span", { class: "names" },
      el("span", { class: "title" }, login.isCurrent ? text.thisBrowser : text.otherBrowser), el("span", { class: "sub" }, text.since(formatMoment(login.dateBegun))))))));
  };
  attempt(load);
  return el("div", {}, list, button(text.endOthers, () => attempt(async () => { await send("DELETE", "/sessions"); await load(); })));
}

function users() {
  const list = el("ul", { class: "lines still" });
  let roots = [];
  const fieldsOf = (user) => [
    ...(user ? [] : [{ name: "name", label: text.user, required: true, autocomplete: "off" }]),
    { name: "password", label: user ? text.newPassword : text.password, type: "password", autocomplete: "new-password", minLength: 8, required: !user, hint: user ? text.leaveEmpty : text.passwordHint },
    { name: "role", label: text.role, options: Object.entries(text.roles), value: user?.role ?? "user" },
    ...roots.map((root) => ({ name: `root-${root.persistentID}`, label: text.sees(root.path), type: "checkbox", value: !user?.closedRoots?.includes(root.persistentID) })),
  ];
  // Roots that are closed to the administrator are not on the form, and stay as they are for the user.
  const unseenBy = (user) => (user?.closedRoots ?? []).filter((id) => !roots.some((root) => root.persistentID === id));
  const bodyOf = (values, user) => ({
    name: values.name, password: values.password || undefined, role: values.role,
    closedRoots: [...roots.map((root) => root.persistentID).filter((id) => !(`root-${id}` in values)), ...unseenBy(user)],
  });
  const load = async () => {
    const [found, folders] = await Promise.all([get("/users"), get("/roots")]);
    roots = folders.items;
    fill(list, found.items.map((user) => el("li", {}, el("div", {}, icon("artist"), el("span", { class: "names" }, name(user.name, { class: "title" }),
      el("span", { class: "sub" }, [text.roles[user.role], user.closedRoots?.length ? text.closedCount(user.closedRoots.length) : null].filter(Boolean).join(" · "))),
    iconButton("edit", `${text.edit}: ${user.name}`, () => form(user.name, fieldsOf(user), text.save, async (values) => {
      await send("PATCH", `/users/${user.persistentID}`, bodyOf(values, user));
      await load();
    })),
    user.name === session.current.user || user.persistentID === "1" ? null : iconButton("trash", `${text.delete}: ${user.name}`, () =>
      confirm(text.delete, text.deleteUser(user.name), text.delete, async () => {
        await send("DELETE", `/users/${user.persistentID}`);
        await load();
      }))))));
  };
  attempt(load);
  return el("div", {}, list, button(text.addUser, () => form(text.addUser, fieldsOf(null), text.addUser, async (values) => {
    await send("POST", "/users", bodyOf(values));
    await load();
  }), { picture: "add" }));
}
