import { expect } from 'vitest';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import type { Client } from './client.ts';
import { insertProduct } from './factories.ts';
import { nextExpiry, type PayingPortal } from './payments.ts';
import type { TestPortal } from './portal.ts';

type NewCode = { id: number; code: string; mappedProducts: number[] };

/** Production's rules for codes (ACCT-06, PROMO-06), with room for many members of one network. */
export const productionRules = { DEMO: '0', NETWORK_LIMIT_FACTOR: '50', NETWORK_REGISTRATIONS_PER_HOUR: '3000' };

let codes = 0;

/** Registers a member with a verified email address, which free trials require (ACCT-06). */
export async function verifiedMember(portal: Pick<TestPortal, 'member' | 'database'>) {
  const member = await portal.member();
  await portal.database.pool.query('update users set email_verified_at = now() where id = $1', [member.userId]);
  return member;
}

/**
 * Returns a function that makes promo codes as an administrator does: by default a free trial of 90 days with an
 * unknown plan.
 */
export async function codeMaker(portal: TestPortal) {
  const administrator = await portal.administrator();
  const product = await insertProduct(portal.database, { name: 'Workspace' });
  return async (fields: object = {}): Promise<NewCode> => {
    codes += 1;
    const { status, body } = await administrator.post<NewCode>('/api/admin/promo-codes', {
      code: `PROMO-${codes}`,
      promoType: 'free_trial',
      mappedProducts: [product.id],
      productStripePlanMapping: { [product.id]: 'price_unknown' },
      ...fields,
    });
    expect(status).toBe(201);
    return body;
  };
}

/** Moves the sandbox's clock, and waits for every webhook. */
export async function letDaysPass(portal: PayingPortal, days: number): Promise<void> {
  await portal.control('POST /sandbox/advance', { days });
  await portal.runWebhooks();
}

export async function usedCount(portal: Pick<TestPortal, 'database'>, codeId: number): Promise<number> {
  const { rows } = await portal.database.pool.query('select used_count from promo_codes where id = $1', [codeId]);
  return rows[0].used_count;
}

/**
 * Completes a checkout on the provider's page as a browser does.
 * @param expiry differs for another person's card of the same number
 */
export async function completeCheckout(
  checkoutUrl: string,
  number = '4242424242424242',
  expiry = nextExpiry(),
): Promise<number> {
  const form = {
    'card[number]': number,
    'card[exp_month]': String(expiry.month),
    'card[exp_year]': String(expiry.year),
    'card[cvc]': '123',
  };
  const reply = await fetch(`${checkoutUrl}/confirm`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { origin: new URL(checkoutUrl).origin },
  });
  return reply.status;
}

/** Redeems a code in one step, as the dashboard does. */
export function redeemCode(member: Client, code: string) {
  return member.post('/api/promo/redeem', { code, textVersion });
}

/** Validates a code and opens its checkout, as the billing page does. */
export async function openCheckout(member: Client, { id, code }: Pick<NewCode, 'id' | 'code'>): Promise<string> {
  expect((await member.post('/api/promo-codes/validate', { code })).body.valid).toBe(true);
  const { status, body } = await member.post<{ checkoutUrl: string }>('/api/promo-codes/redeem', {
    promoCodeId: id,
    textVersion,
  });
  expect([status, body.checkoutUrl]).toEqual([200, expect.stringContaining('http')]);
  return body.checkoutUrl;
}
