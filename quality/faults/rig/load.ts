import { requestOf } from '#quality/bench/connection.ts';
import { keepPace } from '#quality/bench/load.ts';
import type { Person } from './people.ts';
import type { Rig } from './rig.ts';

/**
 * Sends reads at a steady rate through the proxy during `work`. @returns the numbers of answered and of failed requests
 */
export async function underLoad(
  { front }: Pick<Rig, 'front'>,
  people: readonly Person[],
  perSecond: number,
  work: () => Promise<void>,
): Promise<{ requests: number; failed: number }> {
  const next = readsOf(people);
  let isOver = false;
  let [failed, answered] = [0, 0];
  const pressing = (async () => {
    while (!isOver) {
      const seen = await keepPace({ port: front.port, perSecond, durationMs: 1_000, next });
      answered += seen.requests;
      failed += seen.failed;
    }
  })();
  await work();
  isOver = true;
  await pressing;
  return { requests: answered, failed };
}

/** Returns reads of members: lists, their account and access, in turn. */
export function readsOf(people: readonly Person[]): () => Buffer {
  const paths = ['/api/resources?pageSize=12', '/api/user', '/api/user/resource-access?resourceId=1'];
  const requests = people.flatMap(({ secret }) => paths.map((path) => requestOf({ path, secret })));
  let sent = 0;
  return () => {
    sent += 1;
    // Safe cast, because the index is below the length.
    return requests[sent % requests.length] as Buffer;
  };
}
