import type { Person } from './people.ts';
import type { Rig } from './rig.ts';

export type Code = { id: number; code: string };

let made = 0;

/** Adds a promo code of 90 free days that can be used once, as an administrator does. */
export async function addCode({ database, payments }: Rig, administrator: Person): Promise<Code> {
  made += 1;
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into online_products (name, description, slug, tool_type, configuration)
     values ('Workspace', 'A tool.', 'workspace-' || gen_random_uuid(), 'embedded', '{"toolUrl":"https://tools.example.org/"}')
     returning id`,
  );
  const product = rows[0]?.id ?? 0;
  const price = await payments.stripe.prices.create({
    currency: 'gbp',
    unit_amount: 1250,
    recurring: { interval: 'month' },
    product_data: { name: 'Workspace' },
  });
  const answer = await administrator.call<Code>('POST', '/api/admin/promo-codes', {
    code: `FAULT-${made}-${product}`,
    promoType: 'free_trial',
    mappedProducts: [product],
    productStripePlanMapping: { [product]: price.id },
    usageLimit: 1,
  });
  if (answer.status !== 201) throw new Error(`No code was made: ${JSON.stringify(answer)}`);
  return answer.body;
}

/** Completes a checkout on the provider's page as a browser does. */
export async function completeCheckout(rig: Rig, checkoutUrl: string): Promise<void> {
  const { pathname } = new URL(checkoutUrl);
  // Another card for each code, because a second free trial with the same card is rejected (ACCT-06).
  const expiry = { 'card[exp_month]': String((made % 12) + 1), 'card[exp_year]': String(2030 + (made % 40)) };
  const card = { 'card[number]': '4242424242424242', ...expiry };
  const reply = await fetch(`${rig.payments.origin}${pathname}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ ...card, 'card[cvc]': '123' }),
    headers: { origin: rig.payments.origin },
  });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`The checkout was not completed: ${reply.status}`);
}
