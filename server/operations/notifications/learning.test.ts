import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Assignment } from '#contract/learning/learning.ts';
import { insertResource } from '#tests/support/factories.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let organisation: Awaited<ReturnType<typeof seatedOrganisation>>;
let learner: Person;
let other: Person;
let resourceId: number;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(async () => {
  await expectInvariants(portal.database);
  await portal.close();
});
beforeEach(async () => {
  await rows('update assignments set ended_at = now() where ended_at is null');
  organisation = await seatedOrganisation(portal, 'learner', 'learner');
  [learner, other] = organisation.others as [Person, Person];
  await rows('update users set email_verified_at = now() where id = any ($1)', [[learner.userId, other.userId]]);
  resourceId = (await insertResource(portal.database, { title: 'A report' })).id;
  await portal.runJobs();
  portal.sentMails.length = 0;
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const dayIn = async (days: number): Promise<string> =>
  (await rows(`select ((now() at time zone 'UTC')::date + $1::integer)::text as day`, [days]))[0].day;
const assign = async (days: number, form: object = {}) => {
  const body = { resourceIds: [resourceId], people: [learner.userId], dueOn: await dayIn(days), ...form };
  const answer = await organisation.owner.post(`${organisation.path}/assignments`, body);
  expect(answer.status).toBe(201);
};
/** Runs the job of each morning, and sends its mails. */
async function morning(): Promise<void> {
  await rows(`select graphile_worker.add_job('remind-learners', '{}')`);
  await portal.runJobs();
}
/** Moves all completions, assignments and mails about learning into the past. */
const pass = (days: number) =>
  rows(
    `with mail as (
       update mails set created_at = created_at - make_interval(days => $1), dedupe_key = 'old:' || gen_random_uuid()
       where dedupe_key like 'learning%'
     ), completion as (
       update completions set completed_at = completed_at - make_interval(days => $1)
     ) update assignments set made_at = made_at - make_interval(days => $1), due_on = due_on - $1::integer,
       completed_at = completed_at - make_interval(days => $1), begun_at = begun_at - make_interval(days => $1),
       reminded_for = reminded_for - $1::integer, reminded_on = reminded_on - $1::integer`,
    [days],
  );
const emailOf = async ({ userId }: Person) => (await rows('select email from users where id = $1', [userId]))[0].email;
/** Returns the subjects of a person's mails, and forgets all mails, also those to other people. */
async function subjectsOf(person: Person): Promise<string[]> {
  const email = await emailOf(person);
  const subjects = portal.sentMails.filter(({ to }) => to === email).map(({ subject }) => subject);
  portal.sentMails.length = 0;
  return subjects;
}

describe('reminders', () => {
  it('LEARN-03 sends no mail for a refused assignment, to unverified addresses, or with Email Updates off', async () => {
    await rows('update users set email_verified_at = null where id = $1', [learner.userId]);
    await rows('update users set email_updates = false where id = $1', [other.userId]);
    const rejected = { resourceIds: [resourceId], people: [learner.userId], dueOn: await dayIn(-1) };
    expect((await organisation.owner.post(`${organisation.path}/assignments`, rejected)).status).toBe(400);
    await assign(30, { people: [learner.userId, other.userId] });
    await morning();
    expect(portal.sentMails).toEqual([]);
    expect(await rows('select reminders from assignments where organisation_id = $1', [organisation.id])).toEqual([
      { reminders: 0 },
      { reminders: 0 },
    ]);
  });

  it('ORG-10 owners see the same reminders of people with Email Updates off, or an unverified address', async () => {
    const third = await organisation.add('learner');
    await rows('update users set email_updates = false where id = $1', [other.userId]);
    await assign(1, { people: [learner.userId, other.userId, third.userId] });
    const shown = async () =>
      (await organisation.owner.get<Assignment[]>(`${organisation.path}/assignments`)).body.map(
        ({ overdueReminders, lastReminderOn }) => [overdueReminders, lastReminderOn],
      );
    const all = (one: unknown[]) => [one, one, one];
    await morning();
    expect(await shown()).toEqual(all([0, null]));
    await pass(2);
    await morning();
    expect(portal.sentMails.map(({ to }) => to)).toContain(await emailOf(learner));
    expect(await shown()).toEqual(all([1, await dayIn(0)]));
    await pass(8);
    await morning();
    expect(await shown()).toEqual(all([2, await dayIn(-1)]));
    await pass(60);
    expect(await shown()).toEqual(all([4, await dayIn(-47)]));
  });

  it('LEARN-03 reminders are sent at the assignment, 7 days and 1 day before, and weekly when overdue, four times', {
    tags: 'long',
  }, async () => {
    await assign(20);
    await portal.runJobs();
    expect(await subjectsOf(learner)).toEqual(['Northmere Council assigned “A report” to you']);
    const days: [number, string][] = [];
    for (let day = 1; day <= 70; day += 1) {
      await pass(1);
      await morning();
      for (const subject of await subjectsOf(learner)) days.push([day - 20, subject.replace(/ on .*/, '')]);
    }
    expect(days).toEqual([
      [-7, '“A report” is due'],
      [-1, '“A report” is due'],
      [1, '“A report” is overdue'],
      [8, '“A report” is overdue'],
      [15, '“A report” is overdue'],
      [22, '“A report” is overdue'],
    ]);
    const [shown] = (await organisation.owner.get<{ overdueReminders: number }[]>(`${organisation.path}/assignments`))
      .body;
    expect(shown?.overdueReminders).toBe(4);
    expect(await subjectsOf(other)).toEqual([]);
  });

  it('LEARN-03 sends a person everything in one mail a day, however often jobs run on two nodes', async () => {
    const second = (await insertResource(portal.database, { title: 'Another report' })).id;
    await assign(20);
    await portal.runJobs();
    await assign(20, { resourceIds: [second] });
    await Promise.all([morning(), morning()]);
    expect(await subjectsOf(learner)).toEqual(['Northmere Council assigned “A report” to you']);
    await pass(1);
    await Promise.all([morning(), morning()]);
    expect(await subjectsOf(learner)).toEqual(['Northmere Council assigned “Another report” to you']);
    await pass(12);
    await Promise.all([morning(), morning()]);
    expect(await subjectsOf(learner)).toEqual(['Northmere Council: 2 resources to complete']);
  });

  it('LEARN-03 end with the completion, the assignment or the place in the organisation', async () => {
    await assign(20, { people: [learner.userId, other.userId] });
    const third = await organisation.add('learner');
    await rows('update users set email_verified_at = now() where id = $1', [third.userId]);
    await assign(20, { people: [third.userId] });
    await portal.runJobs();
    portal.sentMails.length = 0;
    await learner.put(`/api/resources/${resourceId}/finished`, { isFinished: true });
    const [{ id }] = await rows('select id from assignments where user_id = $1', [other.userId]);
    expect((await organisation.owner.delete(`${organisation.path}/assignments/${id}`)).status).toBe(200);
    await third.delete(`${organisation.path}/people/${third.userId}`);
    await pass(25);
    await morning();
    expect(portal.sentMails).toEqual([]);
  });

  it('LEARN-03 come 30 days before a refresh, and go on until it is completed again', { tags: 'long' }, async () => {
    await assign(20, { refreshMonths: 6 });
    await learner.put(`/api/resources/${resourceId}/finished`, { isFinished: true });
    await morning();
    expect(portal.sentMails).toEqual([]);
    const daysLeft = async () => {
      const [{ left }] = await rows(
        `select valid_until - (now() at time zone 'UTC')::date as left from assignments where user_id = $1`,
        [learner.userId],
      );
      return Number(left);
    };
    // Months differ in length, so moving a completion by a day moves its refresh by up to four days relative to today.
    await pass((await daysLeft()) - 37);
    await morning();
    expect([(await daysLeft()) > 30, await subjectsOf(learner)]).toEqual([true, []]);
    const subjects: string[] = [];
    for (let day = 0; day < 70; day += 1) {
      await pass(1);
      await morning();
      const mailed = (await subjectsOf(learner)).map((subject) => subject.replace(/ (on|by) .*/, ''));
      if (mailed.length > 0) expect(await daysLeft()).toBeLessThanOrEqual(30);
      subjects.push(...mailed);
    }
    expect(subjects.filter((subject) => subject.startsWith('Complete')).length).toBeGreaterThanOrEqual(3);
    expect(subjects.filter((subject) => subject.endsWith('overdue')).length).toBeGreaterThanOrEqual(3);
    await learner.put(`/api/resources/${resourceId}/finished`, { isFinished: true });
    await pass(8);
    await morning();
    expect(await subjectsOf(learner)).toEqual([]);
  });

  it('LEARN-03 SET-02 the link of a mail about assignments switches Email Updates off by one click', async () => {
    await assign(20);
    await portal.runJobs();
    const mail = portal.sentMails.at(-1);
    expect(mail?.text).toContain('A report (Due ');
    expect(mail?.text).toContain(`/resource/${resourceId}`);
    const address = mail?.unsubscribeUrl?.replace('http://portal.test', '') ?? '';
    expect((await portal.visitor().post(address, {})).status).toBe(200);
    await pass(25);
    portal.sentMails.length = 0;
    await morning();
    expect(portal.sentMails).toEqual([]);
  });
});

describe('summaries', () => {
  it('LEARN-03 owners and managers get one a week, learners none, and never beside a reminder on one day', async () => {
    const manager = await organisation.add('manager');
    await rows('update users set email_verified_at = now() where id = $1', [manager.userId]);
    await portal.runJobs();
    portal.sentMails.length = 0;
    await assign(3, { people: [learner.userId, other.userId, manager.userId] });
    await portal.runJobs();
    expect(await subjectsOf(manager)).toEqual(['Northmere Council assigned “A report” to you']);
    await learner.put(`/api/resources/${resourceId}/finished`, { isFinished: true });
    const monday = async () => {
      await rows(`select graphile_worker.add_job('remind-learners', '{"summaries": true}')`);
      await portal.runJobs();
      const mails = [...portal.sentMails];
      portal.sentMails.length = 0;
      const of = async (person: Person) => {
        const email = await emailOf(person);
        return mails.filter(({ to }) => to === email);
      };
      return { owner: await of(organisation.owner), manager: await of(manager), learner: await of(learner) };
    };
    const first = await monday();
    expect(first.owner.map(({ subject }) => subject)).toEqual(['Northmere Council: learning this week']);
    expect(first.owner[0]?.text).toContain('Completed in the last 7 days: 1');
    expect([first.manager, first.learner]).toEqual([[], []]);
    expect((await monday()).owner).toEqual([]);
    await pass(7);
    const second = await monday();
    expect(second.owner.map(({ subject }) => subject)).toEqual(['Northmere Council: 2 assignments overdue']);
    expect(second.manager.map(({ subject }) => subject)).toEqual(['Northmere Council: 2 assignments overdue']);
    await morning();
    expect(await subjectsOf(manager)).toEqual([]);
  });
});
