/** What Redis answers, checked to be of the kind that a command promises: another program could use the same keys. */

/** https://redis.io/docs/latest/develop/reference/protocol-spec/, without what RESP 3 adds. */
export type Reply = string | number | null | Reply[];

export function readNumbers(reply: Reply): number[] {
  return readList(reply, (entry) => typeof entry === "number");
}

export function readTexts(reply: Reply): string[] {
  return readList(reply, (entry) => typeof entry === "string");
}

/** Values of fields, null for those that are not there. */
export function readFields(reply: Reply): (string | null)[] {
  return readList(reply, (entry) => entry === null || typeof entry === "string");
}

function readList<T extends Reply>(reply: Reply, isEntry: (entry: Reply) => entry is T): T[] {
  if (Array.isArray(reply) && reply.every(isEntry)) return reply;
  throw new TypeError("Redis gave a reply of another kind than the command has.");
}
