import type { Inside, Resource, ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { OnlineProduct } from '#contract/catalogue/products.ts';
import type { ResourceAccess, ResourceAccessQuery } from '#contract/commerce/access.ts';
import type { SeatKind } from '#contract/commerce/seats.ts';
import { listContents } from '#server/catalogue/articles/actions.ts';
import * as catalogue from '#server/catalogue/catalogue/actions.ts';
import { type AccessTerms, type Slice, sliceOf } from '#server/catalogue/catalogue/rules.ts';
import { describePdf } from '#server/catalogue/files/actions.ts';
import { extensionOf } from '#server/catalogue/files/rules.ts';
import { findOnlineProduct } from '#server/catalogue/products/actions.ts';
import { countListed } from '#server/catalogue/search/actions.ts';
import type { ReadTerms } from '#server/commerce/subscriptions/price-actions.ts';
import { type Context, isEditor, type MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { type Decision, decideAccess, type Entitlements, givenBy, isKept, isVisible, toolUrlIn } from './rules.ts';
import { findEntitlements, listGivenBy } from './store.ts';

const nothing: Entitlements = {
  role: 'user',
  byResource: new Map(),
  subscription: null,
  planSeat: null,
  blocked: new Set(),
};

/** Returns the entitlements of a member; none when the member is unknown. */
export async function getEntitlements(ctx: Context, userId: number): Promise<Entitlements> {
  const found = (await findEntitlements(ctx.db, userId)) ?? nothing;
  return ctx.actor?.hidesDrafts && ctx.actor.userId === userId ? { ...found, hidesDrafts: true } : found;
}

/** Decides whether the caller may use a resource. @throws catalogue.not-found when it does not exist for the caller */
export async function getAccess(ctx: MemberContext, resourceId: number): Promise<Decision> {
  const [resource] = await catalogue.listAccessTerms(ctx, [resourceId]);
  if (!resource) throw fail('catalogue.not-found');
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  if (!isVisible(entitlements, resource)) throw fail('catalogue.not-found');
  return decideAccess(entitlements, resource);
}

/** Rejects the call unless the caller may use the resource. @throws access.required, catalogue.not-found */
export async function requireAccess(ctx: MemberContext, resourceId: number): Promise<void> {
  if (!(await getAccess(ctx, resourceId)).hasAccess) throw fail('access.required');
}

/**
 * Counts the people for whom an organisation's seats do not open all of these resources (LEARN-01); free resources are
 * open to all. Their entitlements are loaded together, 200 in a statement.
 */
export async function countWithoutSeat(
  ctx: Context,
  organisationId: number,
  { resourceIds, userIds }: { resourceIds: readonly number[]; userIds: readonly number[] },
): Promise<number> {
  const resources = await catalogue.listAccessTerms(ctx, resourceIds);
  const given = await Promise.all(
    userIds.map(async (userId) => givenBy(organisationId, await getEntitlements(ctx, userId))),
  );
  return given.filter((entitlements) => resources.some((one) => !decideAccess(entitlements, one).hasAccess)).length;
}

/** People who are to open a resource. */
type Wanted = { resourceId: number; userIds: readonly number[] };

/**
 * Returns the people for whom an organisation's seats do not open a listed resource that is not free, with the kind of
 * seat that would (LEARN-08).
 */
export async function listWithoutSeat(
  ctx: Context,
  organisationId: number,
  wanted: readonly Wanted[],
): Promise<(Wanted & { kind: SeatKind })[]> {
  const resources = await catalogue.listAccessTerms(
    ctx,
    wanted.map(({ resourceId }) => resourceId),
  );
  const given = await listGivenBy(ctx.db, organisationId);
  return wanted.flatMap(({ resourceId, userIds }) => {
    const resource = resources.find(({ id }) => id === resourceId);
    if (resource?.state !== 'listed') return [];
    const opensToAll = decideAccess(nothing, resource).hasAccess;
    const lacking = userIds.filter((userId) => {
      const entitlements = given.get(userId);
      return !(entitlements ? decideAccess(entitlements, resource).hasAccess : opensToAll);
    });
    const kind = resource.accessType === 'subscription' ? 'plan' : 'resource';
    return lacking.length > 0 ? [{ resourceId, userIds: lacking, kind } as const] : [];
  });
}

/** Returns the ids of those resources that the caller can open. */
export async function listOpen(ctx: MemberContext, resourceIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (resourceIds.length === 0) return new Set();
  const decisions = await decideVisible(ctx, await catalogue.listAccessTerms(ctx, resourceIds));
  return new Set(decisions.filter(({ hasAccess }) => hasAccess).map(({ id }) => id));
}

/**
 * Whether the caller has a resource by a grant or a purchase, also as part of a bundle, so that it is not sold again
 * (CHECKOUT-16).
 * @throws catalogue.not-found, and access.parts-open for a learning path whose parts are all open (PATH-01)
 */
export async function isOwned(ctx: MemberContext, resourceId: number): Promise<boolean> {
  const [resource] = await catalogue.listAccessTerms(ctx, [resourceId]);
  if (!resource) throw fail('catalogue.not-found');
  const { because } = decideAccess(await getEntitlements(ctx, ctx.actor.userId), resource);
  if (because.some(({ kind }) => kind === 'grant' || kind === 'purchase')) return true;
  if (because.some(({ kind }) => kind === 'parts')) throw fail('access.parts-open');
  return false;
}

/** Returns the decisions about those resources that exist for the caller. */
export async function decideVisible(
  ctx: MemberContext,
  resources: readonly AccessTerms[],
): Promise<(Decision & { id: number })[]> {
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  return resources
    .filter((resource) => isVisible(entitlements, resource))
    .map((resource) => ({ id: resource.id, ...decideAccess(entitlements, resource) }));
}

/** Maximum number of decisions in a reply, and their number when the caller names no page. */
const longestPage = 200;

/** One page of decisions; `total` counts all pages. */
export type AccessList = { decisions: ResourceAccess[]; total: number };

/**
 * Returns the caller's access to those of the named resources that the caller can see or, if none is named, to a page of
 * the listed ones and those of `listOwn` (ACCESS-09).
 */
export async function listAccess(ctx: MemberContext, query: ResourceAccessQuery): Promise<AccessList> {
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  const slice = sliceOf(query, longestPage);
  const { shown, total } = query.resourceId
    ? await listNamed(ctx, entitlements, { ids: query.resourceId, slice })
    : await listPage(ctx, entitlements, slice);
  const decisions = shown.map((resource) => {
    const { hasAccess, code, reason } = decideAccess(entitlements, resource);
    return { resourceId: resource.id, hasAccess, code, reason };
  });
  return { decisions, total };
}

async function listNamed(ctx: Context, entitlements: Entitlements, { ids, slice }: { ids: number[]; slice: Slice }) {
  const visible = (await catalogue.listAccessTerms(ctx, ids)).filter((resource) => isVisible(entitlements, resource));
  return { shown: visible.slice(slice.offset, slice.offset + slice.limit), total: visible.length };
}

/**
 * Returns a page of the listed resources in the order of their ids, and after the last of them the result of `listOwn`.
 */
async function listPage(ctx: Context, entitlements: Entitlements, slice: Slice) {
  const listed = await catalogue.listListed(ctx, slice);
  const listedTotal = await countListed(ctx);
  const own = await listOwn(ctx, entitlements);
  const ownFrom = Math.max(0, slice.offset - listedTotal);
  const shown = [...listed, ...own.slice(ownFrom, ownFrom + slice.limit - listed.length)];
  return { shown, total: listedTotal + own.length };
}

/** Returns resources that the caller bought or has a seat of and that are no longer listed. */
async function listOwn(ctx: Context, { byResource }: Entitlements): Promise<AccessTerms[]> {
  const bought = [...byResource].filter(([, entitlements]) => entitlements.some(isKept)).map(([id]) => id);
  if (bought.length === 0) return [];
  return (await catalogue.listAccessTerms(ctx, bought)).filter(({ state }) => state !== 'listed');
}

/**
 * Finds a listed resource in the form that members without access see, which is the same for all of them; null for a
 * resource that is not listed.
 */
export async function findListedResource(ctx: Context, id: number, readTerms: ReadTerms): Promise<Resource | null> {
  const found = await catalogue.findResource(ctx, id, 'user');
  if (found?.accessTerms.state !== 'listed') return null;
  return { ...found.resource, inside: await describeInside(ctx, found, readTerms) };
}

/**
 * Returns a resource for the caller (API-10): an unlisted one for members who bought it or have a seat of it, a draft
 * for administrators too.
 * @throws catalogue.not-found
 */
export async function getResource(ctx: MemberContext, id: number, readTerms: ReadTerms): Promise<Resource> {
  const { hasAccess } = await getAccess(ctx, id);
  const reader = hasAccess ? 'holder' : 'user';
  const found = await catalogue.findResource(ctx, id, isEditor(ctx.actor) ? 'administrator' : reader);
  if (!found) throw fail('catalogue.not-found');
  return { ...found.resource, inside: await describeInside(ctx, found, readTerms) };
}

/**
 * Lists up to three listed resources of the same type as a resource that the caller can see (DETAIL-13).
 * @throws catalogue.not-found
 */
export async function listRelatedResources(ctx: MemberContext, id: number): Promise<ResourceSummary[]> {
  await getAccess(ctx, id);
  return catalogue.listRelatedResources(ctx, id);
}

/**
 * Returns the online product behind an online tool (TOOL-19). Members can see an active product to which a resource
 * that they can see links, and its URL only with access to such a resource. Administrators see every product.
 * @throws products.not-found
 */
export async function getOnlineProduct(ctx: MemberContext, id: number): Promise<OnlineProduct> {
  const found = await findOnlineProduct(ctx, id);
  if (!found) throw fail('products.not-found');
  const { product, resources } = found;
  const isAdministrator = ctx.actor.role === 'administrator';
  const decisions = await decideVisible(ctx, resources);
  if (!isAdministrator && (!product.is_active || decisions.length === 0)) throw fail('products.not-found');
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

/**
 * Describes the content of a resource for people who may not have access: of its text only the headings, never the URL
 * of its file or of a video that is content (DETAIL-26).
 */
async function describeInside(
  ctx: Context,
  { resource, file, hasVideo, updatedAt }: catalogue.FoundResource,
  readTerms: ReadTerms,
): Promise<Inside> {
  const isPdf = resource.hasPages === true && file !== null;
  const isSubscribed = resource.accessType === 'subscription';
  return {
    file: file && { extension: extensionOf(file.contentType), bytes: file.bytes },
    contents: resource.readingMinutes === null ? [] : await listContents(ctx, resource.id),
    document: isPdf ? await describePdf(ctx, { fileId: file.id, samplePages: resource.samplePages }) : null,
    hasVideo,
    updatedAt: updatedAt.toISOString(),
    subscription: isSubscribed ? await readTerms(ctx) : null,
  };
}
