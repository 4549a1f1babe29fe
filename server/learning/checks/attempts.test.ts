import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptResult, CheckState, OpenAttempt, OwnCheckAttempt } from '#contract/learning/checks.ts';
import type { Message } from '#contract/message.ts';
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
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';

let portal: TestPortal;
let administrator: Person;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});

let member: Person;
let resourceId: number;
beforeEach(async () => {
  member = await portal.member();
  resourceId = (await insertResource(portal.database, { title: 'A free report' })).id;
});

type Rejection = { code: string; message: string };
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const start = (by: Person, id = resourceId) => by.post<OpenAttempt & Rejection>(`/api/resources/${id}/check/attempts`);
const state = async (by: Person, id = resourceId) =>
  (await by.get<CheckState & Rejection>(`/api/resources/${id}/check`)).body;
const result = (by: Person, id: number) => by.get<AttemptResult & Rejection>(`/api/user/check-attempts/${id}`);
const completions = () =>
  rows('select user_id, resource_id from completions where resource_id = $1 order by id', [resourceId]);
const attempts = () =>
  rows('select id, answers, handed_in_at, points from check_attempts where resource_id = $1 order by id', [resourceId]);
/** Lets the time of an attempt end. */
const endTime = (id: number) =>
  rows(
    `update check_attempts set started_at = started_at - interval '20 days', due_at = now() - interval '1 minute'
     where id = $1`,
    [id],
  );
const two = [oneQuestion('a'), oneQuestion('b')];
/** Answers the first question of an attempt at the questions `two` right. */
async function answerFirst(by: Person, { id, questions: [first] }: OpenAttempt): Promise<void> {
  const question = two.find(({ text }) => text === first?.text);
  if (!first || !question) throw new Error('The attempt has other questions');
  await saveAnswer(by, id, 1, answerWith(first, ...rightTexts(question)));
}

describe('who is refused', () => {
  it('CHECK-06 a member without access starts no attempt', async () => {
    const sold = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
    await publishCheck(administrator, sold.id, two);
    const rejected = await start(member, sold.id);
    expect([rejected.status, rejected.body.code]).toEqual([403, 'access.required']);
    expect(await state(member, sold.id)).toMatchObject({ canOpen: false, questions: 2, openAttempt: null });
    expect(await rows('select from check_attempts where user_id = $1', [member.userId])).toEqual([]);
  });

  it('CHECK-06 no attempt starts for a resource without a check, or whose check was removed', async () => {
    expect((await start(member)).body.code).toBe('checks.not-found');
    expect(await state(member)).toBeNull();
    await publishCheck(administrator, resourceId, two);
    await administrator.delete(`/api/admin/resources/${resourceId}/check`);
    expect((await start(member)).body.code).toBe('checks.not-found');
    expect(await state(member)).toBeNull();
  });

  it("CHECK-04 refuses another member's attempt in every call", async () => {
    await publishCheck(administrator, resourceId, two);
    const { id } = await startAttempt(member, resourceId);
    const before = await attempts();
    const other = await portal.member();
    const answers = [
      await other.get<Rejection>(`/api/user/check-attempts/${id}/questions`),
      await saveAnswer(other, id, 1, null),
      await handIn(other, id),
      await result(other, id),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'checks.attempt-not-found']),
    );
    expect(await attempts()).toEqual(before);
  });

  it('CHECK-04 a seat that is taken back in the middle stops the person, and the server scores what was saved', async () => {
    const organisation = await seatedOrganisation(portal, 'learner');
    const [learner] = organisation.others as [Person];
    const sold = await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999 });
    await publishCheck(administrator, sold.id, two, { passMark: 50 });
    await organisation.give(1, sold.id);
    const { owner, path } = organisation;
    const seat = { kind: 'resource', resourceId: sold.id, people: [learner.userId] };
    expect((await owner.post(`${path}/seats/assign`, seat)).status).toBe(200);
    const attempt = await startAttempt(learner, sold.id);
    await answerFirst(learner, attempt);
    const [{ id: seatId }] = await rows('select id from seats where user_id = $1', [learner.userId]);
    expect((await owner.delete(`${path}/seats/${seatId}/person`)).status).toBe(200);
    const rejected = [
      await learner.get<Rejection>(`/api/user/check-attempts/${attempt.id}/questions`),
      await saveAnswer(learner, attempt.id, 2, null),
      await handIn(learner, attempt.id),
    ];
    expect(rejected.map(({ body }) => body.code)).toEqual(rejected.map(() => 'access.required'));
    await endTime(attempt.id);
    await runTask(portal, 'close-attempts');
    expect((await result(learner, attempt.id)).body).toMatchObject({ isByServer: true, points: 1, passed: true });
  });
});

