import { type Context, settingsOf } from './context.ts';

/**
 * The full address of one of the sandbox's pages, such as `/checkout/cs_test_1`.
 * Below a portal it is an address of that portal, best known from an address the caller wants to come back to; standing
 * alone (no public path) the sandbox has an origin of its own. Without either, the webhooks' origin is the portal's.
 * @param near an address under the portal's origin: success_url, return_url
 */
export function pageAddress(
  { store, publicPath }: Pick<Context, 'store' | 'publicPath'>,
  path: string,
  near?: string | null,
): string {
  const { publicOrigin, defaultEndpoint } = settingsOf(store);
  const callers = publicPath !== '' && near && URL.canParse(near) ? near : null;
  const base = callers ?? publicOrigin ?? store.find('webhook_endpoint', defaultEndpoint)?.url ?? 'http://localhost';
  return new URL(`${publicPath}${path}`, base).href;
}
