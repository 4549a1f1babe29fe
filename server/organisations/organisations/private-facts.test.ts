import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangedCompletions } from '#contract/learning/learning-completions.ts';
import { liftLimits } from '#quality/fuzz/world.ts';
import { insertGrant, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { chooser } from '#tests/support/money-lives.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { seed } from '#tests/support/seed.ts';
import { unzip } from '#tests/support/zip.ts';

let portal: TestPortal;
let paid: number;
let subscribed: number;
let free: number;
/** Replies in an organisation whose people have no private facts. */
let without: string[];
beforeAll(async () => {
  portal = await createTestPortal();
  await liftLimits(portal.database);
  paid = (await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 })).id;
  subscribed = (await insertResource(portal.database, { access_type: 'subscription', price_minor: 900 })).id;
  free = (await insertResource(portal.database, { title: 'A free report' })).id;
  without = await attack(async () => {});
});
afterAll(() => portal.close());

/** One fact about a person that an organisation has nothing to do with. */
const privateFacts: Record<string, (person: Person) => Promise<unknown>> = {
  'a purchase': ({ userId }) => insertPurchase(portal.database, { userId, resourceId: paid }),
  'a grant': ({ userId }) => insertGrant(portal.database, { userId, resourceId: paid }),
  'a subscription': ({ userId }) =>
    portal.database.pool.query(
      `insert into subscriptions (user_id, status, stripe_subscription_id, plan, amount_minor, currency)
       values ($1, 'active', $2, 'monthly', 900, 'GBP')`,
      [userId, `sub_private_${userId}`],
    ),
  'a block': ({ userId }) =>
    portal.database.pool.query(
      `insert into subscription_blocks (user_id, resource_id, reason) values ($1, $2, 'Too young')`,
      [userId, subscribed],
    ),
  'a saved resource': (person) => person.put(`/api/resources/${paid}/saved`, {}),
  reading: (person) =>
    person.post('/api/user/sessions', { resourceId: free, sessionData: { startTime: '2026-01-01T00:00:00Z' } }),
  'a completion': (person) => person.put(`/api/resources/${free}/finished`, { isFinished: true }),
};

/** Replaces everything that differs between two organisations for no private reason: ids, addresses, codes and times. */
function withoutOwn(text: string, people: readonly Person[]): string {
  const ids = new Map(people.map(({ userId }, place) => [String(userId), `person ${place}`]));
  return text
    .replaceAll(/member-?[\w.-]*@[\w.]+|[\w.+-]+@example\.org/g, 'address')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'moment')
    .replaceAll(/"(id|organisationId|assignmentId)":\d+/g, '"$1":0')
    .replaceAll(/"userId":(\d+)/g, (_, id: string) => `"userId":"${ids.get(id) ?? 'stranger'}"`);
}

/** Replies to a manager who attacks two people, of whom the first may have a private fact. */
async function attack(fact: (person: Person) => Promise<unknown>): Promise<string[]> {
  const organisation = await seatedOrganisation(portal, 'manager', 'learner', 'learner');
  const [manager, target, other] = organisation.others as [Person, Person, Person];
  const people = [target.userId, other.userId];
  await fact(target);
  await organisation.give(1, paid);
  const due = (await portal.database.pool.query(`select ((now() at time zone 'UTC')::date + 30)::text as day`)).rows[0];
  const day = (await portal.database.pool.query(`select (now() at time zone 'UTC')::date::text as day`)).rows[0].day;
  const { path } = organisation;
  const form = { dueOn: due.day, refreshMonths: null, asksConfirmation: false };
  const replies = [
    await manager.post(`${path}/assignments`, { ...form, people, resourceIds: [paid] }),
    await manager.post(`${path}/assignments`, { ...form, people: [target.userId], resourceIds: [subscribed, free] }),
    await manager.post(`${path}/assignments`, { ...form, people, resourceIds: [paid, subscribed, free] }),
    await manager.get(`${path}/assignments`),
    await manager.get(`${path}/assignments?status=completed`),
    await manager.get(`${path}/assignments/csv`),
    await manager.get(`${path}/learning`),
    await manager.get(`${path}/learning/people?userId=${target.userId}`),
    await manager.get(`${path}/people`),
    await manager.get(`${path}/people?withoutSeat=${paid}`),
    await manager.get(`${path}/seats`),
    await manager.post(`${path}/seats/assign`, { kind: 'resource', resourceId: paid, people: [target.userId] }),
    await manager.get(`${path}/people?withoutSeat=${paid}`),
    await manager.get(`${path}/certificates`),
    await manager.get(`/api/resources/${paid}`),
  ];
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  const pack = await unzip((await manager.get(`${path}/evidence?from=${day}&to=${day}`)).raw);
  const texts = replies.map(
    ({ status, body }) => `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`,
  );
  const learnt = [...texts, String(pack['people.csv']), String(pack['completions.json'])];
  return learnt.map((text) => withoutOwn(text, [target, other, manager, organisation.owner]));
}

