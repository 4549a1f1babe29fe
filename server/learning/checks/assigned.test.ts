import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Assignment, OwnAssignment } from '#contract/learning/learning.ts';
import type { Certificate, PublicCertificate } from '#contract/learning/learning-certificates.ts';
import type { ChangedCompletions } from '#contract/learning/learning-completions.ts';
import {
  answerWith,
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
import { addPath, beginPath, pathOf, readText, resourceStep, textStep } from '#tests/support/paths.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import { runTask } from '#tests/support/rounds.ts';
import { unzip } from '#tests/support/zip.ts';

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

const questions = ['a', 'b', 'c', 'd', 'e'].map((id) => oneQuestion(id));
let organisation: Awaited<ReturnType<typeof seatedOrganisation>>;
let manager: Person;
let learner: Person;
let resourceId: number;
beforeEach(async () => {
  organisation = await seatedOrganisation(portal, 'manager', 'learner');
  [manager, learner] = organisation.others as [Person, Person];
  resourceId = (await insertResource(portal.database, { title: 'A guide' })).id;
});

type Rejection = { code: string; message: string };
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const assign = async (form: object = {}, of = organisation) => {
  const [{ day }] = await rows(`select ((now() at time zone 'UTC')::date + 30)::text as day`);
  const body = { resourceIds: [resourceId], people: [learner.userId], dueOn: day, ...form };
  expect((await of.owner.post(`${of.path}/assignments`, body)).status).toBe(201);
};
const listed = async (by: Person = manager) => (await by.get<Assignment[]>(`${organisation.path}/assignments`)).body[0];
const own = async () => (await learner.get<OwnAssignment[]>('/api/user/assignments')).body[0];
const finish = () => learner.put(`/api/resources/${resourceId}/finished`, { isFinished: true });
const certificates = async () => (await learner.get<Certificate[]>('/api/user/certificates')).body;
const give = (by: Person, id: unknown, attempts: unknown = 2) =>
  by.post<Rejection>(`${organisation.path}/assignments/${id}/attempts`, { attempts });

describe('further attempts', () => {
  it('CHECK-08 further attempts are refused to learners and outsiders, for other assignments, without a check and with invalid numbers', async () => {
    await assign();
    const { id } = (await listed()) as Assignment;
    expect((await give(manager, id)).body.code).toBe('checks.not-found');
    await publishCheck(administrator, resourceId, questions);
    expect((await give(learner, id)).body.code).toBe('organisations.not-allowed');
    expect((await give(await portal.member(), id)).body.code).toBe('organisations.not-found');
    expect((await give(manager, 999_999)).body.code).toBe('learning.assignment-not-found');
    for (const attempts of [0, 21, 1.5, 'two']) expect((await give(manager, id, attempts)).status).toBe(400);
    expect(await rows('select from check_allowances where resource_id = $1', [resourceId])).toEqual([]);
  });

  it('CHECK-08 ORG-10 a person has at most 20 further attempts, and the reply does not tell how many', async () => {
    await publishCheck(administrator, resourceId, questions, { attemptsPerDay: 1 });
    await assign();
    const { id } = (await listed()) as Assignment;
    const has = () => rows('select further_attempts as has from check_allowances where resource_id = $1', [resourceId]);
    expect((await give(manager, id, 1)).body.message).toBe('Mira Tollander has got 1 further attempt.');
    expect((await give(manager, id, 2)).body.message).toBe('Mira Tollander has got 2 further attempts.');
    expect(await has()).toEqual([{ has: 3 }]);
    expect((await give(manager, id, 20)).body.message).toBe('Mira Tollander has got 20 further attempts.');
    expect(await has()).toEqual([{ has: 20 }]);
  });

  it('CHECK-08 a person can start each further attempt once, after those of the day are used', async () => {
    await publishCheck(administrator, resourceId, questions, { attemptsPerDay: 1 });
    await assign();
    const { id } = (await listed()) as Assignment;
    expect(await takeCheck(learner, resourceId, questions, 0)).toMatchObject({ attemptsLeft: 0 });
    expect((await give(manager, id, 1)).status).toBe(200);
    expect((await takeCheck(learner, resourceId, questions, 0)).attemptsLeft).toBe(0);
    const rejected = await learner.post<Rejection>(`/api/resources/${resourceId}/check/attempts`);
    expect(rejected.body.code).toBe('checks.no-attempt-left');
    expect((await learner.get(`/api/resources/${resourceId}/check`)).body).toMatchObject({ attemptsToday: 2 });
    const [entry] = await rows(
      `select actor_user_id, member_user_id, after from audit_log where action = 'give-attempts' and object_id = $1`,
      [String(organisation.id)],
    );
    expect(entry).toEqual({
      actor_user_id: manager.userId,
      member_user_id: learner.userId,
      after: { resourceId, attempts: 1 },
    });
  });
});

describe('what owners and managers see', () => {
  it('CHECK-08 ORG-10 owners and managers see whether a check was passed, with attempts and best score since the assignment, and never an answer', async () => {
    await publishCheck(administrator, resourceId, questions);
    await takeCheck(learner, resourceId, questions, 1);
    await assign();
    expect((await listed())?.check).toEqual({ passed: false, attempts: 0, bestPercent: null });
    await takeCheck(learner, resourceId, questions, 2);
    const { id } = await startAttempt(learner, resourceId);
    expect(await listed()).toMatchObject({
      status: 'in_progress',
      check: { passed: false, attempts: 1, bestPercent: 40 },
    });
    await handIn(learner, id);
    expect((await own())?.check).toEqual({ passed: false, attempts: 2, bestPercent: 40 });
    const file = (await manager.get(`${organisation.path}/assignments/csv`)).raw.toString();
    expect(file.split('\n')[0]).toContain('Check passed,Attempts at the check,Best score (%)');
    expect(file.split('\n')[1]).toMatch(/,no,2,40$/);
  });

  it('CHECK-08 owners and managers see no check for a resource without one', async () => {
    await assign();
    expect([(await listed())?.check, (await own())?.check]).toEqual([null, null]);
  });
});

describe('completion', () => {
  it('CHECK-07 passing the check completes the resource, the finished mark does not, and the completion has score, pass mark and version', async () => {
    await publishCheck(administrator, resourceId, questions);
    await publishCheck(administrator, resourceId, questions.toReversed(), { passMark: 60 });
    await assign();
    await finish();
    expect(await listed()).toMatchObject({ status: 'in_progress', completedAt: null });
    const passing = await takeCheck(learner, resourceId, questions, 4);
    expect(passing).toMatchObject({ passed: true, confirmations: [] });
    expect(await listed()).toMatchObject({
      status: 'completed',
      check: { passed: true, attempts: 1, bestPercent: 80 },
    });
    const check = { percent: 80, passMark: 60, version: 2 };
    const [certificate] = await certificates();
    expect(certificate).toMatchObject({ resourceId, check });
    const { body } = await portal.visitor().get<PublicCertificate>(`/api/public/certificates/${certificate?.code}`);
    expect(body.check).toEqual(check);
    for (const [by, path] of [
      [learner, '/api/user/completions'],
      [manager, `${organisation.path}/completions`],
    ] as const) {
      expect((await by.get<ChangedCompletions>(path)).body.items).toMatchObject([{ resourceId, check }]);
    }
    const pdf = await textOfPdf((await learner.get(`/api/user/certificates/${certificate?.id}/pdf`)).raw);
    expect(pdf).toContain('Passed the check with 80 %, pass mark 60 %, version 2');
    const badge = `/api/user/certificates/${certificate?.id}/badge`;
    expect((await learner.put(badge, { showName: false, proveAddress: false })).status).toBe(200);
    expect((await learner.get(`${badge}.json`)).raw.toString()).toContain(
      'when the knowledge check of the resource is passed, here with 80 %, pass mark 60 %, version 2. It is not',
    );
  });

  it('CHECK-06 the result of a passed check asks for the confirmation', async () => {
    await publishCheck(administrator, resourceId, questions);
    await assign({ asksConfirmation: true });
    const { id } = (await own()) as OwnAssignment;
    const early = await learner.post<Rejection>(`/api/user/assignments/${id}/confirmation`);
    expect(early.body.code).toBe('learning.not-completed');
    const passing = await takeCheck(learner, resourceId, questions);
    expect(passing.confirmations).toEqual([{ assignmentId: id, organisation: 'Northmere Council' }]);
    expect(await own()).toMatchObject({ status: 'in_progress', canConfirm: true });
    expect((await learner.post(`/api/user/assignments/${id}/confirmation`)).status).toBe(200);
    expect(await own()).toMatchObject({ status: 'completed' });
    const again = await learner.get<{ confirmations: unknown[] }>(`/api/user/check-attempts/${passing.id}`);
    expect(again.body.confirmations).toEqual([]);
    expect((await certificates())[0]?.check).toMatchObject({ percent: 100 });
  });

  it('CHECK-07 a completion from before there was a check stays, and is marked as such', async () => {
    await assign();
    await finish();
    await publishCheck(administrator, resourceId, questions);
    expect(await listed()).toMatchObject({
      status: 'completed',
      check: { passed: false, attempts: 0, bestPercent: null },
    });
    expect((await certificates())[0]).toMatchObject({ state: 'valid', check: null });
    const today = new Date().toISOString().slice(0, 10);
    const pack = await manager.get(`${organisation.path}/evidence?from=${today}&to=${today}`);
    const files = await unzip(pack.raw);
    expect(files['people.csv']?.toString()).toContain(',completed without a check,');
    expect(JSON.parse(files['completions.json']?.toString() ?? '').completions).toMatchObject([{ check: null }]);
    expect(await textOfPdf(files['summary.pdf'] ?? Buffer.alloc(0))).toContain('completed without a check');
  });

  it('CHECK-07 a pass on the day of a completion from before there was a check is a completion of its own', async () => {
    await assign();
    await finish();
    await publishCheck(administrator, resourceId, questions, { attemptsPerDay: 0 });
    const [older] = await rows('select id, completed_at from completions where resource_id = $1', [resourceId]);
    await takeCheck(learner, resourceId, questions, 4);
    const passed = () =>
      rows(
        `select c.id, c.completed_at, a.percent from completions c left join check_attempts a on a.completion_id = c.id
         where c.resource_id = $1 order by c.id`,
        [resourceId],
      );
    const [first, second, ...more] = await passed();
    expect(more).toEqual([]);
    expect(first).toEqual({ ...older, percent: null });
    expect(second).toMatchObject({ percent: 80 });
    expect(await listed()).toMatchObject({
      status: 'completed',
      check: { passed: true, attempts: 1, bestPercent: 80 },
    });
    // A better attempt of the day raises the score of the second alone.
    await takeCheck(learner, resourceId, questions, 5);
    expect(await passed()).toEqual([first, { ...second, percent: 100 }]);
    expect((await certificates()).map(({ check }) => check?.percent ?? null)).toContain(100);
    const today = new Date().toISOString().slice(0, 10);
    const pack = await manager.get(`${organisation.path}/evidence?from=${today}&to=${today}`);
    const { completions } = JSON.parse((await unzip(pack.raw))['completions.json']?.toString() ?? '');
    expect(completions.map(({ check }: { check: { percent: number } | null }) => check?.percent ?? null)).toEqual([
      null,
      100,
    ]);
  });

  it('CHECK-07 LEARN-05 the evidence pack says that the check was passed, and with which score', async () => {
    await publishCheck(administrator, resourceId, questions);
    await assign();
    await takeCheck(learner, resourceId, questions, 4);
    const today = new Date().toISOString().slice(0, 10);
    const files = await unzip((await manager.get(`${organisation.path}/evidence?from=${today}&to=${today}`)).raw);
    const text = (name: string) => files[name]?.toString() ?? '';
    const said = 'passed the check with 80 %, pass mark 80 %, version 1';
    expect(text('people.csv')).toContain(`,"${said}",`);
    const { completions } = JSON.parse(text('completions.json'));
    expect(completions).toMatchObject([{ check: { percent: 80, passMark: 80, version: 1 } }]);
    const limit = 'Where a resource has a knowledge check, it shows that the check was passed, and with which score.';
    for (const all of [text('method.md'), text('completions.json'), await textOfPdf(files['summary.pdf'] as Buffer)]) {
      expect(all.replace(/\s+/g, ' ')).toContain(limit);
    }
  });

  it('CHECK-07 a second pass on one day raises the score of the completion, and a worse one does not', async () => {
    await publishCheck(administrator, resourceId, questions, { passMark: 20, attemptsPerDay: 0 });
    await assign();
    for (const [right, best] of [
      [2, 40],
      [4, 80],
      [1, 80],
    ] as const) {
      await takeCheck(learner, resourceId, questions, right);
      expect((await certificates()).map(({ check }) => check?.percent)).toEqual([best]);
    }
    expect(await rows('select from completions where resource_id = $1', [resourceId])).toHaveLength(1);
  });

  it('CHECK-07 LEARN-02 a refresh asks for the check again: what was passed before no longer counts', async () => {
    await publishCheck(administrator, resourceId, questions);
    await assign({ refreshMonths: 6 });
    await finish();
    await takeCheck(learner, resourceId, questions);
    expect(await own()).toMatchObject({ status: 'completed', check: { passed: true, attempts: 1, bestPercent: 100 } });
    for (const change of [
      "assignments set due_on = due_on - 210, made_at = made_at - interval '210 days', begun_at = begun_at - interval '210 days', completed_at = completed_at - interval '210 days'",
      "completions set completed_at = completed_at - interval '210 days'",
      "check_attempts set started_at = started_at - interval '210 days', handed_in_at = handed_in_at - interval '210 days', day = day - 210",
    ]) {
      await rows(`update ${change} where user_id = $1 and resource_id = $2`, [learner.userId, resourceId]);
    }
    const due = { passed: false, attempts: 0, bestPercent: null };
    expect(await own()).toMatchObject({ status: 'overdue', check: due });
    expect(await listed()).toMatchObject({ status: 'overdue', check: due });
    await takeCheck(learner, resourceId, questions, 1);
    expect(await own()).toMatchObject({ check: { passed: false, attempts: 1, bestPercent: 20 } });
    await takeCheck(learner, resourceId, questions, 4);
    expect((await own())?.status).toBe('completed');
    expect((await own())?.check?.passed).toBe(true);
  });

  it('CHECK-07 passing before the assignment stays unknown until the person shares it', async () => {
    await publishCheck(administrator, resourceId, questions);
    await takeCheck(learner, resourceId, questions);
    await assign();
    expect(await listed()).toMatchObject({ completedAt: null, check: { passed: false, attempts: 0 } });
    const { id } = (await own()) as OwnAssignment;
    expect((await learner.post(`/api/user/assignments/${id}/earlier-completion`)).status).toBe(200);
    expect(await listed()).toMatchObject({
      status: 'completed',
      check: { passed: true, attempts: 1, bestPercent: 100 },
    });
  });
});

describe('events', () => {
  it('CHECK-07 HOOK-02 an event says once for each assigning organisation that a check was passed, without the score', async () => {
    const recorded = async () =>
      rows(
        `select type, organisation_id, data from events where type = 'check.passed' and data ->> 'resourceId' = $1`,
        [String(resourceId)],
      );
    const receiver = await startReceiver();
    const webhook = { url: receiver.url, types: ['check.passed'] };
    expect((await administrator.post('/api/admin/webhooks', webhook)).status).toBe(201);
    await receiver.close();
    await publishCheck(administrator, resourceId, questions);
    await assign();
    await takeCheck(learner, resourceId, questions, 0);
    expect(await recorded()).toEqual([]);
    const { id } = await takeCheck(learner, resourceId, questions);
    const member = { attemptId: id, memberId: learner.userId, resourceId };
    expect(await recorded()).toEqual([
      { type: 'check.passed', organisation_id: organisation.id, data: { ...member, organisationId: organisation.id } },
    ]);
    const other = await portal.member();
    const alone = await takeCheck(other, resourceId, questions);
    expect((await recorded())[1]).toEqual({
      type: 'check.passed',
      organisation_id: null,
      data: { attemptId: alone.id, memberId: other.userId, resourceId },
    });
  });
});

describe('two people of whom one did something with the check before the assignment', () => {
  let people: [Person, Person];
  beforeEach(async () => {
    organisation = await seatedOrganisation(portal, 'manager', 'learner', 'learner');
    const [first, ...others] = organisation.others as [Person, Person, Person];
    manager = first;
    people = others;
  });
  const assignBoth = () => assign({ people: people.map(({ userId }) => userId) });
  const today = new Date().toISOString().slice(0, 10);

  /** Returns all that the manager learns of each person. */
  const learnt = async () => {
    const { body: assignments } = await manager.get<Assignment[]>(`${organisation.path}/assignments`);
    const { body: completions } = await manager.get<ChangedCompletions>(`${organisation.path}/completions`);
    const pack = await unzip((await manager.get(`${organisation.path}/evidence?from=${today}&to=${today}`)).raw);
    const events = await rows(
      `select type, data ->> 'memberId' as member from events where organisation_id = $1 and data ->> 'memberId' is not null`,
      [organisation.id],
    );
    const counted = JSON.parse(String(pack['completions.json'])).completions as { email: string; check: unknown }[];
    return people.map(({ userId }) => {
      const { status, check, email } = assignments.find((one) => one.userId === userId) as Assignment;
      return {
        status,
        check,
        completions: completions.items.filter((one) => one.userId === userId).map((one) => one.check),
        evidence: counted.filter((one) => one.email === email).map((one) => one.check),
        events: events.filter(({ member }) => member === String(userId)).map(({ type }) => type),
      };
    });
  };
  const expectAlike = async (expected: object) => {
    const [having, without] = await learnt();
    expect(having).toEqual(without);
    expect(having).toMatchObject(expected);
  };
  const none = { passed: false, attempts: 0, bestPercent: null };

  it('ORG-10 CHECK-02 owners and managers see no attempt from before the assignment when a voided question lets it pass', async () => {
    await publishCheck(administrator, resourceId, questions, { shuffles: false });
    await takeCheck(people[0], resourceId, questions, 3);
    await assignBoth();
    const path = `/api/admin/resources/${resourceId}/check/questions`;
    for (const id of ['d', 'e']) {
      expect((await administrator.post(`${path}/${id}/void`, { reason: 'Both are right' })).status).toBe(200);
    }
    await portal.runJobs();
    expect(await rows('select passed from check_attempts where resource_id = $1', [resourceId])).toEqual([
      { passed: true },
    ]);
    expect(await rows('select user_id from completions where resource_id = $1', [resourceId])).toEqual([
      { user_id: people[0].userId },
    ]);
    const untold = { status: 'not_started', check: none, completions: [], evidence: [], events: [] };
    await expectAlike(untold);
    // Each new assignment looks for completions that were recorded while it was made.
    await assign({ people: [people[0].userId], resourceIds: [(await insertResource(portal.database)).id] });
    expect((await learnt())[1]).toMatchObject(untold);
    expect(
      await rows('select from assignments where resource_id = $1 and completion_id is not null', [resourceId]),
    ).toEqual([]);
  });

  it('ORG-10 an attempt that was under way before the assignment counts once it is handed in, unless the server does it', async () => {
    await publishCheck(administrator, resourceId, questions);
    await startAttempt(people[0], resourceId);
    await assignBoth();
    await expectAlike({ status: 'not_started', check: none });
    const ids: number[] = [];
    for (const person of people) ids.push((await startAttempt(person, resourceId)).id);
    await expectAlike({ status: 'in_progress', check: none });
    for (const [place, person] of people.entries()) await handIn(person, ids[place] as number);
    await expectAlike({ status: 'in_progress', check: { passed: false, attempts: 1, bestPercent: 0 } });
  });

  it('ORG-10 an attempt from before the assignment that the server hands in stays unknown', async () => {
    await publishCheck(administrator, resourceId, questions);
    await startAttempt(people[0], resourceId);
    await assignBoth();
    await rows(
      `update check_attempts set started_at = started_at - interval '14 days', due_at = now() where resource_id = $1`,
      [resourceId],
    );
    await runTask(portal, 'close-attempts');
    expect(await rows('select is_by_server from check_attempts where resource_id = $1', [resourceId])).toEqual([
      { is_by_server: true },
    ]);
    await expectAlike({ status: 'not_started', check: none });
  });

  it('ORG-10 CHECK-08 an attempt from before the assignment that is opened again after it stays unknown when the server hands it in, passed or not', {
    tags: 'long',
  }, async () => {
    await publishCheck(administrator, resourceId, questions);
    const { id, questions: drawn } = await startAttempt(people[0], resourceId);
    await assignBoth();
    expect((await startAttempt(people[0], resourceId)).id).toBe(id);
    for (const shown of drawn) {
      const question = questions.find(({ text }) => text === shown.text) as (typeof questions)[number];
      const answer = answerWith(shown, ...rightTexts(question));
      expect((await saveAnswer(people[0], id, shown.number, answer)).status).toBe(200);
    }
    await rows(`update check_attempts set due_at = now() where id = $1`, [id]);
    await runTask(portal, 'close-attempts');
    expect(await rows('select passed, is_by_server from check_attempts where id = $1', [id])).toEqual([
      { passed: true, is_by_server: true },
    ]);
    expect(await rows('select user_id from completions where resource_id = $1', [resourceId])).toHaveLength(1);
    // A person who opened the check since then has begun, and the organisation knows no more.
    const [having] = await learnt();
    expect(having).toEqual({ status: 'in_progress', check: none, completions: [], evidence: [], events: [] });
    await takeCheck(people[1], resourceId, questions, 0);
    const [, begun] = await learnt();
    expect(begun).toMatchObject({ status: 'in_progress', completions: [], evidence: [], events: [] });
  });

  it('ORG-10 PATH-03 neither of two organisations that assign one path, before and after a step, sees what was done for the other', async () => {
    resourceId = await addPath(administrator, [textStep('a')], { path: pathOf([textStep('a')], 'free') });
    await publishCheck(administrator, resourceId, questions);
    const [person] = people;
    await assign({ people: [person.userId] });
    await beginPath(person, resourceId);
    await takeCheck(person, resourceId, questions, 4);
    const left = `${organisation.path}/people/${person.userId}`;
    expect((await person.send({ method: 'DELETE', url: left })).status).toBe(200);

    const next = await seatedOrganisation(portal, 'manager');
    await rows('insert into organisation_people (user_id, organisation_id, role) values ($1, $2, $3)', [
      person.userId,
      next.id,
      'learner',
    ]);
    await assign({ people: [person.userId] }, next);
    const seenBy = async ({ path, owner }: typeof next) => ({
      listed: (await owner.get<Assignment[]>(`${path}/assignments`)).body
        .filter(({ userId }) => userId === person.userId)
        .map(({ status, check }) => [status, check]),
      completions: (await owner.get<ChangedCompletions>(`${path}/completions`)).body.items.length,
    });
    const former = await seenBy(organisation);
    expect(former).toEqual({ listed: [], completions: 0 });
    expect(await seenBy(next)).toEqual({ listed: [['not_started', none]], completions: 0 });
    // The last step completes the path for the person alone.
    await beginPath(person, resourceId);
    await readText(person, resourceId, 'a');
    expect(await rows('select from completions where resource_id = $1', [resourceId])).toHaveLength(1);
    expect(await seenBy(next)).toEqual({ listed: [['in_progress', none]], completions: 0 });
    await takeCheck(person, resourceId, questions, 5);
    expect(await seenBy(next)).toEqual({
      listed: [['completed', { passed: true, attempts: 1, bestPercent: 100 }]],
      completions: 1,
    });
    expect(await seenBy(organisation)).toEqual(former);
    const events = await rows(
      `select type from events where organisation_id = $1 and data ->> 'resourceId' = $2::text and type <> 'check.passed'`,
      [organisation.id, resourceId],
    );
    expect(events).toEqual([]);
  });

  it('ORG-10 PATH-02 a pass of a path’s own check from before the assignment stays unknown, also once it completes the path for the person alone', async () => {
    resourceId = await addPath(administrator, [textStep('a')], { path: pathOf([textStep('a')], 'free') });
    await publishCheck(administrator, resourceId, questions);
    await beginPath(people[0], resourceId);
    await takeCheck(people[0], resourceId, questions);
    await assignBoth();
    await expectAlike({ status: 'not_started', check: none, completions: [], evidence: [], events: [] });
    for (const person of people) {
      await beginPath(person, resourceId);
      await readText(person, resourceId, 'a');
    }
    expect(await rows('select user_id from completions where resource_id = $1', [resourceId])).toEqual([
      { user_id: people[0].userId },
    ]);
    await expectAlike({ status: 'in_progress', check: none, completions: [], evidence: [], events: [] });
    // A failed attempt after the assignment counts alone.
    for (const person of people) await takeCheck(person, resourceId, questions, 1);
    await expectAlike({ status: 'in_progress', check: { passed: false, attempts: 1, bestPercent: 20 } });
    // A pass after the assignment completes the path for the organisation as well.
    for (const person of people) await takeCheck(person, resourceId, questions, 4);
    await expectAlike({ status: 'completed', check: { passed: true, attempts: 2, bestPercent: 80 } });
  });

  it('ORG-10 PATH-02 a pass of a check that is a step of the path, from before the assignment, stays unknown', async () => {
    const part = resourceId;
    await publishCheck(administrator, part, questions);
    const checkStep = resourceStep(part, { kind: 'check' });
    resourceId = await addPath(administrator, [textStep('a')], { path: pathOf([textStep('a'), checkStep], 'free') });
    await takeCheck(people[0], part, questions);
    await assign({ people: people.map(({ userId }) => userId), resourceIds: [part, resourceId] });
    const ofPart = async () => {
      const { body } = await manager.get<Assignment[]>(`${organisation.path}/assignments`);
      return people.map(({ userId }) => {
        const one = body.find((assignment) => assignment.userId === userId && assignment.resourceId === part);
        return [one?.status, one?.check];
      });
    };
    expect(await ofPart()).toEqual([
      ['not_started', none],
      ['not_started', none],
    ]);
    for (const person of people) {
      await beginPath(person, resourceId);
      await readText(person, resourceId, 'a');
    }
    expect(await ofPart()).toEqual([
      ['not_started', none],
      ['not_started', none],
    ]);
    const paths = (await manager.get<Assignment[]>(`${organisation.path}/assignments`)).body.filter(
      (assignment) => assignment.resourceId === resourceId,
    );
    expect(paths.map(({ status, check }) => [status, check])).toEqual([
      ['in_progress', null],
      ['in_progress', null],
    ]);
    for (const person of people) await takeCheck(person, part, questions, 4);
    expect(await ofPart()).toEqual(people.map(() => ['completed', { passed: true, attempts: 1, bestPercent: 80 }]));
  });

  it.each([
    ['the best attempt at the check', async (person: Person) => takeCheck(person, resourceId, questions)],
    ['a step', async (person: Person) => readText(person, resourceId, 'a')],
    [
      'all steps',
      async (person: Person) => {
        await readText(person, resourceId, 'a');
        await takeCheck(person, resourceId, questions);
      },
    ],
  ])(
    'ORG-10 PATH-03 a path is completed with the score since the assignment, also by a person who did %s before it',
    async (_, before) => {
      resourceId = await addPath(administrator, [textStep('a')], { path: pathOf([textStep('a')], 'free') });
      await publishCheck(administrator, resourceId, questions);
      await beginPath(people[0], resourceId);
      await before(people[0]);
      await assignBoth();
      await expectAlike({ status: 'not_started', check: none });
      for (const person of people) {
        await beginPath(person, resourceId);
        await takeCheck(person, resourceId, questions, 4);
        await readText(person, resourceId, 'a');
      }
      const check = { percent: 80, passMark: 80, version: 1 };
      await expectAlike({
        status: 'completed',
        check: { passed: true, attempts: 1, bestPercent: 80 },
        completions: [check],
        evidence: [check],
      });
      for (const person of people) {
        expect((await person.get<Certificate[]>('/api/user/certificates')).body).toMatchObject([{ check }]);
      }
    },
  );
});

describe('changes', () => {
  it('CHECK-07 APIKEY-06 a completion comes again when its score changes', async () => {
    await publishCheck(administrator, resourceId, questions, { passMark: 20, attemptsPerDay: 0 });
    await assign();
    await takeCheck(learner, resourceId, questions, 2);
    const [{ since }] = await rows('select clock_timestamp() as since');
    const changed = async (by: Person, path: string) => {
      const query = `updatedSince=${encodeURIComponent(since.toISOString())}`;
      const { body } = await by.get<ChangedCompletions>(`${path}?${query}`);
      return body.items.filter((one) => one.resourceId === resourceId).map(({ check }) => check?.percent);
    };
    const all = async () => [
      await changed(learner, '/api/user/completions'),
      await changed(administrator, '/api/completions'),
      await changed(manager, `${organisation.path}/completions`),
    ];
    expect(await all()).toEqual([[], [], []]);
    await takeCheck(learner, resourceId, questions, 1);
    expect(await all()).toEqual([[], [], []]);
    await takeCheck(learner, resourceId, questions, 4);
    expect(await all()).toEqual([[80], [80], [80]]);
  });
});
