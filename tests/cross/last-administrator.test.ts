import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Person = Client & { userId: number };

let portal: TestPortal;
let one: Person;
let other: Person;
beforeAll(async () => {
  portal = await createTestPortal();
});
// Each test begins with exactly two administrators, each in a separate browser.
beforeEach(async () => {
  await portal.database.owner.query(`truncate limit_counters; update users set role = 'user'`);
  [one, other] = [await portal.administrator(), await portal.administrator()];
});
afterAll(() => portal.close());

/** Ways in which one administrator, `by`, ends the role of another, `gone`. */
const doors: Record<string, (by: Person, gone: Person) => Promise<{ status: number }>> = {
  'a changed role': (by, gone) => by.patch(`/api/users/${gone.userId}/role`, { role: 'user' }),
  'a changed role of several': (by, gone) =>
    by.put('/api/users/bulk', { userIds: [gone.userId], updates: { role: 'user' } }),
  'an account deleted among the users': (by, gone) => by.delete(`/api/users/${gone.userId}`),
};
const ownDoors: Record<string, (self: Person) => Promise<{ status: number }>> = {
  'a changed role of one’s own': (self) => self.patch(`/api/users/${self.userId}/role`, { role: 'user' }),
  'a changed role of several, oneself among them': (self) =>
    self.put('/api/users/bulk', { userIds: [self.userId], updates: { role: 'user' } }),
  'one’s own account deleted': (self) =>
    self.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } }),
};

async function countAdministrators(): Promise<number> {
  const { rows } = await portal.database.pool.query(
    `select count(*)::integer as n from users where role = 'administrator' and deleted_at is null`,
  );
  return rows[0].n;
}

describe('the last administrator is not taken away by', () => {
  it.each(Object.entries(ownDoors))('ADM-USER-14 %s', async (_, leave) => {
    expect((await leave(one)).status).toBe(200);
    expect((await leave(other)).status).toBe(409);
    expect(await countAdministrators()).toBe(1);
    expect((await other.get('/api/users')).status).toBe(200);
  });

  it('ADM-USER-14 a changed role of everybody at once', async () => {
    const userIds = [one.userId, other.userId];
    expect((await one.put('/api/users/bulk', { userIds, updates: { role: 'user' } })).status).toBe(409);
    expect(await countAdministrators()).toBe(2);
  });

  // Only an administrator can act, so the remaining one is the one who acted.
  it.each(Object.entries(doors))('ADM-USER-14 %s, when another one did it a moment ago', async (_, take) => {
    expect((await take(one, other)).status).toBe(200);
    expect([401, 403]).toContain((await take(other, one)).status);
    expect(await countAdministrators()).toBe(1);
  });
});

const pairs = Object.entries(doors).flatMap(([first, take]) =>
  Object.entries({ ...doors, ...ownDoors }).map(([second, leave]) => ({ first, second, take, leave })),
);

describe('of two calls at the same moment', () => {
  it.each(pairs)(
    'ADM-USER-14 one leaves an administrator: $first, and $second',
    async ({ first, second, take, leave }) => {
      // Two ways at once: either each administrator removes the other, or one removes the other and leaves as well.
      const isOwn = second in ownDoors;
      const answers = await Promise.all([take(one, other), isOwn ? leave(one, one) : leave(other, one)]);
      expect([first, second, await countAdministrators()]).toEqual([first, second, 1]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    },
  );

  it.each(Object.entries(ownDoors))('ADM-USER-14 one is refused when both leave: %s', async (_, leave) => {
    const answers = await Promise.all([leave(one), leave(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countAdministrators()).toBe(1);
  });
});
