import { fail } from '#server/platform/failure.ts';
import type { Outbound } from '#server/platform/outbound.ts';

/**
 * Rejects the URL of a receiver that the portal would not call, or whose host does not resolve (HOOK-06). The error
 * does not say why, because the reason would describe the portal's network.
 * @throws webhooks.address-refused
 */
export async function checkAddress(outbound: Outbound, url: string): Promise<void> {
  await outbound.check(url).catch(() => {
    throw fail('webhooks.address-refused');
  });
}
