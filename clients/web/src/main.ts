import "./tokens.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { games } from "$lib/api.ts";
import { applySettings } from "$lib/settings.svelte.ts";

applySettings();
// The lobby shows the games first of all: they come while its code does.
if (location.pathname === "/") games().catch(() => undefined);
const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the client");
mount(App, { target });
