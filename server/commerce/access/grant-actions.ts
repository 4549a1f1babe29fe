import type { AccessEntitlement, AccessExplanation, Block, Grant, GrantForm } from '#contract/commerce/access-admin.ts';
import type { PageQuery } from '#contract/text.ts';
import * as catalogue from '#server/catalogue/catalogue/actions.ts';
import { getUser } from '#server/identity/accounts/user-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { getEntitlements } from './actions.ts';
import { listDetails } from './member-store.ts';
import { decideAccess, type Entitlement, endOf } from './rules.ts';
import * as store from './store.ts';

/** Page size when the query names none. */
const longestList = 1000;
const sliceOf = ({ page = 1, pageSize = longestList }: PageQuery) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
});

/**
 * Lists the grants of a member and their number (API-42).
 * @throws accounts.not-found
 */
export async function listGrants(ctx: Context, userId: number, query: PageQuery) {
  await getUser(ctx, userId);
  const rows = await store.listGrants(ctx.db, userId, sliceOf(query));
  return { grants: rows.map(showGrant), total: await store.countGrants(ctx.db, userId) };
}

/**
 * Lists the resources blocked in a member's subscription and their number (API-42).
 * @throws accounts.not-found
 */
export async function listBlocks(
  ctx: Context,
  userId: number,
  query: PageQuery,
): Promise<{ blocks: Block[]; total: number }> {
  await getUser(ctx, userId);
  const rows = await store.listBlocks(ctx.db, userId, sliceOf(query));
  const blocks = rows.map((row) => ({
    resourceId: row.resource_id,
    resource: { id: row.resource_id, title: row.title },
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    isActive: true,
  }));
  return { blocks, total: await store.countBlocks(ctx.db, userId) };
}

/**
 * Gives a member access to a resource (API-43). A draft opens when it is published.
 * @throws accounts.not-found, catalogue.not-found, access.granted-already, access.end-passed
 */
export async function grantAccess(ctx: MemberContext, userId: number, form: GrantForm): Promise<Grant> {
  const { resourceId, reason } = form;
  if (!(await store.lockMember(ctx.db, userId))) throw fail('accounts.not-found');
  const [resource] = await catalogue.listAccessTerms(ctx, [resourceId]);
  if (!resource || resource.state === 'withdrawn') throw fail('catalogue.not-found');
  if (await store.hasLiveGrant(ctx.db, userId, resourceId)) throw fail('access.granted-already');
  const expiresAt = endOf(form.expiresAt);
  const row = await store.insertGrant(ctx.db, { userId, resourceId, reason, expiresAt, grantedBy: ctx.actor.userId });
  if (!row) throw fail('access.end-passed');
  const after = { userId, resourceId, reason, expiresAt };
  await audit(ctx, { action: 'create', object: 'grant', objectId: row.id, memberId: userId, after });
  return showGrant(row);
}

/** Revokes a grant (ACCESS-16). @throws access.no-grant */
export async function revokeGrant(ctx: MemberContext, id: number): Promise<void> {
  const row = await store.revokeGrant(ctx.db, id);
  if (!row) throw fail('access.no-grant');
  const { user_id: userId, resource_id: resourceId, reason, expires_at: expiresAt } = row;
  const before = { userId, resourceId, reason, expiresAt };
  await audit(ctx, { action: 'revoke', object: 'grant', objectId: id, memberId: userId, before });
}

/** The call to organisations that access needs; app.ts passes it in, because access may not import organisations. */
export type OrganisationNames = { nameOrganisation(ctx: Context, id: number): Promise<string> };

