const isKept = process.env.KEPT === "1";

export default isKept ? { cacheComponents: true, partialPrefetching: true } : { output: "export" };
