/**
 * Consent platforms of parent frames, asked by messages:
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework/blob/master/TCFv2/IAB%20Tech%20Lab%20-%20CMP%20API%20v2.md#via-postmessage
 * GPP has the same messages under its own name.
 */
import type { Ask } from "./api.ts";

/** Returns the nearest parent frame with a child of that name, by which platforms mark their window. */
export const findFrame = (locator: string): Window | undefined => {
  for (let frame: Window = window; frame !== frame.parent; ) {
    frame = frame.parent;
    try {
      if ((frame.frames as unknown as Record<string, unknown>)[locator]) return frame;
    } catch {
      // Windows of other origins throw for names that they do not have.
    }
  }
  return undefined;
};

/** Messages sent by this window; part of each call's id. */
let count = 0;

/** Returns a function that sends commands to the platform of `frame`. */
export const askFrame =
  (frame: Window, name: "__tcfapi" | "__gpp", version: number | string): Ask =>
  (command, callback, parameter) => {
    const callId = `zonetag-${++count}`;
    const stop = () => removeEventListener("message", onMessage);
    const onMessage = ({ source, data }: MessageEvent) => {
      const reply = data?.[`${name}Return`];
      // Any window can send messages; only the platform's own are believed.
      if (source !== frame || reply?.callId !== callId) return;
      stop();
      callback(reply.returnValue, reply.success);
    };
    addEventListener("message", onMessage);
    frame.postMessage({ [`${name}Call`]: { command, version, parameter, callId } }, "*");
    return stop;
  };
