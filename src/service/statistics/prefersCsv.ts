/** Whether CSV stands before JSON in what a client accepts. */
export function prefersCsv(accept = ""): boolean {
  const types = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.toLowerCase().split(";");
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
    return { type: type.trim(), quality: Number(quality ?? 1) };
  });
  const find = (...names: string[]) =>
    names.map((name) => types.find(({ type }) => type === name)).find(Boolean)?.quality ?? 0;
  const csv = find("text/csv");
  // Who names CSV beside anything as welcome wants CSV.
  return csv > find("application/json") && csv >= find("application/json", "application/*", "*/*");
}
