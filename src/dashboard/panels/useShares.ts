/** The shared links of an account: listed, made, revoked. */
import { useEffect, useRef, useState } from "preact/hooks";
import {
  type Share,
  type ShareRequest,
  type Statistics,
  StatisticsError,
} from "../../statistics/statistics.ts";
import { explainError } from "../errors.ts";
import { useLocale } from "../locale.ts";
import { createSharedLink } from "../session.ts";

export interface SharedLinks {
  links: Share[];
  /** The link that was made last; empty before. */
  created: string;
  /** What went wrong last; empty if nothing did. */
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
    // Two clicks are one link.
    if (isCreating.current) return;
    isCreating.current = true;
    const work = async () => {
      const { token } = await client.shares.create(share);
      setCreated(createSharedLink(token));
      onCreated();
    };
    void attempt(work).finally(() => {
      isCreating.current = false;
    });
  };
  const revoke = (id: string) => void attempt(() => client.shares.revoke(id).catch(ignoreGone));
  return { links, created, problem, create, revoke };
}

/** A link that was revoked elsewhere is as good as revoked here. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof StatisticsError) || error.code !== "not-found") throw error;
}
