import type { Resource, ResourceSummary } from '#contract/catalogue.ts';
import type { OnlineProduct } from '#contract/products.ts';
import * as catalogue from '#server/features/catalogue/actions.ts';
import { findOnlineProduct } from '#server/features/products/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { decideVisible, getAccess } from './actions.ts';
import { toolUrlIn } from './rules.ts';

/** A listed resource, which is the same for every member; null for any other. */
export async function findListedResource(ctx: Context, id: number): Promise<Resource | null> {
  const found = await catalogue.findResource(ctx, id, 'user');
  return found?.accessTerms.state === 'listed' ? found.resource : null;
}

/** A resource as the caller sees it (API-10): a draft for administrators, a withdrawn one for who bought it. */
export async function getResource(ctx: MemberContext, id: number): Promise<Resource> {
  await getAccess(ctx, id);
  const found = await catalogue.findResource(ctx, id, ctx.actor.role);
  if (!found) throw fail('catalogue.not-found');
  return found.resource;
}

/** Up to three listed resources of the type of one that the caller sees (DETAIL-13). */
export async function listRelatedResources(ctx: MemberContext, id: number): Promise<ResourceSummary[]> {
  await getAccess(ctx, id);
  return catalogue.listRelatedResources(ctx, id);
}

/**
 * The online product behind an online tool (TOOL-19). Members see an active one that a resource of theirs leads to, and
 * its address only with access to such a resource.
 */
export async function getOnlineProduct(ctx: MemberContext, id: number): Promise<OnlineProduct> {
  const found = await findOnlineProduct(ctx, id);
  if (!found) throw fail('catalogue.product-not-found');
  const { product, resources } = found;
  const isAdministrator = ctx.actor.role === 'administrator';
  const decisions = await decideVisible(ctx, resources);
  if (!isAdministrator && (!product.is_active || decisions.length === 0)) throw fail('catalogue.product-not-found');
  const mayOpen = isAdministrator || decisions.some(({ hasAccess }) => hasAccess);
  const toolUrl = mayOpen ? toolUrlIn(product.configuration) : null;
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    toolType: product.tool_type,
    ...(toolUrl !== null && { toolUrl }),
    ...(isAdministrator && {
      slug: product.slug,
      configuration: product.configuration,
      isActive: product.is_active,
      opening: product.opening,
      createdAt: product.created_at.toISOString(),
    }),
  };
}
