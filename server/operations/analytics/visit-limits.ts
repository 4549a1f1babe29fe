import { failTooMany } from '#server/platform/failure.ts';

const windowMs = 3_600_000;

/** How many networks are kept in mind; beyond, all of them begin anew. */
const mostNetworks = 20_000;

type Limits = { visits: number; hosts: number };

/**
 * How much one network can do to the counts of visits in an hour. Kept in this process's memory and nowhere else: other
 * limits store the network's address.
 */
export function createVisitLimits({ visits: mostVisits, hosts: mostHosts }: Limits) {
  let networks = new Map<string, { visits: number; hosts: Set<string> }>();
  let startedMs = Number.NEGATIVE_INFINITY;
  return {
    /**
     * Counts a visit of a network and refuses it when there were too many.
     * @returns the host to count it under: a network that named many is not asked for more, so that it cannot fill the list
     */
    take(network: string, host: string, atMs: number): string {
      if (atMs - startedMs >= windowMs || (networks.size >= mostNetworks && !networks.has(network))) {
        networks = new Map();
        startedMs = atMs;
      }
      const known = networks.get(network) ?? { visits: 0, hosts: new Set<string>() };
      networks.set(network, known);
      if (known.visits >= mostVisits) throw failTooMany(Math.ceil((startedMs + windowMs - atMs) / 1000));
      known.visits += 1;
      if (host === 'direct' || known.hosts.has(host)) return host;
      if (known.hosts.size >= mostHosts) return 'other';
      known.hosts.add(host);
      return host;
    },
  };
}
