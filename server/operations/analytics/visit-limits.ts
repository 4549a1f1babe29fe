import { failTooMany } from '#server/platform/failure.ts';

const windowMs = 3_600_000;

/** Maximum networks in memory; when another one comes, the counts of all are reset. */
const mostNetworks = 20_000;

type Limits = { visits: number; hosts: number };

/**
 * Limits the visits and hosts that one network can add in an hour. Counted only in this process's memory, because the
 * limits in the database would store the network's address.
 */
export function createVisitLimits({ visits: mostVisits, hosts: mostHosts }: Limits) {
  let networks = new Map<string, { visits: number; hosts: Set<string> }>();
  let startedMs = Number.NEGATIVE_INFINITY;
  return {
    /**
     * Counts a visit of a network and rejects it when the network has too many.
     * @returns the host to count: "other" for a network that has named too many hosts, so that it cannot fill the list
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
