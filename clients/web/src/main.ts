import "./tokens.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { applySettings } from "$lib/settings.svelte.ts";

applySettings();
const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the client");
mount(App, { target });
