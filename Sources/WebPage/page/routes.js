// Every view and its address. A new view is a line here, its file in views/, and its first part in WebPage.swift.
import { route } from "./router.js";
import { account } from "./views/account.js";
import { album, albums } from "./views/albums.js";
import { favorites, songs } from "./views/songs.js";
import { folder, folders } from "./views/folders.js";
import { history } from "./views/history.js";
import { home } from "./views/home.js";
import { library } from "./views/library.js";
import { login } from "./views/login.js";
import { person, persons } from "./views/persons.js";
import { pick } from "./views/pick.js";
import { playing } from "./views/playing.js";
import { playlist, playlists } from "./views/playlists.js";
import { queue } from "./views/queue.js";
import { search } from "./views/search.js";
import { audiobooks, podcast, podcasts } from "./views/series.js";
import { setup } from "./views/setup.js";
import { statistics } from "./views/statistics.js";
import { video, videos } from "./views/videos.js";

route("/", home);
route("/albums", albums);
route("/albums/:id", album);
for (const kind of ["artists", "album-artists", "composers", "genres"]) {
  route(`/${kind}`, persons(kind));
  route(`/${kind}/:id`, person(kind));
}
route("/songs", songs);
route("/favorites", favorites);
route("/search", search);
route("/playing", playing);
route("/queue", queue);
route("/playlists", playlists);
route("/playlists/:id", playlist);
route("/folders", folders);
route("/folders/:id", folder);
route("/videos", videos);
route("/videos/:id", video);
route("/podcasts", podcasts);
route("/podcasts/:id", podcast);
route("/audiobooks", audiobooks);
route("/history", history);
route("/statistics", statistics);
route("/library", library);
route("/settings", account);
route("/pick", pick);
route("/setup", setup);
route("/login", login);
