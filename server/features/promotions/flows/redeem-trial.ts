import type { RedeemCode } from '#contract/promotions.ts';
import { endUnpaid } from '#server/features/subscriptions/flows/end-subscription.ts';
import { isRunning, longDate } from '#server/features/subscriptions/rules.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import * as actions from '../actions.ts';
import * as redemptions from '../redemption-actions.ts';
import type { LiveCode, Redemption } from '../rules.ts';
import { planPriceOf } from './plan-price.ts';
import { countingGuesses, type PromoDeps, type ProviderDeps, withProvider } from './promo-deps.ts';
import { startTrial } from './start-trial.ts';

/**
 * Starts the free trial of a code in one step (PROMO-07). The use is counted before the provider is asked; when the
 * provider refuses, it is given back, and when nobody knows what became of it, a job finishes it.
 * @returns the sentence to show
 * @throws promotions.code-refused, discount-only, redeemed-before, trial-used, plan-unknown, the refusals of SUBSCR-14,
 * purchases.payments-off, provider-failed, request.too-many
 */
export async function redeemTrial(
  ctx: MemberFlowContext,
  deps: PromoDeps,
  { code: typed, textVersion }: RedeemCode,
): Promise<string> {
  const provided = await withProvider(ctx, deps);
  return countingGuesses(ctx, deps, async () => {
    const code = await actions.getTyped(ctx, typed);
    if (code.promoType === 'discount') throw fail('promotions.discount-only');
    const redemption =
      (await redemptions.findUnfinished(ctx, code.id)) ?? (await reserve(ctx, provided, { code, textVersion }));
    const started = await startTrial(ctx, provided, redemption.id);
    if (!started) throw fail('purchases.provider-failed');
    const end = started.trialEnd ? ` It ends on ${longDate(started.trialEnd)}.` : '';
    const days = `${redemption.trialDays} ${redemption.trialDays === 1 ? 'day' : 'days'}`;
    return `Your free trial of ${days} has started.${end}`;
  });
}

type Asked = { code: LiveCode; textVersion: RedeemCode['textVersion'] };

async function reserve(ctx: MemberFlowContext, deps: ProviderDeps, { code, textVersion }: Asked): Promise<Redemption> {
  await actions.checkMember(ctx, code);
  const { stripePriceId, ...price } = await planPriceOf(ctx, deps, code);
  const wish = { ...price, resourceId: null, title: code.code };
  const { redemption, superseded } = await ctx.transaction((inner) =>
    redemptions.reserveTrial(inner, { code, wish, stripePriceId, textVersion }),
  );
  for (const old of superseded) {
    const ended = await endUnpaid(ctx, deps, old);
    // It was paid at the last moment: the member has a subscription now and keeps the code.
    if (!ended || !isRunning(ended.status)) continue;
    await ctx.transaction((inner) => redemptions.releaseTrial(inner, redemption));
    throw fail('subscriptions.already-subscribed');
  }
  return redemption;
}
