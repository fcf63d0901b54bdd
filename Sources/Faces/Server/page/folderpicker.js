// Lets an administrator choose a folder of the server, which shows its folders and none of its files.
import { get } from "./api.js";
import { button, dialog } from "./dialog.js";
import { el, fill, name } from "./dom.js";
import { icon } from "./icons.js";
import { text } from "./text.js";

/**
 * Shows the folders of the server.
 *
 * @param start The path to begin in; empty for the home of the server's user.
 * @param chosen Called with `{ path, pathBase64 }`, the latter where the path is not UTF-8.
 */
export function chooseFolder(start, chosen) {
  dialog(text.chooseFolder, (close) => {
    const place = el("p", { class: "folder-place", "aria-live": "polite" });
    const list = el("ul", { class: "choices folder-list", "aria-label": text.folders });
    const problem = el("p", { class: "problem", role: "alert", hidden: true });
    let shown = null;
    const choose = button(text.chooseThis, () => {
      close();
      chosen(shown);
    }, { class: "button primary", disabled: true });

    const open = async (folder) => {
      problem.hidden = true;
      list.setAttribute("aria-busy", "true");
      try {
        show(await get("/roots/choices", folder.pathBase64 ? { pathBase64: folder.pathBase64 } : { path: folder.path }));
      } catch (error) {
        // A path that was typed and leads nowhere is no reason to show nothing.
        if (!shown && folder.path) return open({});
        fill(problem, error.message);
        problem.hidden = false;
      } finally {
        list.removeAttribute("aria-busy");
      }
    };
    const show = (found) => {
      const from = shown?.path;
      shown = found;
      choose.disabled = false;
      fill(place, name(found.path));
      fill(list,
        found.parent ? entry("back", el("span", {}, text.folderAbove), () => open({ path: found.parent, pathBase64: found.parentBase64 })) : null,
        found.folders.map((folder) => entry("folder", name(folder.name), () => open(folder), folder)),
        found.folders.length ? null : el("li", { class: "sub" }, text.noFoldersInside),
        found.total > found.folders.length ? el("li", { class: "sub" }, text.moreFolders(found.total - found.folders.length)) : null);
      list.scrollTop = 0;
      const buttons = [...list.querySelectorAll("button:not(:disabled)")];
      (buttons.find((own) => own.dataset.path === from) ?? buttons[0])?.focus();
    };
    list.addEventListener("keydown", (event) => {
      const buttons = [...list.querySelectorAll("button:not(:disabled)")];
      const at = buttons.indexOf(document.activeElement);
      const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (event.key === "Backspace" && shown?.parent) open({ path: shown.parent, pathBase64: shown.parentBase64 });
      else if (target !== undefined) buttons[target]?.focus();
      else return;
      event.preventDefault();
    });
    open({ path: start });
    return [place, problem, list, el("footer", {}, button(text.cancel, close), choose)];
  });
}

function entry(picture, label, action, folder) {
  const isClosed = folder && !folder.isReadable;
  return el("li", {}, el("button", { type: "button", onclick: action, disabled: isClosed, dataset: { path: folder?.path ?? "" } },
    icon(isClosed ? "warning" : picture), label, isClosed ? el("span", { class: "sub" }, text.folderClosed) : null));
}
