import "./dashboard.css";
import { render } from "preact";
import { App } from "./App.tsx";
import { followLinks } from "./followLinks.ts";
import { keepFocus } from "./keepFocus.ts";

const root = document.getElementById("app");
if (root) render(<App />, root);
keepFocus();
followLinks();
