/** The picture that messengers show with a link: /gallery/preview.html?game=GAME; without a game that of the house. */

import { mount } from "svelte";
import "../theme.css";
import Preview from "./Preview.svelte";

mount(Preview, { target: document.body, props: { game: new URLSearchParams(location.search).get("game") ?? "" } });