/** The facts that `npm test` tries; the others are tried by the long tests. */
const quickFacts = new Set(['a purchase', 'a subscription', 'a completion']);

for (const [name, fact] of Object.entries(privateFacts)) {
  const tags = quickFacts.has(name) ? [] : ['long'];
  it(`ORG-10 a manager’s calls do not differ by ${name} of a person`, { tags }, async () => {
    expect(await attack(fact)).toEqual(without);
  });
}

it('ORG-10 the day of a completion from before the assignment stays unknown when the person confirms it', async () => {
  const { path, owner, others } = await seatedOrganisation(portal, 'manager', 'learner');
  const [manager, learner] = others as [Person, Person];
  const rows = async (text: string) => (await portal.database.pool.query(text, [learner.userId])).rows;
  await learner.put(`/api/resources/${free}/finished`, { isFinished: true });
  const [before] = await rows(
    `update completions set completed_at = now() - interval '400 days' where user_id = $1
     returning (completed_at at time zone 'UTC')::date::text as day`,
  );
  const [{ today, due }] = await rows(
    `select (now() at time zone 'UTC')::date::text as today, ((now() at time zone 'UTC')::date + 30)::text as due from users where id = $1`,
  );
  const form = { dueOn: due, refreshMonths: null, asksConfirmation: true };
  await manager.post(`${path}/assignments`, { ...form, people: [learner.userId], resourceIds: [free] });
  const [{ id }] = await rows('select id from assignments where user_id = $1');
  expect((await learner.post(`/api/user/assignments/${id}/confirmation`)).status).toBe(200);
  const { token } = await makeKey(owner, `${path}/keys`, ['completions:read']);
  const listed = await new Program(portal.app, token).get<ChangedCompletions>(`${path}/completions`);
  expect(listed.body.items.map(({ completedAt }) => completedAt.slice(0, 10))).toEqual([today]);
  const wide = await unzip((await manager.get(`${path}/evidence?from=${before.day}&to=${today}`)).raw);
  const narrow = await unzip((await manager.get(`${path}/evidence?from=${today}&to=${today}`)).raw);
  const completionsOf = (pack: Awaited<ReturnType<typeof unzip>>) =>
    JSON.parse(String(pack['completions.json'])).completions as { completedAt: string }[];
  expect(completionsOf(wide)).toEqual(completionsOf(narrow));
  expect(completionsOf(wide).map(({ completedAt }) => completedAt.slice(0, 10))).toEqual([today]);
});

it('ORG-10 a manager’s calls do not differ by any private facts, in random organisations', {
  tags: 'long',
  timeout: 3_600_000,
}, async () => {
  const { chance } = chooser(seed);
  // 1,000 organisations with ORGANISATION_PAIRS=500, which takes 16 minutes.
  for (let pair = 0; pair < Number(process.env.ORGANISATION_PAIRS ?? 20); pair += 1) {
    const chosen = Object.entries(privateFacts).filter(() => chance(0.4));
    const [isInOrder, hasSome] = [chance(0.5), chance(0.5)];
    const having = await attack(async (person) => {
      for (const [, fact] of isInOrder ? chosen : chosen.toReversed()) await fact(person);
    });
    // The other organisation's person has none, or some of them.
    const other = await attack(async (person) => {
      for (const [, fact] of hasSome ? chosen.slice(1) : []) await fact(person);
    });
    expect(having, `pair ${pair} of seed ${seed}: ${chosen.map(([name]) => name).join(', ')}`).toEqual(other);
  }
});