describe('bad input', () => {
  it.each([
    ['10,000 characters', { text: 'x'.repeat(10_000) }, 'request.invalid'],
    ['200 options', { options: Array.from({ length: 200 }, (_, place) => `id${place}`) }, 'request.invalid'],
    ['an option of another attempt', { options: ['AAAAAAAAAAAAAAAA'] }, 'checks.answer-unfit'],
    ['no answer at all', undefined, 'request.invalid'],
    ['a number', 7, 'request.invalid'],
    ['a text for a choice', { text: 'Right a' }, 'checks.answer-unfit'],
    ['pairs for a choice', { pairs: [] }, 'checks.answer-unfit'],
  ])('CHECK-04 refuses %s as an answer and saves nothing', async (_what, answer, code) => {
    await publishCheck(administrator, resourceId, two);
    const { id } = await startAttempt(member, resourceId);
    const before = await attempts();
    const rejected = await saveAnswer(member, id, 1, answer);
    expect([rejected.status, rejected.body.code]).toEqual([400, code]);
    expect(await attempts()).toEqual(before);
  });

  it('CHECK-04 an attempt refuses answers to questions that were not drawn', async () => {
    await publishCheck(administrator, resourceId, two, { drawn: 1 });
    const { id } = await startAttempt(member, resourceId);
    for (const number of [2, 40]) {
      expect((await saveAnswer(member, id, number, null)).body.code).toBe('checks.question-not-found');
    }
    expect((await saveAnswer(member, id, 0, null)).status).toBe(400);
  });

  it('CHECK-04 an attempt refuses an option chosen twice, two options where one is right, and an incomplete order', async () => {
    await publishCheck(administrator, resourceId, everyKind, { shuffles: false });
    const { id, questions } = await startAttempt(member, resourceId);
    const before = await attempts();
    const idsOf = (number: number) => questions[number - 1]?.options.map((option) => option.id) ?? [];
    const [first = '', second = ''] = idsOf(1);
    const [left = ''] = idsOf(5);
    const [right = '', other = ''] = questions[4]?.counterparts.map((option) => option.id) ?? [];
    const wrong: [number, unknown][] = [
      [1, { options: [first, second] }],
      [2, { options: [idsOf(2)[0], idsOf(2)[0]] }],
      [4, { options: idsOf(4).slice(1) }],
      [5, { pairs: [right, other].map((counterpart) => ({ option: left, counterpart })) }],
      [5, { options: idsOf(5) }],
      [6, { options: [] }],
    ];
    for (const [number, answer] of wrong) {
      expect((await saveAnswer(member, id, number, answer)).body.code).toBe('checks.answer-unfit');
    }
    expect(await attempts()).toEqual(before);
  });
});

