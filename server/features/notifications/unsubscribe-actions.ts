import { switchOff } from '#server/features/accounts/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { type Unsubscribable, unsubscribable, unsubscribables } from './unsubscribe-rules.ts';

/**
 * Stops the mails whose link this is. Repeating it is fine.
 * @returns the name of the setting that is off now
 * @throws notifications.link-invalid
 */
export async function unsubscribe(ctx: Context, sealer: Sealer, token: string): Promise<string> {
  const { setting, userId } = readerOf(sealer, token);
  await switchOff(ctx, userId, setting);
  return unsubscribable[setting].name;
}

/** A secret that stops one kind of mails to one reader and opens nothing; it never ends, as old mails are kept for years. */
export function tokenOf(sealer: Sealer, setting: Unsubscribable, userId: number): string {
  return sealer.seal(String(userId), unsubscribable[setting].purpose).toString('base64url');
}

function readerOf(sealer: Sealer, token: string): { setting: Unsubscribable; userId: number } {
  for (const setting of unsubscribables) {
    const userId = opened(sealer, token, unsubscribable[setting].purpose);
    if (userId !== null) return { setting, userId };
  }
  throw fail('notifications.link-invalid');
}

/** What was sealed for this purpose; null for anything else. */
function opened(sealer: Sealer, token: string, purpose: string): number | null {
  try {
    return Number(sealer.open(Buffer.from(token, 'base64url'), purpose));
  } catch {
    return null;
  }
}
