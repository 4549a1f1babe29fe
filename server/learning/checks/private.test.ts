import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AttemptResult, OpenAttempt } from '#contract/learning/checks.ts';
import { ownParts } from '#server/operations/privacy/own-data-store.ts';
import {
  answerWith,
  everyKind,
  handIn,
  oneQuestion,
  publishCheck,
  rightTexts,
  saveAnswer,
  startAttempt,
  takeCheck,
} from '#tests/support/checks.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import type { Person } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createTestPortal({ CATALOGUE_PUBLIC: '1' });
  administrator = await portal.administrator();
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

it('CHECK-01 CHECK-04 a picture of a question is shown to people who can take the check, under a name that says nothing', async () => {
  const id = randomUUID();
  const values = { id, kind: 'image', name: 'the-right-answer.webp', content_type: 'image/webp', bytes: 9 } as const;
  await portal.database.db.kysely
    .insertInto('files')
    .values({ ...values, sha256: Buffer.alloc(32, 7), width_pixels: 40, height_pixels: 30 })
    .execute();
  const sold = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
  const free = await insertResource(portal.database);
  const question = oneQuestion('a', { picture: { url: `/media/${id}`, text: 'A switch' } });
  await publishCheck(administrator, sold.id, [question]);
  const member = await portal.member();
  const statusOf = async (client: Client) => (await client.get(`/media/${id}`)).status;
  expect([await statusOf(portal.visitor()), await statusOf(member)]).toEqual([404, 404]);
  await publishCheck(administrator, free.id, [question]);
  // The test stores no bytes, so a permitted request fails with a status other than 404.
  expect(await statusOf(portal.visitor())).toBe(404);
  expect(await statusOf(member)).not.toBe(404);
  const attempt = await startAttempt(member, free.id);
  expect(attempt.questions[0]?.picture).toEqual({ url: `/media/${id}`, text: 'A switch', width: 40, height: 30 });
  expect(JSON.stringify(attempt)).not.toContain('the-right-answer');
});

it('CHECK-04 searches, cards and pages of a resource have nothing of its questions', async () => {
  const { id } = await insertResource(portal.database, { title: 'A quiet guide' });
  await publishCheck(administrator, id, [oneQuestion('zebrafinch')]);
  const member = await portal.member();
  for (const path of ['/api/resources?search=zebrafinch', `/api/resources/${id}`, `/api/resources/${id}/check`]) {
    expect((await member.get(path)).raw.toString()).not.toContain('zebrafinch');
  }
  const page = await portal.visitor().get(`/catalogue/${id}/a-quiet-guide`);
  expect(page.raw.toString()).not.toContain('zebrafinch');
});

it('CHECK-08 MCP-03 the export has answers in words with the numbers of their questions, none of the questions, and deleting the account deletes them', async () => {
  const { id: resourceId } = await insertResource(portal.database, { title: 'A guide' });
  // Two questions may ask in the same words.
  const twin = oneQuestion('twin', { text: 'Question one?' });
  const questions = [
    ...everyKind,
    {
      ...twin,
      options: [
        { text: 'Right one', isRight: true },
        { text: 'Wrong', isRight: false },
      ],
    },
  ];
  await publishCheck(administrator, resourceId, questions, { showsAnswers: 'never' });
  const member = await portal.member();
  const attempt: OpenAttempt = await startAttempt(member, resourceId);
  for (const shown of attempt.questions) {
    const question = everyKind.find(({ text }) => text === shown.text) ?? oneQuestion('a');
    await saveAnswer(member, attempt.id, shown.number, answerWith(shown, ...rightTexts(question)));
  }
  await handIn(member, attempt.id);
  await rows('insert into check_allowances (user_id, resource_id, extra_minutes) values ($1, $2, 15)', [
    member.userId,
    resourceId,
  ]);
  const partOf = (name: string) => rows(ownParts.find((part) => part.name === name)?.query ?? '', [member.userId]);
  const exported = await partOf('check-attempts');
  const numbersOf = (text: string) =>
    attempt.questions.filter((shown) => shown.text === text).map(({ number }) => number);
  const given = (text: string, answer: unknown) => numbersOf(text).map((question) => ({ question, answer }));
  expect(exported).toMatchObject([
    {
      resource: 'A guide',
      version: 1,
      percent: 100,
      pass_mark: 80,
      passed: true,
      answers: [
        ...given('Question one?', ['Right one']),
        ...given('Which are principles?', ['Responsible', 'Adaptive']),
        ...given('A check needs a reader.', ['True']),
        ...given('Order the steps.', ['Discover', 'Design', 'Deliver']),
        ...given('Match the acts.', ['GDPR – Data', 'AI Act – Systems', 'DSA – Platforms']),
        ...given('Which city?', 'Zürich'),
        ...given('How much?', '12.5'),
      ].toSorted((one, other) => one.question - other.question),
    },
  ]);
  expect(attempt.questions.filter(({ text }) => JSON.stringify(exported).includes(text))).toEqual([]);
  expect(await partOf('check-allowances')).toEqual([{ resource: 'A guide', further_attempts: 0, extra_minutes: 15 }]);
  const other = await portal.member();
  const kept: AttemptResult = await takeCheck(other, resourceId, everyKind);
  expect((await member.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } })).status).toBe(
    200,
  );
  expect(await rows('select id from check_attempts where resource_id = $1', [resourceId])).toEqual([{ id: kept.id }]);
  expect(await rows('select from check_allowances where resource_id = $1', [resourceId])).toEqual([]);
});