describe('an attempt', () => {
  it('CHECK-04 a member has one open attempt for each check, however many times and wherever it is started', async () => {
    await publishCheck(administrator, resourceId, two);
    const started = await Promise.all([1, 2, 3].map(() => start(member)));
    expect(started.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(started.map(({ body }) => body.id)).size).toBe(1);
    expect(await attempts()).toHaveLength(1);
    const [first] = started;
    if (!first) throw new Error('No attempt was started');
    const { id, questions } = first.body;
    const again = await member.get<OpenAttempt>(`/api/user/check-attempts/${id}/questions`);
    expect(again.body.questions).toEqual(questions);
  });

  it('CHECK-04 an attempt keeps answers that are saved twice, replaced and taken back', async () => {
    await publishCheck(administrator, resourceId, two);
    const { id, questions } = await startAttempt(member, resourceId);
    const [first = '', second = ''] = questions[0]?.options.map((option) => option.id) ?? [];
    for (const answer of [{ options: [first] }, { options: [first] }, { options: [second] }]) {
      expect((await saveAnswer(member, id, 1, answer)).body).toMatchObject({ answered: 1, questions: 2 });
    }
    const read = await member.get<OpenAttempt>(`/api/user/check-attempts/${id}/questions`);
    expect(read.body.questions.map(({ answer }) => answer)).toEqual([{ options: [second] }, null]);
    expect((await saveAnswer(member, id, 1, null)).body.answered).toBe(0);
    expect((await attempts())[0]?.answers).toEqual({});
  });

  it('CHECK-01 an attempt scores every kind of question', async () => {
    await publishCheck(administrator, resourceId, everyKind, { showsAnswers: 'never' });
    const done = await takeCheck(member, resourceId, everyKind);
    expect(done).toMatchObject({ passed: true, percent: 100, points: 7, questions: 7, unanswered: 0, review: null });
    expect(await completions()).toEqual([{ user_id: member.userId, resource_id: resourceId }]);
  });

  it('CHECK-01 a result shows the percentage rounded down, and the pass mark is compared with the unrounded one', async () => {
    const three = [...two, oneQuestion('c')];
    await publishCheck(administrator, resourceId, three, { passMark: 67 });
    const done = await takeCheck(member, resourceId, three, 2);
    expect(done).toMatchObject({ percent: 66, passMark: 67, passed: false, points: 2, unanswered: 1 });
    expect(await completions()).toEqual([]);
  });

  it('CHECK-04 two tabs that hand in the same attempt get one result', async () => {
    await publishCheck(administrator, resourceId, two, { passMark: 50 });
    const { id } = await startAttempt(member, resourceId);
    const handed = await Promise.all([handIn(member, id), handIn(member, id), handIn(member, id)]);
    expect(handed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(handed.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await completions()).toEqual([]);
    expect((await saveAnswer(member, id, 1, null)).body.code).toBe('checks.handed-in');
    expect((await member.get<Rejection>(`/api/user/check-attempts/${id}/questions`)).body.code).toBe(
      'checks.handed-in',
    );
  });

  it('CHECK-02 an attempt is scored by the version on which it started', async () => {
    await publishCheck(administrator, resourceId, two, { passMark: 100 });
    const attempt = await startAttempt(member, resourceId);
    await publishCheck(administrator, resourceId, [oneQuestion('c')], { passMark: 1 });
    await answerFirst(member, attempt);
    expect((await handIn(member, attempt.id)).body).toMatchObject({ version: 1, percent: 50, passMark: 100 });
    expect(await startAttempt(member, resourceId)).toMatchObject({ version: 2, questions: [{ text: 'Question c?' }] });
  });

  it('CHECK-04 the server hands in an attempt after 14 days, and then refuses answers', async () => {
    await publishCheck(administrator, resourceId, two);
    const { id, startedAt, dueAt, hasTimeLimit } = await startAttempt(member, resourceId);
    expect([Date.parse(dueAt) - Date.parse(startedAt), hasTimeLimit]).toEqual([14 * 86_400_000, false]);
    await runTask(portal, 'close-attempts');
    expect((await result(member, id)).body.code).toBe('checks.attempt-open');
    await endTime(id);
    expect((await saveAnswer(member, id, 1, null)).body.code).toBe('checks.time-over');
    expect((await state(member)).openAttempt).toMatchObject({ isOver: true });
    await runTask(portal, 'close-attempts');
    expect((await result(member, id)).body).toMatchObject({ isByServer: true, points: 0, unanswered: 2 });
    const [{ handed_in_at, due_at }] = await rows('select handed_in_at, due_at from check_attempts where id = $1', [
      id,
    ]);
    expect(handed_in_at).toEqual(due_at);
  });

  it('CHECK-01 an attempt ends at its time limit, which is longer for a person with extra time', async () => {
    await publishCheck(administrator, resourceId, two, { timeLimit: 10 });
    const plain = await startAttempt(await portal.member(), resourceId);
    expect(Date.parse(plain.dueAt) - Date.parse(plain.startedAt)).toBe(10 * 60_000);
    const path = `/api/admin/resources/${resourceId}/check/extra-time/${member.userId}`;
    await administrator.put(path, { minutes: 5 });
    expect(await state(member)).toMatchObject({ timeLimit: 15 });
    const { id, dueAt, startedAt } = await startAttempt(member, resourceId);
    expect(Date.parse(dueAt) - Date.parse(startedAt)).toBe(15 * 60_000);
    await administrator.put(path, { minutes: 20 });
    const longer = await member.get<OpenAttempt>(`/api/user/check-attempts/${id}/questions`);
    expect(Date.parse(longer.body.dueAt) - Date.parse(startedAt)).toBe(30 * 60_000);
  });

  it('CHECK-04 starting again hands in an attempt whose time is over', async () => {
    await publishCheck(administrator, resourceId, two, { timeLimit: 1 });
    const first = await startAttempt(member, resourceId);
    await endTime(first.id);
    const second = await startAttempt(member, resourceId);
    expect(second.id).not.toBe(first.id);
    expect((await result(member, first.id)).body).toMatchObject({ isByServer: true });
  });
});

describe('attempts a day', () => {
  const fail = async (by: Person = member) => takeCheck(by, resourceId, two, 0);

  it('CHECK-01 CHECK-09 the API refuses attempts beyond the daily limit, and says when the next one is possible', async () => {
    await publishCheck(administrator, resourceId, two, { attemptsPerDay: 2 });
    expect(await fail()).toMatchObject({ attemptsLeft: 1, nextAttemptAt: null });
    const last = await fail();
    expect([last.attemptsLeft, last.nextAttemptAt]).toEqual([0, expect.stringMatching(/T00:00:00.000Z$/)]);
    const rejected = await start(member);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'checks.no-attempt-left']);
    const { message, days } = rejected.body as unknown as Message;
    expect(days).toEqual([{ text: expect.stringMatching(/ 00:00$/), at: last.nextAttemptAt }]);
    expect(message).toBe(`You have used all attempts of today. You can try again from ${days?.[0]?.text}.`);
    expect(await attempts()).toHaveLength(2);
    expect(await state(member)).toMatchObject({ attemptsLeft: 0, attemptsToday: 2, nextAttemptAt: last.nextAttemptAt });
    await rows('update check_attempts set day = day - 1 where user_id = $1', [member.userId]);
    expect((await start(member)).status).toBe(200);
  });

  it("CHECK-04 a day is the member's calendar day, and another time zone gives no second one", async () => {
    await publishCheck(administrator, resourceId, two, { attemptsPerDay: 1 });
    const zone = (name: string) => rows('update users set time_zone = $2 where id = $1', [member.userId, name]);
    await zone('Pacific/Kiritimati');
    const { nextAttemptAt } = await fail();
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Kiritimati', timeStyle: 'short' });
    expect(local.format(new Date(nextAttemptAt ?? ''))).toBe('00:00');
    const [{ day }] = await rows(`select day::text from check_attempts where user_id = $1`, [member.userId]);
    const [{ today }] = await rows(`select (now() at time zone 'Pacific/Kiritimati')::date::text as today`);
    expect(day).toBe(today);
    // The day before in another zone is a day of its own, and then both are used.
    await zone('Pacific/Niue');
    expect((await start(member)).status).toBe(200);
    await fail();
    await zone('Pacific/Kiritimati');
    expect((await start(member)).body.code).toBe('checks.no-attempt-left');
  });

  it('CHECK-01 a limit of 0 allows any number of attempts', async () => {
    await publishCheck(administrator, resourceId, two, { attemptsPerDay: 0 });
    for (let run = 0; run < 5; run += 1)
      expect(await fail()).toMatchObject({ attemptsLeft: null, nextAttemptAt: null });
    expect(await state(member)).toMatchObject({ attemptsPerDay: null, attemptsLeft: null, bestPercent: 0 });
  });

  it('CHECK-08 members list all of their own attempts, newest first', async () => {
    await publishCheck(administrator, resourceId, two);
    await takeCheck(await portal.member(), resourceId, two);
    await fail();
    await takeCheck(member, resourceId, two);
    await startAttempt(member, resourceId);
    const path = `/api/user/check-attempts?resourceId=${resourceId}`;
    const { body, headers } = await member.get<OwnCheckAttempt[]>(path);
    expect(body.map(({ percent, passed }) => [percent, passed])).toEqual([
      [null, null],
      [100, true],
      [0, false],
    ]);
    expect(headers['x-total-count']).toBe('3');
  });
});

