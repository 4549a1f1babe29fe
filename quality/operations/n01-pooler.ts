import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/db.ts';
import { connectionSettings } from '#server/platform/database/role-limits.ts';
import type { Fault } from '../faults/fault.ts';
import { seconds } from '../faults/fault.ts';
import { findWrong, settle } from '../faults/rig/checks.ts';
import { command } from '../faults/rig/environment.ts';
import { underLoad } from '../faults/rig/load.ts';
import { type Rig, withRig } from '../faults/rig/rig.ts';
import { addFreeResources, addResource, allHaveAccess, buy } from '../faults/rig/shop.ts';
import { inParallel, until } from '../faults/rig/wait.ts';
import { startWriters } from '../faults/rig/writers.ts';
import { findPgBouncer, startPgBouncer } from './pgbouncer.ts';

const accessWithinMs = 60_000;
const heardWithinMs = 5_000;
const poolSize = 20;

/**
 * Three nodes and a worker, whose connections, except those of DATABASE_DIRECT_URL, pass one PgBouncer in transaction
 * mode.
 */
export const n01: Fault = {
  name: 'N01',
  title: 'the portal through PgBouncer',
  run: async ({ environment, amount }) => {
    const program = await findPgBouncer();
    const { addresses, drop } = await environment.createDatabase();
    const roles = [addresses.service, addresses.owner];
    const pooler = await startPgBouncer({ program, port: Number(new URL(addresses.service).port), addresses: roles });
    const pooled = Object.assign(new URL(addresses.service), { port: String(pooler.port) }).href;
    const behind = { owner: addresses.owner, service: pooled, direct: addresses.service };
    try {
      const place = { createDatabase: async () => ({ addresses: behind, drop }) };
      const rejection = await checkStartWithoutDirect(environment, pooled);
      const variables = { ROLE: 'web', DATABASE_POOL_MAX: '30' };
      return await withRig(place, { nodes: 3, variables }, async (rig) => {
        await (await rig.addNode({ ROLE: 'worker' })).start();
        const writers = startWriters(await rig.people(6), await addFreeResources(rig.database, 20_000));
        const people = await rig.people(50);
        const heardMs: number[] = [];
        let [accessMs, connections] = [0, 0];
        const seen = await underLoad(rig, people, amount(200, 100), async () => {
          await pause(amount(30_000, 10_000));
          for (let round = 0; round < 5; round += 1) heardMs.push(await hearChange(rig, round));
          accessMs = await purchase(rig, amount(20, 5));
          connections = await countPooled(pooled);
        });
        const lost = await writers.stopAndCountLost(rig);
        await settle(rig);
        const odd = [...(await wrongLimits(pooled)), ...(await wrongPlans(rig, pooled)), ...rejection];
        const slowest = Math.max(...heardMs);
        return {
          tries: `3 nodes of 30 connections and a worker over ${poolSize} of PgBouncer; ${writers.count()} writes, ${amount(20, 5)} purchases`,
          reached: `${seen.failed} of ${seen.requests} requests failed; at most ${connections} connections; a change was seen at every node after ${seconds(slowest)}; access ${seconds(accessMs)} after paying; ${lost} acknowledged writes lost; ${odd.length} oddities`,
          goal: `0; ≤ ${poolSize}; ≤ 5 s; ≤ 60 s; 0; 0`,
          isMet:
            seen.failed === 0 &&
            connections <= poolSize &&
            slowest <= heardWithinMs &&
            accessMs <= accessWithinMs &&
            lost === 0,
          wrong: [
            ...(seen.failed > 0 ? [...rig.front.refusals].map(([what, times]) => `${times} times ${what}`) : []),
            ...odd,
            ...(await findWrong(rig)),
          ],
        };
      });
    } finally {
      await pooler.close();
    }
  },
};

/** Checks that no node starts without DATABASE_DIRECT_URL. @returns errors */
async function checkStartWithoutDirect(
  environment: Parameters<Fault['run']>[0]['environment'],
  pooled: string,
): Promise<string[]> {
  const { addresses, drop } = await environment.createDatabase();
  const service = Object.assign(new URL(addresses.service), { port: new URL(pooled).port }).href;
  const place = { createDatabase: async () => ({ addresses: { owner: addresses.owner, service }, drop }) };
  const said = await withRig(place, { nodes: 1 }, async () => 'it started').catch((error: unknown) => String(error));
  return said.includes('DATABASE_URL leads through a pooler in transaction mode') ? [] : [`not refused: ${said}`];
}

/** Publishes a resource at one node. @returns milliseconds until every node lists it */
async function hearChange(rig: Rig, round: number): Promise<number> {
  const [administrator] = await rig.people(1, 'administrator');
  const [first] = rig.nodes;
  if (!administrator || !first) throw new Error('There are people and nodes');
  const title = `Change ${round}`;
  const form = { title, description: 'A report.', type: 'report', accessType: 'free', isPublished: true };
  const answer = await administrator.at(first.origin).call('POST', '/api/admin/resources', form);
  if (answer.status >= 300) throw new Error(`Not published: ${JSON.stringify(answer)}`);
  const web = rig.nodes.slice(0, 3);
  const listed = async () => {
    const lists = await inParallel(3, web, (node) =>
      administrator.at(node.origin).call('GET', `/api/resources?search=${encodeURIComponent(title)}`),
    );
    return lists.every(({ body }) => JSON.stringify(body).includes(title));
  };
  return until('every node lists the change', listed, { withinMs: 60_000 });
}

async function purchase(rig: Rig, count: number): Promise<number> {
  const resourceId = await addResource(rig.database);
  const people = await rig.people(count);
  const paid = await inParallel(4, people, (person) => buy(rig.payments, { person, resourceId }, { reports: false }));
  return allHaveAccess(paid, 120_000);
}

/** Counts the pooler's open connections to PostgreSQL. */
async function countPooled(pooled: string): Promise<number> {
  const place = Object.assign(new URL(pooled), { pathname: '/pgbouncer' }).href;
  return (await command(place, 'show servers')).rows.length;
}

/** Checks that a connection of the pooler has the role's limits. @returns errors */
async function wrongLimits(pooled: string): Promise<string[]> {
  const { rows } = await command(
    pooled,
    `select name, setting || coalesce(unit, '') as value from pg_settings where name in ('${Object.keys(connectionSettings).join("', '")}')`,
  );
  // Safe cast, because the statement names both columns.
  const found = rows as { name: keyof typeof connectionSettings; value: string }[];
  return found
    .filter(({ name, value }) => connectionSettings[name].toLowerCase() !== value.toLowerCase())
    .map(({ name, value }) => `${name} is ${value}`);
}

/**
 * Checks that a statement whose plan a migration has outdated succeeds, although the pooler's connections keep their
 * plans. @returns errors
 */
async function wrongPlans({ database, addresses }: Rig, pooled: string): Promise<string[]> {
  const role = new URL(addresses.service).username;
  await database.pool.query(`create table outdated as select 1 as one; grant select on outdated to ${role}`);
  const through = openDatabase(pooled, { log: () => {}, direct: addresses.direct, max: 2 });
  try {
    const ask = () => through.db.prepared('operations.outdated', 'select * from outdated', []);
    await ask();
    await database.pool.query('alter table outdated alter column one type bigint');
    const answers = await Promise.all([ask(), ask()]).catch((error: unknown) => [String(error)]);
    return answers.every((rows) => JSON.stringify(rows) === '[{"one":1}]') ? [] : [`outdated: ${answers}`];
  } finally {
    await through.close();
    await database.pool.query('drop table outdated');
  }
}
