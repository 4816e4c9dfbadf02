/** Variables that orchestrators set by themselves and that look like settings. */

/** Value that Kubernetes and Docker's links give to `<NAME>_PORT`; no port has it. */
const LINK = /^(tcp|udp|sctp):\/\//;

/**
 * Removes ZONETAG_PORT=tcp://10.43.0.1:8080, which Kubernetes sets in each container beside a Service named `zonetag`.
 * Call it before options are declared. Returns a warning for each removed variable.
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
export function dropServiceLinks(environment: NodeJS.ProcessEnv): string[] {
  const links = Object.entries(environment).filter(
    ([name, value = ""]) => /^ZONETAG(_[A-Z]+)*_PORT$/.test(name) && LINK.test(value),
  );
  return links.map(([name, value]) => {
    delete environment[name];
    const service = name.slice(0, -"_PORT".length).toLowerCase().replaceAll("_", "-");
    return `${name}=${value} is ignored: Kubernetes sets it for a Service named "${service}". A number there, or --port, sets the port.`;
  });
}
