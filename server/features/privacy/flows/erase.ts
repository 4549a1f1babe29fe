import type { ProofDeps } from '#server/features/sign-in/flows/deps.ts';
import { proveOwner } from '#server/features/sign-in/flows/proof.ts';
import { endMemberSubscriptions } from '#server/features/subscriptions/flows/end-subscription.ts';
import type { SubscriptionCallDeps } from '#server/features/subscriptions/flows/open-subscription.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';
import * as actions from '../erasure-actions.ts';

export type ErasureDeps = { signIn: ProofDeps; subscriptions: SubscriptionCallDeps };

/** Deletes a user's account (ADM-USER-13). */
export async function deleteUser(ctx: MemberFlowContext, deps: ErasureDeps, id: number): Promise<void> {
  await ctx.transaction((inner) => actions.deleteUser(inner, id));
  await endSubscriptions(ctx, deps, id);
}

/** Deletes the caller's own account, after the password or a fresh sign-in by a provider (SET-15, SET-16, SET-19). */
export async function deleteOwn(ctx: MemberFlowContext, deps: ErasureDeps, password?: string): Promise<void> {
  await proveOwner(ctx, deps.signIn, password);
  await ctx.transaction((inner) => actions.deleteOwn(inner));
  // Nothing is written down any more of where the owner came from.
  const origin = { ip: '', requestId: ctx.origin.requestId };
  const transaction: FlowContext['transaction'] = (action) => ctx.transaction((inner) => action({ ...inner, origin }));
  await endSubscriptions({ ...ctx, origin, transaction }, deps, ctx.actor.userId);
}

/** The account is gone already; a job carries the rest on when the provider does not answer now. */
async function endSubscriptions(ctx: FlowContext, { subscriptions }: ErasureDeps, id: number): Promise<void> {
  const { stripe, portal, graceDays } = subscriptions;
  if (!stripe) return;
  try {
    await endMemberSubscriptions(ctx, { stripe, portal, graceDays }, id);
  } catch (error) {
    if (!(error instanceof StripeOutage)) throw error;
  }
}