describe('the result', () => {
  const pointed = [
    oneQuestion('a', { pointer: { kind: 'page', page: 7 }, explanation: 'See the table.' }),
    oneQuestion('b', { pointer: { kind: 'page', page: 3 } }),
    oneQuestion('c', { pointer: { kind: 'page', page: 7 } }),
    oneQuestion('d'),
  ];
  const pages = [
    { kind: 'page', page: 3 },
    { kind: 'page', page: 7 },
  ];

  it('CHECK-01 CHECK-09 the result of a failed attempt has the score and one list of pages, without marks for single questions', async () => {
    await publishCheck(administrator, resourceId, pointed);
    expect(await takeCheck(member, resourceId, pointed, 0)).toMatchObject({
      passed: false,
      percent: 0,
      readAgain: pages,
      review: null,
    });
  });

  it.each([
    ['after_passing', 4, true],
    ['after_passing', 0, false],
    ['after_each_attempt', 0, true],
    ['never', 4, false],
  ] as const)('CHECK-01 shows right answers %s with %i right answers: %s', async (showsAnswers, right, isShown) => {
    await publishCheck(administrator, resourceId, pointed, { showsAnswers });
    const { review } = await takeCheck(member, resourceId, pointed, right);
    expect(review !== null).toBe(isShown);
    if (!review) return;
    const shown = review.find(({ text }) => text === 'Question a?');
    expect(shown).toMatchObject({ isRight: right > 0, explanation: 'See the table.', pointer: pages[1] });
    const option = shown?.options.find(({ text }) => text === 'Right a');
    expect(shown?.rightAnswer).toEqual({ options: [option?.id] });
  });

  it('CHECK-02 the result lists in words which typed answers are accepted', async () => {
    await publishCheck(administrator, resourceId, everyKind, { showsAnswers: 'after_each_attempt' });
    const { review } = await takeCheck(member, resourceId, everyKind, 0);
    const acceptedFor = (kind: string) => review?.find((question) => question.kind === kind)?.accepted;
    expect([acceptedFor('text'), acceptedFor('number'), acceptedFor('one')]).toEqual([
      ['Zürich', 'Zurich City'],
      ['12.5 (± 0.5)'],
      [],
    ]);
  });
});
