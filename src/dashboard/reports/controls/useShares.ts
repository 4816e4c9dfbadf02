/** The account's shared links: list, create, revoke. */
import { useEffect, useRef, useState } from "preact/hooks";
import {
  type Share,
  type ShareRequest,
  type Statistics,
  StatisticsError,
} from "../../../statistics/statistics.ts";
import { findKey, forgetKeysAfter } from "../../app/idempotency.ts";
import { createSharedLink } from "../../app/session.ts";
import { explainError } from "../../texts/errors.ts";
import { useLocale } from "../../texts/locale.ts";

interface SharedLinks {
  links: Share[];
  /** URL of the link created last; empty before. */
  created: string;
  /** Last error message; empty without one. */
  problem: string;
  create(share: ShareRequest, onCreated: () => void): void;
  revoke(id: string): void;
}

export function useShares(client: Statistics): SharedLinks {
  const locale = useLocale();
  const [links, setLinks] = useState<Share[]>([]);
  const [created, setCreated] = useState("");
  const [problem, setProblem] = useState("");
  const isCreating = useRef(false);
  const attempt = async (action: () => Promise<void>) => {
    setProblem("");
    try {
      await action();
      setLinks(await client.shares.list());
    } catch (error) {
      setProblem(explainError(error, locale));
    }
  };
  useEffect(() => void attempt(async () => {}), []);

  const create = (share: ShareRequest, onCreated: () => void) => {
    // Prevents a double click from creating two links.
    if (isCreating.current) return;
    isCreating.current = true;
    const work = () =>
      forgetKeysAfter(async () => {
        const { token } = await client.shares.create(share, { idempotencyKey: findKey(share) });
        setCreated(createSharedLink(token));
        onCreated();
      });
    void attempt(work).finally(() => {
      isCreating.current = false;
    });
  };
  const revoke = (id: string) => void attempt(() => client.shares.revoke(id).catch(ignoreGone));
  return { links, created, problem, create, revoke };
}

/** Ignores that a link was already revoked elsewhere. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof StatisticsError) || error.code !== "not-found") throw error;
}
