/** Writes small databases of IPv4 networks in MaxMind DB format: https://maxmind.github.io/MaxMind-DB/ */

type Value = string | number | Value[] | { [key: string]: Value };

/** Writes a database. `entries`: values by network, such as `192.0.2.0/24`. */
export function writeMmdb(entries: Record<string, Value>): Buffer {
  const data: Buffer[] = [];
  let length = 0;
  // Each node has two records: the index of a node, or -1 minus an offset in the data.
  const nodes: [number, number][] = [[0, 0]];
  for (const [network, value] of Object.entries(entries)) {
    insert(nodes, network, -length - 1);
    const encoded = encode(value);
    data.push(encoded);
    length += encoded.length;
  }
  const tree = Buffer.concat(
    nodes.flatMap((node) => node.map((record) => encodeRecord(record, nodes.length))),
  );
  const metadata = {
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: "Test-City",
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    languages: ["en"],
    description: { en: "Test" },
  };
  const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encode(metadata)]);
}

function insert(nodes: [number, number][], network: string, leaf: number): void {
  const [address = "", length = "32"] = network.split("/");
  const number = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  let node = 0;
  for (let bit = 0; bit < Number(length); bit++) {
    const side = ((number / 2 ** (31 - bit)) & 1) as 0 | 1;
    const record = nodes[node] as [number, number];
    if (bit === Number(length) - 1) record[side] = leaf;
    else {
      if (record[side] === 0) {
        nodes.push([0, 0]);
        record[side] = nodes.length - 1;
      }
      node = record[side];
    }
  }
}

/** Encodes a record. 0 means that nothing was found, since no record refers to the first node. */
function encodeRecord(record: number, count: number): Buffer {
  const value = record === 0 ? count : record > 0 ? record : count + 16 - record - 1;
  const bytes = Buffer.alloc(3);
  bytes.writeUIntBE(value, 0, 3);
  return bytes;
}

function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from([(2 << 5) | text.length]), text]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encode)]);
  const entries = Object.entries(value).flatMap(([key, item]) => [encode(key), encode(item)]);
  return Buffer.concat([Buffer.from([(7 << 5) | (entries.length / 2)]), ...entries]);
}
