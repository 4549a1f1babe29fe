import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Person } from './people.ts';
import type { Rig } from './rig.ts';
import { addFreeResources } from './shop.ts';

const heldMs = 8_000;

/** Migration of a newer version: it only adds, and removes nothing that the old version uses. */
const newerText = `
  alter table resources add column colour text;
  create index resources_colour on resources (colour);
  create table colours (id integer primary key, resource_id integer not null references resources);
  insert into colours (id, resource_id) select row_number() over (), id from resources limit 10;`;

type Beside = {
  calls: number;
  refused: number;
  longestMs: number;
  gaveUp: number;
  heldMs: number;
  doneMs: number;
  odd: string[];
};

/**
 * Migrates to a newer version while members read and write at the rig's nodes, behind a transaction that reads the same
 * table for seconds; then restarts one of the old nodes.
 */
export async function migrateBesideOld(rig: Rig): Promise<Beside> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-faults-newer-'));
  try {
    await cp(path.resolve(import.meta.dirname, '../../../server/migrations'), folder, { recursive: true });
    await writeFile(path.join(folder, '9999_colour.sql'), newerText);
    const resources = await addFreeResources(rig.database, 50);
    const seen: Beside = { calls: 0, refused: 0, longestMs: 0, gaveUp: 0, heldMs, doneMs: 0, odd: [] };
    let isOver = false;
    const members = await rig.people(6);
    const working = members.map(async (person) => {
      while (!isOver) for (const resourceId of resources) if (!isOver) await useIt(person, resourceId, seen);
    });
    try {
      await migrateBehindLock(rig, folder, seen);
      await restartOld(rig, seen);
    } finally {
      isOver = true;
      await Promise.all(working);
    }
    return seen;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function migrateBehindLock({ database, addresses }: Rig, from: string, seen: Beside): Promise<void> {
  const reader = await database.pool.connect();
  try {
    await reader.query('begin; select count(*) from resources');
    const migrating = migrate(addresses.owner, {
      from,
      servedBy: new URL(addresses.service).username,
      log: () => {
        seen.gaveUp += 1;
      },
    });
    await Promise.all([pause(heldMs), Promise.race([migrating, pause(heldMs)])]);
    await reader.query('commit');
    const freedAt = performance.now();
    await migrating;
    seen.doneMs = performance.now() - freedAt;
  } finally {
    reader.release();
  }
}

/** Restarts an old node, which must also start beside the new tables. */
async function restartOld({ nodes, front }: Rig, seen: Beside): Promise<void> {
  const [first, second] = nodes.slice(-2);
  if (!first || !second) throw new Error('There are two nodes');
  front.setNodes([second.port]);
  // The node finishes its pending requests first.
  await pause(1_000);
  await first.program().stop();
  await first.start().catch((error: unknown) => seen.odd.push(`an old node does not start again: ${error}`));
  front.setNodes([first.port, second.port]);
}

async function useIt(person: Person, resourceId: number, seen: Beside): Promise<void> {
  const calls = [
    () => person.call('GET', `/api/resources/${resourceId}`),
    () => person.call('PUT', `/api/resources/${resourceId}/finished`, { isFinished: true }),
  ];
  for (const call of calls) {
    const askedAt = performance.now();
    const answer = await call().catch((error: unknown) => ({ status: 0, body: { message: String(error) } }));
    seen.calls += 1;
    seen.longestMs = Math.max(seen.longestMs, performance.now() - askedAt);
    if (answer.status === 200) continue;
    seen.refused += 1;
    if (seen.odd.length < 5) seen.odd.push(`beside a migration: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}
