import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AdminCheck,
  CheckFilePreview,
  CheckPreview,
  CheckStatistics,
  ExtraTime,
} from '#contract/learning/checks-admin.ts';
import type { CheckContent } from '#contract/learning/checks-content.ts';
import { defaultCheckSettings } from '#contract/learning/checks-limits.ts';
import { isRight, placedAnswer } from '#contract/learning/checks-score.ts';
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
import type { Person } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';

let portal: TestPortal;
let administrator: Person;
let member: Person;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  member = await portal.member();
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});

let resourceId: number;
let path: string;
beforeEach(async () => {
  resourceId = (await insertResource(portal.database, { title: 'A free report' })).id;
  path = `/api/admin/resources/${resourceId}/check`;
});

type Rejection = { code: string; message: string };
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const contentOf = (...questions: CheckContent['questions']): CheckContent => ({
  settings: defaultCheckSettings,
  questions,
});
const get = async () => (await administrator.get<AdminCheck>(path)).body;
const save = (content: unknown, updatedAt?: string | null) =>
  administrator.put<AdminCheck & Rejection>(path, { content, updatedAt: updatedAt ?? undefined });
const publish = (updatedAt: unknown) => administrator.post<AdminCheck & Rejection>(`${path}/versions`, { updatedAt });
const stored = () => rows('select draft, version from knowledge_checks where resource_id = $1', [resourceId]);
const audited = () =>
  rows(
    `select action, actor_user_id, before, after from audit_log
     where object = 'resource' and object_id = $1 and action like '%check%' or action = 'void-question' and object_id = $1
     order by id`,
    [String(resourceId)],
  );

describe('who and what is refused', () => {
  it('CHECK-03 the editor refuses a resource that does not exist, and content beyond the limits', async () => {
    expect((await administrator.get<Rejection>('/api/admin/resources/999999/check')).body.code).toBe(
      'catalogue.not-found',
    );
    const wrong: [unknown, string][] = [
      [
        contentOf(...Array.from({ length: 41 }, (_, place) => oneQuestion(`q${place}`))),
        'There can be at most 40 questions',
      ],
      [contentOf(oneQuestion('a'), oneQuestion('a')), 'Each question needs an id of its own'],
      [contentOf(oneQuestion('a', { text: 'x'.repeat(2001) })), 'Question must be at most 2000 characters'],
      [{ ...contentOf(), settings: { ...defaultCheckSettings, passMark: 101 } }, 'The pass mark must be at most 100'],
      [
        contentOf(oneQuestion('a', { options: Array(200).fill({ text: 'Same', isRight: true }) } as never)),
        'There can be at most 12 answers',
      ],
      [
        contentOf(oneQuestion('a', { picture: { url: 'https://evil.test/a.png', text: '' } })),
        'The picture of a question must be an uploaded image',
      ],
    ];
    for (const [content, message] of wrong) {
      const rejected = await save(content);
      expect([rejected.status, rejected.body.message]).toEqual([400, message]);
    }
    const unknown = oneQuestion('a', {
      picture: { url: '/media/00000000-0000-4000-8000-000000000000', text: 'A cat' },
    });
    expect((await save(contentOf(unknown))).body.code).toBe('articles.picture-unknown');
    expect(await stored()).toEqual([]);
  });

  it('CHECK-03 the editor of a check never overwrites what another administrator saved since', async () => {
    const first = (await save(contentOf(oneQuestion('a')))).body;
    await save(contentOf(oneQuestion('b')), first.updatedAt);
    const rejected = await save(contentOf(oneQuestion('c')), first.updatedAt);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'checks.conflict']);
    expect((await publish(first.updatedAt)).body.code).toBe('checks.conflict');
    expect((await get()).content.questions).toEqual([oneQuestion('b')]);
  });

  it.each([
    [contentOf(), 'Add at least one question.'],
    [contentOf(oneQuestion('a', { options: [] } as never)), 'Question 1: Add at least two answers.'],
    [
      contentOf(
        oneQuestion('a'),
        oneQuestion('b', { options: ['Yes', 'No'].map((text) => ({ text, isRight: false })) } as never),
      ),
      'Question 2: Mark the right answer.',
    ],
    [
      contentOf(
        oneQuestion('a', { options: ['Yes', 'yes '].map((text, place) => ({ text, isRight: place === 0 })) } as never),
      ),
      'Question 1: Two answers are equal.',
    ],
    [contentOf(oneQuestion('a', { text: '' })), 'Question 1: Write the question.'],
    [
      { questions: [oneQuestion('a')], settings: { ...defaultCheckSettings, drawn: 2 } },
      'An attempt cannot draw 2 of 1 question.',
    ],
  ])('CHECK-03 refuses to publish what is not ready (%#)', async (content, problem) => {
    const { updatedAt } = (await save(content)).body;
    const rejected = await publish(updatedAt);
    expect([rejected.status, rejected.body.message]).toEqual([409, `This check cannot be published yet. ${problem}`]);
    expect((await stored())[0]).toMatchObject({ version: null });
    expect(await rows('select from knowledge_check_versions where resource_id = $1', [resourceId])).toEqual([]);
  });

  it('CHECK-02 the API refuses to publish an unchanged check, to void an unknown or the last question, and to remove a check that does not exist', async () => {
    expect((await administrator.delete<Rejection>(path)).body.code).toBe('checks.not-found');
    const { updatedAt } = await publishCheck(administrator, resourceId, [oneQuestion('a'), oneQuestion('b')]);
    expect((await publish(updatedAt)).body.code).toBe('checks.unchanged');
    const cast = (id: string) =>
      administrator.post<Rejection>(`${path}/questions/${id}/void`, { reason: 'Both answers are right' });
    expect((await cast('c')).body.code).toBe('checks.question-not-found');
    expect((await administrator.post<Rejection>(`${path}/questions/a/void`, { reason: ' ' })).body.message).toBe(
      'Say what is wrong with the question',
    );
    expect((await cast('a')).status).toBe(200);
    expect((await cast('a')).body.code).toBe('checks.already-void');
    expect((await cast('b')).body.code).toBe('checks.last-question');
  });
});

