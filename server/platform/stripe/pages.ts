import type Stripe from 'stripe';
import type { FlowContext } from '../context.ts';
import type { StripeGateway } from './gateway.ts';

/** Which page of a list to ask Stripe for; the most that one page may have. */
export type Page = { limit: 100; starting_after?: string };

/**
 * Everything in a list at Stripe, a page at a time, however long it is; each page is a call of its own.
 * @throws StripeOutage when Stripe does not answer
 * @see https://docs.stripe.com/api/pagination
 */
export async function* pagesOf<One extends { id: string }>(
  ctx: FlowContext,
  stripe: StripeGateway,
  ask: (api: Stripe, page: Page) => Promise<Stripe.ApiList<One>>,
): AsyncGenerator<One[]> {
  let page: Page | null = { limit: 100 };
  while (page) {
    const asked: Page = page;
    const { data, has_more: hasMore }: Stripe.ApiList<One> = await stripe.call(ctx, (api) => ask(api, asked));
    yield data;
    const last = data.at(-1);
    page = hasMore && last ? { limit: 100, starting_after: last.id } : null;
  }
}
