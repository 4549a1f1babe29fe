import { arrivalHost, landings, longestHost } from '#contract/landings.ts';
import { choice, exactText, type Parameter } from '#web/platform/search.ts';

const isHost = (host: string) => host.length <= longestHost && arrivalHost.test(host);

const hostParameter: Parameter<string | null> = (given) => (isHost(exactText(given)) ? exactText(given) : null);

/** Parameters of the sign-in page's URL that say where a registering visitor came from (FRONT-15). */
export const arrivalParameters = { landing: choice(landings), host: hostParameter };

/**
 * Returns the host that led to a page, by its referrer: "direct" without one, "other" for an invalid host, null when
 * the visitor came from another page of this portal.
 */
export function hostOfVisit(referrer: string, ownHost: string): string | null {
  if (referrer === '') return 'direct';
  const address = URL.parse(referrer);
  if (address?.host === ownHost) return null;
  const host = address?.hostname.replace(/^www\./, '') ?? '';
  return isHost(host) ? host : 'other';
}
