import { mount } from "svelte";
import App from "./App.svelte";
import { workOffline } from "./shell/offline";
import "./theme.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
addEventListener("load", () => setTimeout(() => void workOffline(), 3000));
