import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { codeMaker, redeemCode, usedCount, verifiedMember } from '#tests/support/promotions.ts';
import { subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal();
  addCode = await codeMaker(portal);
});
afterEach(async () => {
  await portal.control('DELETE /sandbox/faults');
  await portal.runWebhooks();
  await expectInvariants(portal.database);
});
afterAll(() => portal.close());

const subscriptionsOf = async (userId: number) => {
  const { data } = await portal.stripe.subscriptions.list({ status: 'all', limit: 100 });
  return data.filter(({ metadata }) => metadata.userId === String(userId));
};

describe('redeeming when Stripe fails', () => {
  const fault = (given: object) =>
    portal.control('POST /sandbox/faults', { method: 'POST', path: '/v1/subscriptions', ...given });

  it('releases the use when Stripe answers with an error', async () => {
    const { id, code } = await addCode({ usageLimit: 1 });
    const member = await verifiedMember(portal);
    await fault({ kind: 'fail', when: 'before', status: 500, times: 2 });
    expect((await redeemCode(member, code)).status).toBe(503);
    expect(await usedCount(portal, id)).toBe(0);
    expect(await subscriptionOf(member)).toBeNull();
    expect((await redeemCode(member, code)).status).toBe(200);
    expect(await usedCount(portal, id)).toBe(1);
    expect(await subscriptionsOf(member.userId)).toHaveLength(1);
  });

  it('keeps the use while the outcome is unknown, and finishes the same subscription at the next try', {
    tags: 'long',
  }, async () => {
    const { id, code } = await addCode({ usageLimit: 1 });
    const member = await verifiedMember(portal);
    await fault({ kind: 'cut', when: 'before', times: 9 });
    expect((await redeemCode(member, code)).status).toBe(503);
    expect(await usedCount(portal, id)).toBe(1);
    expect((await redeemCode(await verifiedMember(portal), code)).body.code).toBe('promotions.code-refused');
    await portal.control('DELETE /sandbox/faults');
    const [{ id: redemptionId } = { id: 0 }] = await portal.rows(
      'select id from promo_redemptions where promo_code_id = $1',
      [id],
    );
    await portal.runTask('finish-promo-redemption', { redemptionId });
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing' });
    expect(await subscriptionsOf(member.userId)).toHaveLength(1);
    expect(await usedCount(portal, id)).toBe(1);
  });

  it('retries when the response is lost, and starts one subscription', { tags: 'long' }, async () => {
    const { id, code } = await addCode();
    const member = await verifiedMember(portal);
    await fault({ kind: 'cut', when: 'after' });
    expect((await redeemCode(member, code)).status).toBe(200);
    expect(await subscriptionsOf(member.userId)).toHaveLength(1);
    expect(await usedCount(portal, id)).toBe(1);
  });

  it('PROMO-15 refuses an unknown plan at the real Stripe, and does not count it', async () => {
    const real = await createPayingPortal({ isSandbox: false });
    const make = await codeMaker(real);
    const { id, code } = await make();
    const answer = await redeemCode(await verifiedMember(real), code);
    expect([answer.status, answer.body.code]).toEqual([409, 'promotions.plan-unknown']);
    expect(await usedCount(real, id)).toBe(0);
    await real.close();
  });
});
