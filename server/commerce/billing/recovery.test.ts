import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reconciliation } from '#contract/commerce/reconciliation.ts';
import { brokenInvariants } from '#tests/support/broken-invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

/** Deletes all payments and runs the script for restores, as if a backup of the day before had been restored. */
async function restoreToBefore(): Promise<void> {
  for (const table of [
    'documents',
    'payment_fees',
    'document_numbers',
    'purchases',
    'order_consents',
    'payment_attempts',
    'stripe_events',
    'stripe_customers',
    'mails',
  ]) {
    await portal.rows(`delete from ${table}`);
  }
  await portal.database.owner.query(
    await readFile(new URL('../../migrations/after-restore.sql', import.meta.url), 'utf8'),
  );
}

async function compare(): Promise<Reconciliation['discrepancies']> {
  const administrator = await portal.administrator();
  await administrator.post('/api/admin/reconciliation/run');
  await portal.runJobs();
  const { discrepancies } = (await administrator.get<Reconciliation>('/api/admin/reconciliation')).body;
  return discrepancies.filter(({ isInLastRun }) => isInLastRun);
}

it('CHECKOUT-11 payments made after the restored backup are recorded again from the provider, once', {
  tags: 'long',
}, async () => {
  const { member, resourceId, paymentIntentId } = await portal.paid();
  await portal.runWebhooks();
  const [before] = await portal.rows('select id, user_id, resource_id, amount_minor from payment_attempts');
  const { email } = (await member.get('/api/user')).body;
  await restoreToBefore();
  await member.post('/api/login', { email, password: 'portal-demo' });
  expect((await member.get(`/api/resources/${resourceId}/access`)).body.hasAccess).toBe(false);

  const found = await compare();
  expect(found).toContainEqual(
    expect.objectContaining({
      kind: 'paid-without-access',
      subject: paymentIntentId,
      outcome: 'It is recorded again.',
    }),
  );
  expect((await member.get(`/api/resources/${resourceId}/access`)).body.hasAccess).toBe(true);
  expect(await portal.rows('select id, user_id, resource_id, amount_minor from payment_attempts')).toEqual([before]);
  expect(await portal.rows('select status from purchases')).toEqual([{ status: 'paid' }]);
  // The consent to begin at once is lost with the database, so an administrator has to look at it.
  expect(await brokenInvariants(portal.database)).toEqual([expect.objectContaining({ broken: 'I34' })]);

  expect((await compare()).map(({ kind }) => kind)).toEqual(['charged-without-consent']);
  expect(await portal.rows('select status from purchases')).toEqual([{ status: 'paid' }]);
  expect((await portal.stripe.refunds.list()).data).toEqual([]);
});

it('reports payments of members and resources missing from the backup, and never reuses their ids', {
  tags: 'long',
}, async () => {
  const { paymentIntentId, member } = await portal.paid();
  await portal.runWebhooks();
  await restoreToBefore();
  await portal.rows('delete from sign_in_sessions where user_id = $1', [member.userId]);
  await portal.rows('delete from account_links where user_id = $1', [member.userId]);
  await portal.rows('delete from users where id = $1', [member.userId]);
  const stranger = await portal.member();
  expect(stranger.userId).toBeGreaterThan(member.userId + 1000);
  expect(await compare()).toContainEqual(
    expect.objectContaining({
      kind: 'paid-without-access',
      subject: paymentIntentId,
      member: null,
      details: `Member ${member.userId} of this payment is not known here, as after the restore of a backup.`,
    }),
  );
  expect(await portal.rows('select 1 from purchases where user_id = $1', [stranger.userId])).toEqual([]);
});
