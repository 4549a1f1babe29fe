import { Resolver } from 'node:dns/promises';

/**
 * Reads the TXT records of a name, each as one text.
 * @returns an empty list when there are none or the name is not known
 * @throws DnsOutage when no server responds
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
