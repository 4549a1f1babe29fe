import type Stripe from 'stripe';
import type { FlowContext } from '../context.ts';
import type { StripeGateway } from './gateway.ts';

/** Parameters of a page of a list at Stripe, with the maximum size. */
export type Page = { limit: 100; starting_after?: string };

/**
 * Yields a whole list at Stripe, a page at a time; each page is a separate call.
 * @throws StripeOutage when Stripe does not respond, StripeRejection when it rejects the call
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