describe('the editor', () => {
  it('CHECK-03 the editor of a check begins with an empty draft, and keeps what it saves', async () => {
    expect(await get()).toMatchObject({
      title: 'A free report',
      content: contentOf(),
      updatedAt: null,
      published: null,
      hasChanges: false,
    });
    const { body } = await save(contentOf(...everyKind));
    expect(body).toMatchObject({ content: contentOf(...everyKind), published: null, hasChanges: true, versions: [] });
    expect((await member.get(`/api/resources/${resourceId}/check`)).body).toBeNull();
  });

  it('CHECK-07 a check that was never published does not decide what is finished', async () => {
    await save(contentOf(oneQuestion('a')));
    const { status, body } = await member.put(`/api/resources/${resourceId}/finished`, { isFinished: true });
    expect([status, body.isFinished, body.check]).toEqual([200, true, undefined]);
  });

  it('CHECK-02 a check is published in versions, and the editor says whether the draft differs', async () => {
    const first = await publishCheck(administrator, resourceId, [oneQuestion('a')]);
    expect(first).toMatchObject({ published: { version: 1, publishedBy: 'Tavia Brindlecombe' }, hasChanges: false });
    const second = await save(contentOf(oneQuestion('b')), first.updatedAt);
    expect(second.body).toMatchObject({ published: { version: 1 }, hasChanges: true });
    const third = await publish(second.body.updatedAt);
    expect(third.body).toMatchObject({ published: { version: 2 }, hasChanges: false });
    expect(third.body.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect((await audited()).map(({ action, actor_user_id, after }) => [action, actor_user_id, after.version])).toEqual(
      [
        ['save-check', administrator.userId, undefined],
        ['publish-check', administrator.userId, 1],
        ['save-check', administrator.userId, undefined],
        ['publish-check', administrator.userId, 2],
      ],
    );
  });

  it('CHECK-02 a removed check keeps its attempts and can be published again', async () => {
    const questions = [oneQuestion('a')];
    await publishCheck(administrator, resourceId, questions);
    const open = await startAttempt(member, resourceId);
    const removed = await administrator.delete<AdminCheck>(path);
    expect(removed.body).toMatchObject({ published: null, hasChanges: true, content: { questions } });
    expect((await handIn(member, open.id)).status).toBe(200);
    expect((await publish(removed.body.updatedAt)).body.published?.version).toBe(2);
    expect((await audited()).at(-2)).toMatchObject({ action: 'remove-check', before: { version: 1, questions: 1 } });
  });

  it('CHECK-03 removing a check deletes a draft that was never published', async () => {
    await save(contentOf(oneQuestion('a')));
    expect((await administrator.delete<AdminCheck>(path)).body).toMatchObject({
      updatedAt: null,
      content: contentOf(),
    });
    expect(await stored()).toEqual([]);
  });

  it('CHECK-03 the preview shows the draft as a member sees it, so that the editor can score it', async () => {
    await save(contentOf(...everyKind));
    const { questions, questionIds } = (await administrator.get<CheckPreview>(`${path}/preview`)).body;
    const places = { option: Number, counterpart: Number };
    for (const [index, shown] of questions.entries()) {
      const question = everyKind.find(({ id }) => id === questionIds[index]);
      if (!question) throw new Error('The preview asks something else');
      const placed = placedAnswer(question, answerWith(shown, ...rightTexts(question)), places);
      expect(placed !== 'unfit' && isRight(question, placed)).toBe(true);
    }
    expect(questionIds.toSorted()).toEqual(everyKind.map(({ id }) => id).toSorted());
    expect(await rows('select from check_attempts where resource_id = $1', [resourceId])).toEqual([]);
  });

  it('CHECK-01 an administrator gives one person more time for a check, with an entry in the audit log', async () => {
    await publishCheck(administrator, resourceId, [oneQuestion('a')]);
    const person = `${path}/extra-time/${member.userId}`;
    expect((await administrator.put<Rejection>(person, { minutes: 5 })).body.code).toBe('checks.no-time-limit');
    await publishCheck(administrator, resourceId, [oneQuestion('a')], { timeLimit: 10 });
    expect((await administrator.put<Rejection>(`${path}/extra-time/999999`, { minutes: 5 })).status).toBe(404);
    expect((await administrator.put<Rejection>(person, { minutes: 1441 })).status).toBe(400);
    const { body } = await administrator.put<ExtraTime[]>(person, { minutes: 5 });
    expect(body).toMatchObject([{ userId: member.userId, name: 'Mira Tollander', minutes: 5 }]);
    expect((await administrator.put<ExtraTime[]>(person, { minutes: 0 })).body).toEqual([]);
    const open = await startAttempt(member, resourceId);
    await publishCheck(administrator, resourceId, [oneQuestion('a')]);
    expect((await administrator.put<ExtraTime[]>(person, { minutes: 5 })).status).toBe(200);
    const [{ minutes }] = await rows(
      'select extract(epoch from due_at - started_at)::integer / 60 as minutes from check_attempts where id = $1',
      [open.id],
    );
    expect(minutes).toBe(15);
    expect(
      (await administrator.put<Rejection>(`${path}/extra-time/${administrator.userId}`, { minutes: 5 })).body.code,
    ).toBe('checks.no-time-limit');
    await administrator.put(person, { minutes: 0 });
    expect((await audited()).at(-1)).toMatchObject({ action: 'set-check-time', before: { minutes: 5 } });
  });
});

describe('files', () => {
  it('CHECK-02 an exported check is imported unchanged', async () => {
    await publishCheck(administrator, resourceId, everyKind, { passMark: 90 });
    const exported = await administrator.get(`${path}/export`);
    expect(exported.headers['content-disposition']).toBe(`attachment; filename="check-${resourceId}.json"`);
    expect((await administrator.get(`${path}/export?version=1`)).raw).toEqual(exported.raw);
    expect((await administrator.get<Rejection>(`${path}/export?version=2`)).body.code).toBe('checks.version-not-found');
    const text = exported.raw.toString();
    const preview = await administrator.post<CheckFilePreview>(`${path}/import/preview`, { format: 'json', text });
    expect(preview.body).toMatchObject({ mistakes: [], questions: everyKind, settings: { passMark: 90 } });
    const imported = await administrator.post<AdminCheck>(`${path}/import`, { format: 'json', text, way: 'replace' });
    expect(imported.body).toMatchObject({ hasChanges: false });
  });

  it('CHECK-02 the preview of a file changes nothing, and a file with a mistake imports nothing', async () => {
    const file = { format: 'gift', text: 'Who? {=A ~B}\n\nWrite. {}' };
    const preview = await administrator.post<CheckFilePreview>(`${path}/import/preview`, file);
    expect(preview.body).toMatchObject({ mistakeCount: 1, mistakes: [{ line: 3, path: null }], questions: [] });
    const rejected = await administrator.post<Rejection>(`${path}/import`, { ...file, way: 'append' });
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      'Nothing was imported. Line 3: An essay has no right answer, so a check cannot ask it. Remove it, or add answers.',
    ]);
    expect(await stored()).toEqual([]);
  });

  it('CHECK-02 an import appends questions under free ids, up to 40, or replaces all', async () => {
    const text = 'Who? {=A ~B}\n\nWhen? {#2026}';
    const add = (form: object) =>
      administrator.post<AdminCheck & Rejection>(`${path}/import`, { format: 'gift', text, way: 'append', ...form });
    expect((await add({})).body.content.questions).toHaveLength(2);
    const { content, updatedAt } = (await add({})).body;
    expect(new Set(content.questions.map(({ id }) => id)).size).toBe(4);
    expect((await add({ updatedAt: '2020-01-01T00:00:00.000Z' })).body.code).toBe('checks.conflict');
    await save(contentOf(...Array.from({ length: 39 }, (_, place) => oneQuestion(`n${place}`))), updatedAt);
    expect((await add({})).body.message).toBe(
      'A check has at most 40 questions. With these questions it would have 41.',
    );
    expect((await add({ way: 'replace' })).body.content.questions.map(({ text: asked }) => asked)).toEqual([
      'Who?',
      'When?',
    ]);
  });
});

