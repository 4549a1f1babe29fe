import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

it('OPS-21 after the largest number the ids of mails and links begin again, and mails are sent', async () => {
  const { pool, owner } = portal.database;
  for (const table of ['mails', 'tool_tokens', 'account_links']) {
    await owner.query(`select setval(pg_get_serial_sequence($1, 'id'), 2147483646)`, [table]);
  }
  // Each registration mails a link: the first has the largest id, the second the id after it.
  for (let count = 0; count < 2; count += 1) await verifiedMember(portal);
  await portal.runJobs();
  expect(portal.sentMails).toHaveLength(2);
  const { rows } = await pool.query(`select 'mails' as kind, id from mails where sent_at is not null
    union all select 'account_links', id from account_links order by kind, id`);
  expect(rows).toEqual([
    { kind: 'account_links', id: 1 },
    { kind: 'account_links', id: 2_147_483_647 },
    { kind: 'mails', id: 1 },
    { kind: 'mails', id: 2_147_483_647 },
  ]);
});
