/** Ends the process with one line when this Node is too old. Import it before everything else. */
import { describeOldNode } from "../src/service/nodeVersion.ts";

const problem = describeOldNode(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
