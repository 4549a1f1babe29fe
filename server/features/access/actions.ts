import * as catalogue from '#server/features/catalogue/actions.ts';
import type { AccessTerms } from '#server/features/catalogue/rules.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type Decision, decideAccess, type Entitlements, isVisible } from './rules.ts';
import { findEntitlements } from './store.ts';

const nothing: Entitlements = { role: 'user', byResource: new Map(), subscription: null, blocked: new Set() };

/** The entitlements of a member; none when the member is unknown. */
export async function getEntitlements(ctx: Context, userId: number): Promise<Entitlements> {
  return (await findEntitlements(ctx.db, userId)) ?? nothing;
}

/** Whether the caller may use a resource. @throws catalogue.not-found when it does not exist for the caller */
export async function getAccess(ctx: MemberContext, resourceId: number): Promise<Decision> {
  const [resource] = await catalogue.listAccessTerms(ctx, [resourceId]);
  if (!resource) throw fail('catalogue.not-found');
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  if (!isVisible(entitlements, resource)) throw fail('catalogue.not-found');
  return decideAccess(entitlements, resource);
}

/** Refuses unless the caller may use the resource. */
export async function requireAccess(ctx: MemberContext, resourceId: number): Promise<void> {
  if (!(await getAccess(ctx, resourceId)).hasAccess) throw fail('access.required');
}

/** Purchases ask this: a granted resource is not sold (CHECKOUT-16). */
export async function hasGrant(ctx: MemberContext, resourceId: number): Promise<boolean> {
  const { because } = await getAccess(ctx, resourceId);
  return because.some(({ kind }) => kind === 'grant');
}

/** The decisions about those of some resources that exist for the caller. */
export async function decideVisible(
  ctx: MemberContext,
  resources: readonly AccessTerms[],
): Promise<(Decision & { id: number })[]> {
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  return resources
    .filter((resource) => isVisible(entitlements, resource))
    .map((resource) => ({ id: resource.id, ...decideAccess(entitlements, resource) }));
}
