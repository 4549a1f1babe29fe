import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/**
 * Reads the TXT records of a name, each as one text.
 * @returns an empty list when there are none or the name is not known
 * @throws DnsOutage when the servers do not respond, or fail
 */
export type LookUpTxt = (name: string) => Promise<string[]>;

/** The name servers did not respond, or failed. */
export class DnsOutage extends Error {}

/** Codes that say that there is no such record. */
const noRecord: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** @param servers addresses of name servers; absent for those of the system */
export function createTxtLookup(servers?: readonly string[]): LookUpTxt {
  return async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    try {
      // A long record is several strings, which belong together.
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (noRecord.includes(code)) return [];
      throw new DnsOutage(`The TXT records of ${name} could not be read (${code})`, { cause: error });
    }
  };
}

/**
 * Finds the addresses of a name.
 * @throws when there is none, or no server responds
 */
export type LookUpAddresses = (name: string) => Promise<LookupAddress[]>;

/**
 * Asks name servers directly: a server that is slow on purpose would hold threads of `dns.lookup`, which the calls of
 * all others need.
 * @param servers addresses of name servers; absent for those of the system
 */
export function createAddressLookup(servers?: readonly string[]): LookUpAddresses {
  return async (name) => {
    // RFC 6761: no name server is asked.
    if (/^(.+\.)?localhost\.?$/i.test(name)) return addressesOf(['127.0.0.1'], ['::1']);
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = addressesOf(foundBy(four), foundBy(six));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

const foundBy = (result: PromiseSettledResult<string[]>) => (result.status === 'fulfilled' ? result.value : []);

const addressesOf = (four: string[], six: string[]): LookupAddress[] => [
  ...four.map((address) => ({ address, family: 4 })),
  ...six.map((address) => ({ address, family: 6 })),
];
