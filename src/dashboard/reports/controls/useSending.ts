/** Sends one request at a time, and keeps what became of it. */
import { useRef, useState } from "preact/hooks";

export interface Outcome {
  isFailed: boolean;
  text: string;
}

export function useSending(explain: (error: unknown) => string) {
  const isSending = useRef(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const run = async (send: () => Promise<Outcome>) => {
    // A second click can arrive before the button is rendered as busy.
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      setOutcome(await send());
    } catch (error) {
      setOutcome({ isFailed: true, text: explain(error) });
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { outcome, isBusy, run };
}
