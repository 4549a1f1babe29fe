import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { conditions, statusSql } from './list-store.ts';
import { type AssignmentFacts, daysFrom, statusOf } from './rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const today = '2026-11-23';
const open: AssignmentFacts = { dueBy: '2026-12-01', completedAt: null, validUntil: null, begunAt: null };
const at = (day: string) => new Date(`${day}T12:00:00Z`);

it('LEARN-02 an assignment is not started until it is opened, then in progress, and overdue from the day after its due date', () => {
  expect(statusOf(open, today)).toBe('not_started');
  expect(statusOf({ ...open, begunAt: at('2026-11-01') }, today)).toBe('in_progress');
  expect(statusOf({ ...open, dueBy: today }, today)).toBe('not_started');
  expect(statusOf({ ...open, dueBy: '2026-11-22', begunAt: at('2026-11-01') }, today)).toBe('overdue');
});

it('LEARN-02 a completion counts for good without a refresh, and with one until the day that the refresh is due', () => {
  const completed = { ...open, dueBy: null, completedAt: at('2026-05-23'), begunAt: at('2026-05-01') };
  expect(statusOf(completed, today)).toBe('completed');
  expect(statusOf({ ...completed, dueBy: today, validUntil: today }, today)).toBe('completed');
  const refresh = { ...completed, dueBy: '2026-11-22', validUntil: '2026-11-22' };
  expect(statusOf(refresh, today)).toBe('overdue');
  expect(statusOf({ ...refresh, dueBy: '2026-12-24' }, today)).toBe('not_started');
  expect(statusOf({ ...refresh, dueBy: '2026-12-24', begunAt: at('2026-06-01') }, today)).toBe('in_progress');
});

it('LEARN-06 lists and counts in SQL give each assignment the status of the rule', async () => {
  const day = fc.integer({ min: -3, max: 3 }).map((days) => new Date(at(today).getTime() + days * 86_400_000));
  const dayText = day.map((date) => date.toISOString().slice(0, 10));
  const facts = fc.record({
    dueBy: fc.option(dayText),
    completedAt: fc.option(day),
    validUntil: fc.option(dayText),
    begunAt: fc.option(day),
  });
  // An assignment without a due date is completed for good, and a refresh is never due before its completion expires.
  const cases = fc
    .sample(facts, 600)
    .filter(({ dueBy, completedAt, validUntil }) =>
      completedAt === null
        ? dueBy !== null && validUntil === null
        : (dueBy === null) === (validUntil === null) && (dueBy ?? '') >= (validUntil ?? ''),
    );
  expect(cases.length).toBeGreaterThan(50);
  const statuses = Object.entries(conditions).map(
    ([status, condition]) => `case when ${condition} then '${status}' end`,
  );
  const { rows } = await database.pool.query(
    `with day as (select $1::date as today)
     select ${statusSql} as status, array_remove(array[${statuses.join(', ')}], null) as found
     from unnest($2::date[], $3::timestamptz[], $4::date[], $5::timestamptz[])
       with ordinality as a (due_by, completed_at, valid_until, begun_at, place) order by a.place`,
    [
      today,
      cases.map(({ dueBy }) => dueBy),
      cases.map(({ completedAt }) => completedAt),
      cases.map(({ validUntil }) => validUntil),
      cases.map(({ begunAt }) => begunAt),
    ],
  );
  const expected = cases.map((one) => statusOf(one, today));
  expect(rows.map(({ status }) => status)).toEqual(expected);
  expect(rows.map(({ found }) => found)).toEqual(expected.map((status) => [status]));
});

it('LEARN-06 days overdue are counted from the due date', () => {
  expect(daysFrom('2026-11-22', today)).toBe(1);
  expect(daysFrom('2026-10-24', today)).toBe(30);
});
