/** Impressions as the tag once sent them: 50 ms late, and twenty per task. */
import { sendImpression as send } from "../../../src/tag/transport.ts";

const waiting: (() => void)[] = [];

function flush(): void {
  for (const one of waiting.splice(0, 20)) one();
  if (waiting.length) setTimeout(flush);
}

export const sendImpression: typeof send = (...args) =>
  new Promise((resolve) => {
    if (waiting.push(() => resolve(send(...args))) === 1) setTimeout(flush, 50);
  });
