/** Component of a module that is loaded on demand. */
import type { FunctionComponent } from "preact";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import type { createLazy } from "./createLazy.ts";

export function createPage<M, P extends object>(
  useModule: ReturnType<typeof createLazy<M>>,
  find: (module: M) => FunctionComponent<P>,
): FunctionComponent<P> {
  return (props) => {
    const { module, hasFailed } = useModule();
    if (!module) return hasFailed ? <LoadFailed /> : null;
    const Page = find(module);
    return <Page {...props} />;
  };
}