describe('a faulty question', () => {
  const questions = ['a', 'b', 'c', 'd', 'e'].map((id) => oneQuestion(id));
  // The longest reason is 300 characters of 8 code points each.
  const reason = `q${'\u0301'.repeat(7)}`.repeat(300);
  const cast = (id: string) => administrator.post<AdminCheck>(`${path}/questions/${id}/void`, { reason });
  const scores = () =>
    rows('select user_id, percent, passed from check_attempts where resource_id = $1 order by id', [resourceId]);

  it('CHECK-02 a voided question counts as right for everybody: scores only rise, people are mailed once, and a pass completes the resource', async () => {
    await publishCheck(administrator, resourceId, questions, { shuffles: false });
    const others = [await portal.member(), await portal.member(), await portal.member()] as const;
    const [none, some, all] = others;
    await takeCheck(none, resourceId, questions, 0);
    await takeCheck(some, resourceId, questions, 3);
    await takeCheck(all, resourceId, questions, 5);
    await portal.runJobs();
    const sent = portal.sentMails.length;
    const { body } = await cast('e');
    expect(body.voided).toMatchObject([{ questionId: 'e', reason }]);
    await portal.runJobs();
    expect(await scores()).toEqual([
      { user_id: none.userId, percent: 20, passed: false },
      { user_id: some.userId, percent: 80, passed: true },
      { user_id: all.userId, percent: 100, passed: true },
    ]);
    const mails = portal.sentMails.slice(sent).filter(({ subject }) => subject.startsWith('Your score'));
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Your score for “A free report” has risen'));
    expect(mails[1]?.text).toContain('Your best score is 80 %. You have passed the check.');
    expect(await rows('select user_id from completions where resource_id = $1 order by id', [resourceId])).toEqual([
      { user_id: all.userId },
      { user_id: some.userId },
    ]);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'void-question',
      after: { questionId: 'e', versions: [1], reason },
    });
    await portal.runJobs();
    expect(portal.sentMails.length).toBe(sent + 2);
  });

  it('CHECK-03 the editor lists each version, however many there are', async () => {
    await publishCheck(administrator, resourceId, [oneQuestion('a')]);
    await rows(
      `insert into knowledge_check_versions (resource_id, version, content, published_by)
       select resource_id, n, content, published_by from knowledge_check_versions, generate_series(2, 61) n
       where resource_id = $1`,
      [resourceId],
    );
    expect((await get()).versions.map(({ version }) => version)).toEqual(Array.from({ length: 61 }, (_, n) => 61 - n));
  });

  it('CHECK-02 a voided question counts only in versions that ask the same, its explanation aside; an earlier version is named', async () => {
    const other = oneQuestion('e', { text: 'Something else?' });
    await publishCheck(administrator, resourceId, questions, { shuffles: false, passMark: 20 });
    await takeCheck(member, resourceId, questions, 0);
    await publishCheck(administrator, resourceId, [...questions.slice(0, 4), other]);
    await publishCheck(administrator, resourceId, [...questions.slice(0, 4), { ...other, explanation: 'Because.' }]);
    await cast('e');
    await portal.runJobs();
    expect((await audited()).at(-1)).toMatchObject({ action: 'void-question', after: { versions: [2, 3] } });
    expect(await scores()).toEqual([{ user_id: member.userId, percent: 0, passed: false }]);
    const of = (version: number) =>
      administrator.post<Rejection>(`${path}/questions/e/void`, { reason: 'Two are right', version });
    expect((await of(9)).body.code).toBe('checks.question-not-found');
    expect((await of(2)).body.code).toBe('checks.already-void');
    expect((await of(1)).status).toBe(200);
    await portal.runJobs();
    expect(await scores()).toEqual([{ user_id: member.userId, percent: 20, passed: true }]);
  });

  it('CHECK-03 CHECK-02 an attempt that passes by a voided question counts as passed in the statistics, also once it is summed', async () => {
    await publishCheck(administrator, resourceId, questions, { shuffles: false, passMark: 100 });
    await takeCheck(await portal.member(), resourceId, questions, 4);
    await takeCheck(await portal.member(), resourceId, questions, 3);
    await runTask(portal, 'count-answers');
    await cast('e');
    await portal.runJobs();
    expect((await administrator.get<CheckStatistics>(`${path}/statistics`)).body).toMatchObject({
      attempts: 2,
      passed: 1,
    });
  });

  it('CHECK-02 a voided question stays void when the check is removed and published again', async () => {
    await publishCheck(administrator, resourceId, questions);
    await cast('e');
    const { body } = await administrator.delete<AdminCheck>(path);
    expect((await publish(body.updatedAt)).body.voided.map(({ questionId }) => questionId)).toEqual(['e']);
  });

  it('CHECK-02 a voided question counts in an open attempt, is not drawn again, and stays void in a new version that has it unchanged', async () => {
    await publishCheck(administrator, resourceId, questions, { shuffles: false });
    const open = await startAttempt(member, resourceId);
    await cast('e');
    expect((await handIn(member, open.id)).body).toMatchObject({ points: 1, percent: 20, isRescored: true });
    expect((await member.get(`/api/resources/${resourceId}/check`)).body).toMatchObject({ questions: 4 });
    expect(await startAttempt(member, resourceId)).toMatchObject({ questions: { length: 4 } });
    const changed = [oneQuestion('d', { text: 'What else?' }), questions[4] ?? oneQuestion('e')];
    const next = await publishCheck(administrator, resourceId, changed);
    expect(next.voided.map(({ questionId }) => questionId)).toEqual(['e']);
    await publishCheck(administrator, resourceId, [oneQuestion('d'), oneQuestion('e', { text: 'Mended?' })]);
    expect((await get()).voided).toEqual([]);
  });
});

