/** A variable that orchestrators set by themselves and that looks like a setting. */

/** Value that Kubernetes and Docker's links give to `<NAME>_PORT`; no port has it. */
const LINK = /^(tcp|udp|sctp):\/\//;

/**
 * Removes ZONETAG_PORT=tcp://10.43.0.1:8080, which Kubernetes sets in each container beside a Service named `zonetag`.
 * Call it before options are declared. Returns a warning if it was set.
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
export function dropServiceLinks(environment: NodeJS.ProcessEnv): string | undefined {
  const link = environment.ZONETAG_PORT;
  if (link === undefined || !LINK.test(link)) return undefined;
  delete environment.ZONETAG_PORT;
  return `ZONETAG_PORT=${link} is ignored: Kubernetes sets it for a Service named "zonetag". A number there, or --port, sets the port.`;
}
