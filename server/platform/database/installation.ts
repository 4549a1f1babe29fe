import type { Db } from './db.ts';

/**
 * Identity of this installation at the payment provider. After a restore it has former ids, whose objects are its own
 * too.
 */
export type Installation = { id: string; ownIds: string[] };

export async function getInstallation(db: Db): Promise<Installation> {
  const { id, former_ids } = await db.kysely
    .selectFrom('installation')
    .select(['id', 'former_ids'])
    .executeTakeFirstOrThrow();
  return { id, ownIds: [id, ...former_ids] };
}
