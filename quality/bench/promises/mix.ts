import { randomFrom } from '../catalogue.ts';
import { requestOf } from '../connection.ts';
import { query } from '../database.ts';
import { secretOf } from '../fixtures.ts';
import type { Bench } from '../setup.ts';

/** Number of different requests. */
const kinds = 20_000;

/**
 * Returns requests of members: 80 of 100 read (lists, searches, single resources, their account), 15 ask for access,
 * and 5 write. Each request is a random member's.
 */
export async function makeMix({ portalUrl }: Bench, { members, resources }: Extent): Promise<() => Buffer> {
  const random = randomFrom(500);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const free = await query<{ id: number }>(
    portalUrl,
    `select id from resources where access_type = 'free' order by id`,
  );
  const reads = [
    () => `/api/resources?pageSize=12&page=${upTo(10)}`,
    () => `/api/resources?pageSize=12&search=guide${upTo(20)}`,
    () => `/api/resources/${upTo(resources)}`,
    () => '/api/user',
  ];
  const checks = [
    () => `/api/resources/${upTo(resources)}/access`,
    () => `/api/user/resource-access?${Array.from({ length: 12 }, () => `resourceId=${upTo(resources)}`).join('&')}`,
  ];
  const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const requests = Array.from({ length: kinds }, () => {
    const secret = secretOf(upTo(members));
    const chance = random();
    if (chance < 0.8) return requestOf({ path: oneOf(reads)(), secret });
    if (chance < 0.95) return requestOf({ path: oneOf(checks)(), secret });
    const path = `/api/resources/${oneOf(free).id}/finished`;
    return requestOf({ path, secret, method: 'PUT', body: { isFinished: random() < 0.5 } });
  });
  let sent = 0;
  return () => {
    sent += 1;
    return requests[sent % kinds] as Buffer;
  };
}

export type Promised = { measure: string; reached: string; goal: string; isMet: boolean };

/** Size of the portal, and minutes of each load; the promises are made for ten minutes. */
export type Extent = { minutes: number; members: number; resources: number };
