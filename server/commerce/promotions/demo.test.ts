import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { codeMaker, redeemCode } from '#tests/support/promotions.ts';
import { subscriptionOf } from '#tests/support/subscriptions.ts';

// Anybody can read the mailbox of a demo, so that a verified address or a validated code proves nothing there.

let portal: PayingPortal;
let addCode: Awaited<ReturnType<typeof codeMaker>>;
beforeAll(async () => {
  portal = await createPayingPortal();
  addCode = await codeMaker(portal);
});
afterAll(() => portal.close());

describe('a new member of a demo', () => {
  it('ACCT-06 starts a free trial in one step without a verified address, once', async () => {
    const member = await portal.member();
    const { code } = await addCode();
    expect((await redeemCode(member, code)).status).toBe(200);
    expect(await subscriptionOf(member)).toMatchObject({ status: 'trialing' });
    expect((await redeemCode(member, (await addCode()).code)).status).toBe(409);
  });

  it('ACCT-06 PROMO-06 opens the checkout of a code by its id without a verified address and without a validate', async () => {
    const member = await portal.member();
    const { id } = await addCode();
    const opened = await member.post('/api/promo-codes/redeem', { promoCodeId: id });
    expect(opened).toMatchObject({ status: 200, body: { checkoutUrl: expect.stringMatching(/^https?:/) } });
    const again = await member.post('/api/promo-codes/redeem', { promoCodeId: id, textVersion });
    expect(again.body.checkoutUrl).toBe(opened.body.checkoutUrl);
  });

  it('PROMO-13 a new member is refused an id that is unknown, and one whose code has expired', async () => {
    const member = await portal.member();
    const { id } = await addCode();
    await portal.rows('update promo_codes set expires_at = now() where id = $1', [id]);
    for (const promoCodeId of [id, 999_999]) {
      const rejected = await member.post('/api/promo-codes/redeem', { promoCodeId });
      expect(rejected).toMatchObject({ status: 409, body: { code: 'promotions.code-refused' } });
    }
    expect(await subscriptionOf(member)).toBeNull();
  });
});
