import * as catalogue from '#server/features/catalogue/actions.ts';
import type { Standing } from '#server/features/catalogue/rules.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type AccessFacts, type Decision, decideAccess, isVisible } from './rules.ts';
import { findFacts } from './store.ts';

const nothing: AccessFacts = { role: 'user', held: new Map(), subscription: null, blocked: new Set() };

/** Everything about a member that access depends on; nothing when there is no such member. */
export async function getFacts(ctx: Context, userId: number): Promise<AccessFacts> {
  return (await findFacts(ctx.db, userId)) ?? nothing;
}

/** Whether the caller may use a resource. @throws catalogue.not-found when it does not exist for the caller */
export async function getAccess(ctx: MemberContext, resourceId: number): Promise<Decision> {
  const [resource] = await catalogue.listStandings(ctx, [resourceId]);
  if (!resource) throw fail('catalogue.not-found');
  const facts = await getFacts(ctx, ctx.actor.userId);
  if (!isVisible(facts, resource)) throw fail('catalogue.not-found');
  return decideAccess(facts, resource);
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
export async function decideVisible(ctx: MemberContext, resources: readonly Standing[]): Promise<Decision[]> {
  const facts = await getFacts(ctx, ctx.actor.userId);
  return resources.filter((resource) => isVisible(facts, resource)).map((resource) => decideAccess(facts, resource));
}
