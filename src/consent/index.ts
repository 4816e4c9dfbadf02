/**
 * Optional file before the tag: defines a `__tcfapi` where the page has no TCF platform. It answers from the platform
 * of a parent frame, or from a platform that supports only GPP. The tag waits for it as for any TCF platform.
 */
import { type Api, type Ask, createApi, type Reply } from "./api.ts";
import { askFrame, findFrame } from "./frames.ts";
import { parsePing } from "./gpp.ts";

const page: Window & { __tcfapi?: Api; __gpp?: (...args: Parameters<Ask>) => void } = window;

const createTcfApi = (ask: Ask): Api =>
  createApi(
    ask,
    ({ cmpStatus }, answer) => {
      if (cmpStatus !== "loaded") return;
      // TCF has no other command that returns the consent string.
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
      if (ping.signalStatus === "ready") answer({ eventStatus: "tcloaded", ...parsePing(ping) });
    },
    // Platforms refuse unknown commands in the same way.
    (_command, callback) => {
      callback(null, false);
      return () => {};
    },
  );

/** Looks `__gpp` up for each call, because platforms replace their stub. */
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
  // An `in` check would also find a `__tcfapi` that is undefined.
  if (api) page.__tcfapi = api;
}
