// The page of a share: one player, which shows what plays and goes on to the next.
const links = [...document.querySelectorAll("ol a")];
const media = document.querySelector("video, audio");
const picture = document.querySelector(".cover");
const title = document.title;
let index = 0;

const nameOf = (link) => link.querySelector(".title").textContent;

function show(place) {
  index = place;
  const link = links[place];
  media.src = link.href;
  if (link.dataset.cover) {
    if (picture) picture.src = link.dataset.cover;
    if (media.localName === "video") media.poster = link.dataset.cover;
  }
  for (const other of links) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
}

function play(place) {
  if (!links[place]) return;
  show(place);
  // A browser that wants a click first shows it; a file that cannot be played has its own event.
  media.play().catch(() => {});
}

function describe() {
  const link = links[index];
  document.title = media.paused ? title : `${nameOf(link)} – ${title}`;
  if (!navigator.mediaSession) return;
  navigator.mediaSession.metadata = new MediaMetadata({
    title: nameOf(link), artist: link.dataset.artist ?? "",
    artwork: link.dataset.cover ? [{ src: new URL(link.dataset.cover, location.href).href }] : [],
  });
}

if (media) {
  show(0);
  links.forEach((link, place) => link.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (place === index && !media.paused) media.pause();
    else if (place === index && media.currentTime) media.play().catch(() => {});
    else play(place);
  }));
  media.addEventListener("ended", () => play(index + 1));
  media.addEventListener("error", () => play(index + 1));
  for (const name of ["play", "pause"]) media.addEventListener(name, describe);
  navigator.mediaSession?.setActionHandler("nexttrack", () => play(index + 1));
  navigator.mediaSession?.setActionHandler("previoustrack", () => play(Math.max(0, index - 1)));
}
