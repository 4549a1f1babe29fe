import { fail } from '#server/platform/failure.ts';
import type { Outbound } from '#server/platform/outbound.ts';

/**
 * Refuses the address of a receiver that the portal would not call, or that has no name server's answer (HOOK-06). Why
 * it is refused is not said, because the answer would describe the portal's network.
 * @throws webhooks.address-refused
 */
export async function checkAddress(outbound: Outbound, url: string): Promise<void> {
  await outbound.check(url).catch(() => {
    throw fail('webhooks.address-refused');
  });
}
