import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { dayIn, measuringOrganisation, runTask } from '#tests/support/rounds.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

/** Runs the jobs, and returns the subjects and texts of the mails to a person since the last call for anybody. */
async function newMails({ userId }: Person): Promise<string[]> {
  await portal.runJobs();
  const [{ email }] = await rows('select email from users where id = $1', [userId]);
  const got = portal.sentMails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`);
  portal.sentMails.length = 0;
  return got;
}

/** Lets a day pass: moves the days of people's last mails into the past, and deletes the mails with their keys. */
async function nextDay(): Promise<void> {
  await rows('update assessment_round_people set told_on = told_on - 1');
  await rows(`delete from mails where dedupe_key like 'assessment-round:%'`);
  await rows(`delete from mail_keys where dedupe_key like 'assessment-round:%'`);
}

const remind = () => runTask(portal, 'remind-of-rounds');

it('TEAM-01 LEARN-03 mails at the start, 7 days and 1 day before the last day, at most one a day, and none after the answers', {
  tags: 'long',
}, async () => {
  const { people, start, answer, close } = await measuringOrganisation(portal, 2);
  const [waiting, answered] = people as [Person, Person];
  await newMails(waiting);
  const first = await start({ title: 'Autumn', closesOn: dayIn(20) });
  const [mail, ...more] = await newMails(waiting);
  expect(more).toEqual([]);
  expect(mail).toContain('Northmere Council asks for your answers');
  expect(mail).toContain(`/organisation/assessment/${first.id}/answers`);
  await answer(answered, first.id);
  await remind();
  expect(await newMails(waiting)).toEqual([]);

  // A second round of the same day waits for the next day's mail.
  await start({ title: 'Winter', closesOn: dayIn(20) });
  expect(await newMails(waiting)).toEqual([]);
  await nextDay();
  await remind();
  const [both] = await newMails(waiting);
  expect(both).toContain('“Autumn”');
  expect(both).toContain('“Winter”');

  for (const [days, isDue] of [
    [8, false],
    [7, true],
    [6, false],
    [1, true],
    [0, false],
  ] as const) {
    await nextDay();
    await rows('update assessment_rounds set closes_on = $2 where id = $1', [first.id, dayIn(days)]);
    await remind();
    expect([days, (await newMails(waiting)).length]).toEqual([days, isDue ? 1 : 0]);
  }
  await nextDay();
  await rows('update assessment_rounds set closes_on = $2 where id = $1', [first.id, dayIn(7)]);
  await remind();
  expect(await newMails(answered)).toEqual([]);
  await nextDay();
  await close(first.id);
  await remind();
  expect(await newMails(waiting)).toEqual([]);
});
