import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenAttempt } from '#contract/learning/checks.ts';
import type { CheckStatistics } from '#contract/learning/checks-admin.ts';
import { elapsedMs } from '#server/platform/clock.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { answerWith, handIn, oneQuestion, publishCheck, rightTexts, saveAnswer } from '#tests/support/checks.ts';
import { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import type { Person } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';

let portal: TestPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.owner.query(text, values)).rows;
const questions = Array.from({ length: 10 }, (_, place) => oneQuestion(`q${place}`));

/** Adds people without the second that each registration takes. @returns their ids in order */
async function manyPeople(name: string, count: number): Promise<number[]> {
  const added = await rows(
    `insert into users (email, first_name, last_name)
     select $1 || place || '@example.org', 'Mira', 'Tollander' from generate_series(1, $2) place returning id`,
    [name, count],
  );
  return added.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Adds signed-in members. */
async function manyMembers(count: number): Promise<Client[]> {
  const [cookie = ''] = Object.keys((await portal.member()).cookies);
  const secrets = Array.from({ length: count }, () => newSecret());
  await rows(
    `insert into sign_in_sessions (user_id, token_hash, ip)
     select id, token_hash, '127.0.0.1' from unnest($1::integer[], $2::bytea[]) as one (id, token_hash)`,
    [await manyPeople('crowd-', count), secrets.map((secret) => hashSecret(secret))],
  );
  return secrets.map((secret) => Object.assign(new Client(portal.app), { cookies: { [cookie]: secret } }));
}

const figures = (times: number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.999)} ms`;
};

let rejected = 0;

/** Times a call, with its repetitions while the portal replies that it is busy. */
async function timed(work: () => Promise<{ status: number }>): Promise<number> {
  const start = elapsedMs();
  for (;;) {
    const { status } = await work();
    if (status !== 503) {
      expect(status).toBe(200);
      return elapsedMs() - start;
    }
    rejected += 1;
    await wait(500);
  }
}

/** Starts the work of `perSecond` items each second. @returns how long each took */
async function paced<One>(all: readonly One[], perSecond: number, work: (one: One) => Promise<{ status: number }>) {
  return Promise.all(all.map((one, place) => wait((1000 * place) / perSecond).then(() => timed(() => work(one)))));
}

it('CHECK-04 500 people take a check at once, and hand in at the same second', { tags: 'long' }, async () => {
  const { id: resourceId } = await insertResource(portal.database);
  await publishCheck(administrator, resourceId, questions);
  const members = await manyMembers(500);
  const attempts = new Map<Client, OpenAttempt>();
  const startAll = () =>
    paced(members, 50, async (member) => {
      const reply = await member.post<OpenAttempt>(`/api/resources/${resourceId}/check/attempts`);
      attempts.set(member, reply.body);
      return reply;
    });
  const start = await startAll();
  const calls = [0, 1, 2].flatMap((place) => [...attempts].map(([member, attempt]) => ({ member, attempt, place })));
  const saved = await paced(calls, 50, ({ member, attempt: { id, questions: asked }, place }) => {
    const shown = asked[place] ?? raise();
    const question = questions.find(({ text }) => text === shown.text) ?? raise();
    return saveAnswer(member, id, shown.number, answerWith(shown, ...rightTexts(question)));
  });
  const pacedHandIns = await paced([...attempts], 50, ([member, { id }]) => handIn(member, id));
  await startAll();
  const began = elapsedMs();
  const handed = await Promise.all([...attempts].map(([member, { id }]) => timed(() => handIn(member, id))));
  const whole = Math.round(elapsedMs() - began);
  process.stdout.write(
    `500 people, 50 calls a second: starting ${figures(start)}; saving ${figures(saved)}; handing in ${figures(pacedHandIns)}\n` +
      `500 hand-ins in the same moment: all within ${whole} ms, ${figures(handed)}; ${rejected} times busy\n`,
  );
  expect(await rows('select count(*)::integer as n from check_attempts where handed_in_at is not null')).toEqual([
    { n: 1000 },
  ]);
  await expectInvariants(portal.database);
});

function raise(): never {
  throw new Error('The check asks something else');
}

it('CHECK-03 statistics over 100,000 attempts of 20,000 people', { tags: 'long' }, async () => {
  const { id: resourceId } = await insertResource(portal.database);
  await publishCheck(administrator, resourceId, questions);
  await rows(
    `insert into check_attempts (user_id, resource_id, version, day, seed, drawn, pass_mark, answers, started_at, due_at,
       handed_in_at, right_questions, awarded_questions)
     select ($3::integer[])[1 + n % 20000], $1, 1, current_date, decode(repeat('00', 16), 'hex'), $2::text[], 80,
       (select jsonb_object_agg(q, jsonb_build_object('options', jsonb_build_array((n + length(q)) % 3))) from unnest($2::text[]) q),
       now(), now() + interval '1 day', now(), ($2::text[])[1:n % 11], '{}'
     from generate_series(1, 100000) n`,
    [resourceId, questions.map(({ id }) => id), await manyPeople('taker-', 20_000)],
  );
  const counting = elapsedMs();
  await runTask(portal, 'count-answers');
  const counted = Math.round(elapsedMs() - counting);
  await rows('analyze check_attempts');
  const path = `/api/admin/resources/${resourceId}/check/statistics`;
  const times: number[] = [];
  for (let run = 0; run < 20; run += 1) times.push(await timed(() => administrator.get(path)));
  process.stdout.write(`100,000 attempts of 20,000 people: summed in ${counted} ms; statistics ${figures(times)}\n`);
  const { body } = await administrator.get<CheckStatistics>(path);
  expect([body.attempts, body.members]).toEqual([100_000, 20_000]);
  expect(body.questions.map(({ attempts }) => attempts)).toEqual(Array(10).fill(100_000));
  await rows('delete from check_attempts where resource_id = $1', [resourceId]);
});
