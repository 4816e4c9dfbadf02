/**
 * Optional file before the tag: defines `__tcfapi` in a window without a consent platform, from the platform of a parent
 * frame or from one that speaks GPP alone. The tag then waits for it as for any other.
 */
import { type Api, type Ask, createApi, type Reply } from "./api.ts";
import { askFrame, findFrame } from "./frames.ts";
import { readPing } from "./gpp.ts";

const page = window as { __tcfapi?: Api; __gpp?: (...args: Parameters<Ask>) => void };

const createTcfApi = (ask: Ask): Api =>
  createApi(
    ask,
    ({ cmpStatus }, answer) => {
      if (cmpStatus !== "loaded") return;
      // TCF has no other command for the consent string.
      ask("addEventListener", (value) => {
        const data: Reply = Object(value);
        ask("removeEventListener", () => {}, data.listenerId);
        if (/^(tcl|user)/.test(`${data.eventStatus}`)) answer(data);
      });
    },
    ask,
  );

const createGppApi = (ask: Ask): Api =>
  createApi(
    ask,
    (ping, answer) => {
      if (ping.signalStatus === "ready") answer({ eventStatus: "tcloaded", ...readPing(ping) });
    },
    // As platforms refuse a command that they do not have.
    (_command, callback) => {
      callback(null, false);
      return () => {};
    },
  );

/** Calls the page's own `__gpp` by its name each time: platforms replace the function of their stub. */
const askPage: Ask = (...args) => {
  page.__gpp?.(...args);
  return () => {};
};

const findApi = (): Api | undefined => {
  if (page.__gpp) return createGppApi(askPage);
  const tcf = findFrame("__tcfapiLocator");
  if (tcf) return createTcfApi(askFrame(tcf, "__tcfapi", 2));
  const gpp = findFrame("__gppLocator");
  return gpp && createGppApi(askFrame(gpp, "__gpp", "1.1"));
};

if (!page.__tcfapi) {
  const api = findApi();
  // `in` would find a `__tcfapi` that is undefined.
  if (api) page.__tcfapi = api;
}
