/**
 * Asks the consent platform of a parent frame by messages:
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework/blob/master/TCFv2/IAB%20Tech%20Lab%20-%20CMP%20API%20v2.md#via-postmessage
 * GPP uses the same messages under its own name.
 */
import type { Ask } from "./api.ts";

/**
 * Returns the nearest parent frame that has a child frame of this name. Platforms mark their window with such a frame.
 */
export const findFrame = (locator: string): Window | undefined => {
  for (let frame: Window = window; frame !== frame.parent; ) {
    frame = frame.parent;
    try {
      if (Reflect.get(frame.frames, locator)) return frame;
    } catch {
      // Windows of other origins throw when they have no frame of that name.
    }
  }
  return undefined;
};

/** Number of sent messages; part of each call's id. */
let count = 0;

/** Returns a function that sends commands to the platform in `frame`. */
export const askFrame =
  (frame: Window, name: "__tcfapi" | "__gpp", version: number | string): Ask =>
  (command, callback, parameter) => {
    const callId = `zonetag-${++count}`;
    const stop = () => removeEventListener("message", onMessage);
    const onMessage = ({ source, data }: MessageEvent) => {
      const reply = data?.[`${name}Return`];
      // Any window can send messages; only messages of the platform count.
      if (source !== frame || reply?.callId !== callId) return;
      stop();
      callback(reply.returnValue, reply.success);
    };
    addEventListener("message", onMessage);
    frame.postMessage({ [`${name}Call`]: { command, version, parameter, callId } }, "*");
    return stop;
  };
