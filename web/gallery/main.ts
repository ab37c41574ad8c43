/** All cards of all games, to look at while drawing them. Development only: no page of the app leads here. */

import { mount } from "svelte";
import "../theme.css";
import Gallery from "./Gallery.svelte";

document.documentElement.dataset["theme"] = new URLSearchParams(location.search).get("theme") ?? "light";
mount(Gallery, { target: document.body });
