import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { createTestPortal } from '#tests/support/portal.ts';
import { makeConfiguration } from './flows/open-portal.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

const address = '/api/billing/customer-portal';
type Reply = { url?: string; code?: string; message?: string };
const customerOf = async (userId: number) =>
  (await portal.rows('select stripe_customer_id as id from stripe_customers where user_id = $1', [userId]))[0]?.id;

describe('customer portal', () => {
  it('PERM-01 refuses visitors the customer portal with 401', async () => {
    expect((await portal.visitor().post(address)).status).toBe(401);
  });

  it('answers 503 when payments are off', async () => {
    const without = await createTestPortal({ DEMO: '1' });
    const answer = await (await without.member()).post<Reply>(address);
    expect([answer.status, answer.body.code]).toEqual([503, 'purchases.payments-off']);
    await without.close();
  });

  it('BILL-18 LIVE-05 answers 409 with its own message when the customer portal has no settings, until the check has made them', async () => {
    await portal.control('POST /sandbox/portal-settings', { saved: false });
    const answer = await (await portal.member()).post<Reply>(address);
    expect([answer.status, answer.body.code]).toEqual([409, 'billing.portal-setup-required']);
    expect(answer.body.message).toContain('contact support');
    // The configuration that `npm run check -- --create-webhook` makes is enough, and is made once.
    expect(await makeConfiguration(portal.stripe)).toBe(true);
    expect(await makeConfiguration(portal.stripe)).toBe(false);
    const opened = await (await portal.member()).post<Reply>(address);
    expect([opened.status, new URL(opened.body.url ?? '').pathname]).toEqual([
      200,
      expect.stringMatching(/^\/sandbox\/payments\/portal\/bps_/),
    ]);
    await portal.control('POST /sandbox/portal-settings', { saved: true });
  });

  it('BILL-17 answers that the customer portal could not be opened when the provider does not answer', async () => {
    const member = await portal.member();
    await portal.control('POST /sandbox/faults', { kind: 'cut', path: '/v1/billing_portal', times: 10 });
    expect((await member.post<Reply>(address)).body).toMatchObject({
      code: 'billing.portal-failed',
      message: 'Failed to open billing portal.',
    });
    await portal.control('DELETE /sandbox/faults');
  });

  it('API-23 BILL-01 opens the portal of the caller’s own customer, which leads back to the billing screen', async () => {
    const [member, other] = [await portal.member(), await portal.member()];
    const { url = '' } = (await member.post<Reply>(address)).body;
    const { url: second = '' } = (await other.post<Reply>(address)).body;
    expect(url).not.toBe(second);
    expect(new URL(url).pathname).toMatch(/^\/sandbox\/payments\/portal\/bps_/);
    expect(await customerOf(member.userId)).not.toBe(await customerOf(other.userId));
    const page = await fetch(url.replace(new URL(url).origin, portal.origin));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('/billing');
  });

  it('creates the customer again when the provider does not know it any more', async () => {
    const member = await portal.member();
    await member.post(address);
    await portal.stripe.customers.del(await customerOf(member.userId));
    const answer = await member.post<Reply>(address);
    expect([answer.status, typeof answer.body.url]).toEqual([200, 'string']);
  });
});
