import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from './people.ts';
import type { Rig } from './rig.ts';

/** A write that the portal has acknowledged. */
type Written = { userId: number; resourceId: number; askedAt: number };

export type Writers = {
  /** Number of acknowledged writes. */
  count(): number;
  /** Whether a write that was sent after this moment was acknowledged. */
  haveWrittenSince(moment: number): boolean;
  /** Ends the writing. @returns the number of acknowledged writes that the database lacks */
  stopAndCountLost(rig: Pick<Rig, 'database'>): Promise<number>;
};

/** Makes each person mark one resource after the other as finished, and records the acknowledged writes. */
export function startWriters(people: readonly Person[], resources: readonly number[]): Writers {
  const written: Written[] = [];
  let isOver = false;
  const writing = people.map(async (person) => {
    for (const resourceId of resources) {
      if (isOver) return;
      const askedAt = performance.now();
      const path = `/api/resources/${resourceId}/finished`;
      const answer = await person.call('PUT', path, { isFinished: true }).catch(() => null);
      if (answer?.status === 200) written.push({ userId: person.userId, resourceId, askedAt });
      else await pause(20);
    }
  });
  return {
    count: () => written.length,
    haveWrittenSince: (moment) => (written.at(-1)?.askedAt ?? 0) > moment,
    stopAndCountLost: async ({ database }) => {
      isOver = true;
      await Promise.all(writing);
      const { rows } = await database.pool.query<{ lost: number }>(
        `select count(*) as lost from json_to_recordset($1) as said ("userId" integer, "resourceId" integer)
         where not exists (select 1 from progress_sessions p
           where p.user_id = "userId" and p.resource_id = "resourceId" and p.finished_at is not null)`,
        [JSON.stringify(written)],
      );
      return rows[0]?.lost ?? 0;
    },
  };
}
