import { mount } from "svelte";
import App from "./App.svelte";
import { keepUp } from "./local/keep";
import { installation } from "./shell/install.svelte";
import { workOffline } from "./shell/offline";
import "./theme.css";

// A static host's page names its files from where it lies: they must not move when the address does.
for (const link of document.querySelectorAll<HTMLLinkElement>("link[href]")) link.setAttribute("href", link.href);
// The app was built anew under an open page: what it asks for is gone. Once; after that the page says what is wrong.
const RELOADED = "kartarna.reloaded";
addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "1");
  event.preventDefault();
  location.reload();
});
addEventListener("load", () => setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000));

installation.listen();
const target = document.getElementById("app");
if (target) mount(App, { target });
addEventListener("load", () =>
  setTimeout(async () => {
    await workOffline();
    await keepUp();
  }, 3000),
);
