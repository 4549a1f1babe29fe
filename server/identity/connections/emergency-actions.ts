import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { tellOwners } from './actions.ts';
import { getConnection } from './connection-actions.ts';

type Entered = { userId: number; isByPasskey: boolean };

/** Records an emergency sign-in and has all owners mailed (SSO-10). */
export async function recordEmergency(
  ctx: Context,
  connectionId: string,
  { userId, isByPasskey }: Entered,
): Promise<void> {
  const row = await getConnection(ctx, connectionId);
  const deed = { action: 'emergency-sign-in', object: 'connection', objectId: connectionId } as const;
  await audit(ctx, { ...deed, memberId: userId, actorUserId: userId });
  await tellOwners(ctx, row, isByPasskey ? 'emergency-passkey' : 'emergency-sign-in', userId);
}