/** Explains the reasons why a member may or may not use a resource. @throws accounts.not-found, catalogue.not-found */
export async function explainAccess(
  ctx: Context,
  { userId, resourceId }: BlockKey,
  names: OrganisationNames,
): Promise<AccessExplanation> {
  await getUser(ctx, userId);
  const [resource] = await catalogue.listAccessTerms(ctx, [resourceId]);
  if (!resource) throw fail('catalogue.not-found');
  const entitlements = await getEntitlements(ctx, userId);
  const { because, ...decision } = decideAccess(entitlements, resource);
  const { subscription } = entitlements;
  return {
    resourceId,
    ...decision,
    accessType: resource.accessType,
    state: resource.state,
    because: await showEntitlements(ctx, { userId, because }, names),
    isBlocked: entitlements.blocked.has(resourceId),
    subscriptionStatus: subscription && (subscription.isSuspended ? 'suspended' : subscription.status),
  };
}

/** Adds the details that administrators see to entitlements; `userId` is the member's. */
async function showEntitlements(
  ctx: Context,
  { userId, because }: { userId: number; because: readonly Entitlement[] },
  names: OrganisationNames,
): Promise<AccessEntitlement[]> {
  const known = await listDetails(ctx.db, {
    userId,
    purchaseIds: because.flatMap((given) => (given.kind === 'purchase' ? [given.purchaseId] : [])),
    grantIds: because.flatMap((given) => (given.kind === 'grant' ? [given.grantId] : [])),
    blocked: [],
  });
  return Promise.all(
    because.map(async (given) => {
      const shown = await showEntitlement(ctx, given, names);
      const found = known.find(({ kind, id }) => kind === shown.kind && id === shown.id);
      return {
        ...shown,
        since: found?.since.toISOString() ?? null,
        by: found?.by ?? null,
        details: found?.reason ?? null,
      };
    }),
  );
}

async function showEntitlement(
  ctx: Context,
  given: Entitlement,
  { nameOrganisation }: OrganisationNames,
): Promise<Omit<AccessEntitlement, 'since' | 'by' | 'details'>> {
  const other = { kind: given.kind, id: null, seatId: null, expiresAt: null, organisationId: null, organisation: null };
  if (given.kind === 'purchase') return { ...other, id: given.purchaseId };
  if (given.kind === 'subscription') return { ...other, id: given.subscriptionId };
  if (given.kind === 'seat') {
    const { organisationId, seatId } = given;
    return { ...other, id: seatId, seatId, organisationId, organisation: await nameOrganisation(ctx, organisationId) };
  }
  if (given.kind !== 'grant') return other;
  return { ...other, id: given.grantId, expiresAt: given.expiresAt?.toISOString() ?? null };
}

function showGrant(row: store.GrantRow): Grant {
  return {
    id: row.id,
    resourceId: row.resource_id,
    resource: { id: row.resource_id, title: row.title },
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    isActive: row.is_active,
  };
}

type BlockKey = { userId: number; resourceId: number };

/**
 * Excludes a resource from a member's subscription; its grants, purchases and seats still open it (ACCESS-20).
 * @throws accounts.not-found, catalogue.not-found
 */
export async function blockResource(
  ctx: MemberContext,
  { reason, ...block }: BlockKey & { reason: string },
): Promise<void> {
  if (!(await store.hasMember(ctx.db, block.userId))) throw fail('accounts.not-found');
  const [resource] = await catalogue.listAccessTerms(ctx, [block.resourceId]);
  if (!resource || resource.state === 'withdrawn') throw fail('catalogue.not-found');
  const isNew = await store.insertBlock(ctx.db, { ...block, reason, blockedBy: ctx.actor.userId });
  if (isNew) await audit(ctx, { action: 'create', ...objectOf(block), after: { ...block, reason } });
}

/** Lifts a block. @throws access.no-block */
export async function unblockResource(ctx: MemberContext, block: BlockKey): Promise<void> {
  const reason = await store.deleteBlock(ctx.db, block.userId, block.resourceId);
  if (reason === null) throw fail('access.no-block');
  await audit(ctx, { action: 'delete', ...objectOf(block), before: { ...block, reason } });
}

function objectOf({ userId, resourceId }: BlockKey) {
  return { object: 'block', objectId: `${userId}:${resourceId}`, memberId: userId } as const;
}