describe('statistics', () => {
  const questions = [oneQuestion('a'), oneQuestion('b')];
  const statistics = async (query = '') =>
    (await administrator.get<CheckStatistics & Rejection>(`${path}/statistics${query}`)).body;

  async function answer(texts: readonly string[], by?: Person): Promise<void> {
    const person = by ?? (await portal.member());
    const attempt = await startAttempt(person, resourceId);
    for (const shown of attempt.questions) {
      const text = texts.find((one) => shown.options.some((option) => option.text === one));
      if (text) await saveAnswer(person, attempt.id, shown.number, answerWith(shown, text));
    }
    await handIn(person, attempt.id);
  }

  it('CHECK-03 statistics show the share of right answers and the most chosen wrong one from 5 attempts on, including attempts not summed yet', async () => {
    expect((await statistics()).code).toBe('checks.not-found');
    await publishCheck(administrator, resourceId, questions, { passMark: 50 });
    for (const texts of [['Right a'], ['Wrong a'], ['Wrong a', 'Wrong b']]) await answer(texts);
    await answer(['Right a'], member);
    const hidden = { rightPercent: null, mostChosenWrong: null };
    expect(await statistics()).toMatchObject({
      ...{ version: 1, attempts: 4, members: 4, passed: 2 },
      questions: [hidden, hidden],
    });
    await runTask(portal, 'count-answers');
    await answer(['Neither a', 'Neither b'], member);
    const shown = await statistics();
    expect(shown).toMatchObject({
      attempts: 5,
      members: 4,
      passed: 2,
      questions: [
        { questionId: 'a', attempts: 5, rightPercent: 40, mostChosenWrong: { answer: 'Wrong a', percent: 40 } },
        { questionId: 'b', attempts: 5, rightPercent: 0, mostChosenWrong: null },
      ],
    });
    await runTask(portal, 'count-answers');
    await runTask(portal, 'count-answers');
    expect(await statistics('?version=1')).toEqual(shown);
    expect((await statistics('?version=2')).code).toBe('checks.version-not-found');
  });
});
