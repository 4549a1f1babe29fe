import type { AccessType } from '#contract/catalogue/catalogue.ts';
import type {
  ClosedByRefund,
  MemberAccess,
  MemberAccessQuery,
  OpenReason,
  OpenResource,
} from '#contract/commerce/access-admin.ts';
import { toMajor } from '#contract/money.ts';
import * as catalogue from '#server/catalogue/catalogue/actions.ts';
import { type AccessTerms, sliceOf } from '#server/catalogue/catalogue/rules.ts';
import { checkRefund } from '#server/commerce/payments/refund-actions.ts';
import { getPurchasePayment } from '#server/commerce/purchases/actions.ts';
import { getUser } from '#server/identity/accounts/user-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { getEntitlements } from './actions.ts';
import type { OrganisationNames } from './grant-actions.ts';
import * as store from './member-store.ts';
import { decideAccess, type Entitlement, type Entitlements } from './rules.ts';

type Line = Pick<OpenResource, 'title' | 'type'> & Shown & { resourceId: number };

/**
 * Lists the resources that a member can open, each with its reason, and those that are blocked (ADM-USER-18): first
 * those with a purchase, grant, seat or block of their own and the paths that are open by their parts, then the other
 * listed resources, which the database counts and pages. Drafts that only the role opens are left out.
 * @throws accounts.not-found
 */
export async function listMemberAccess(
  ctx: Context,
  { userId, query, names }: { userId: number; query: MemberAccessQuery; names: OrganisationNames },
): Promise<MemberAccess> {
  await getUser(ctx, userId);
  const { search, reason } = query;
  const entitlements = await getEntitlements(ctx, userId);
  const byType = reasonsByType(entitlements);
  const except = [...new Set([...namedIds(entitlements), ...(await listOpenByParts(ctx, entitlements))])];
  const others = { except, search, accessTypes: [...byType.keys()] };
  const named = await listNamed(ctx, entitlements, { ids: except, search });
  const counted = await store.countByAccessType(ctx.db, others);
  const counts = countReasons(named, counted, byType);

  const isWanted = (shown: Pick<Shown, 'reason'>) => !reason || shown.reason === reason;
  const slice = sliceOf(query);
  const wanted = named.filter(isWanted);
  const fromNamed = wanted.slice(slice.offset, slice.offset + slice.limit);
  const page = await listOthers(ctx, byType, {
    ...others,
    accessTypes: [...byType].filter(([, shown]) => isWanted(shown)).map(([type]) => type),
    limit: slice.limit - fromNamed.length,
    offset: Math.max(0, slice.offset - wanted.length),
  });
  return {
    items: await describe(ctx, userId, [...fromNamed, ...page], names),
    total: counts.filter(isWanted).reduce((sum, { count }) => sum + count, 0),
    counts,
  };
}

type Named = { ids: readonly number[]; search: string };

async function listNamed(ctx: Context, entitlements: Entitlements, { ids, search }: Named): Promise<Line[]> {
  if (ids.length === 0) return [];
  const terms = new Map((await catalogue.listAccessTerms(ctx, ids)).map((one) => [one.id, one]));
  const titled = await store.listTitled(ctx.db, ids, search);
  const lines = titled.flatMap(({ id, title, type }) => {
    const resource = terms.get(id);
    const shown = resource && shownReason(entitlements, resource);
    return shown ? [{ resourceId: id, title, type, ...shown }] : [];
  });
  return lines.toSorted((one, other) => placeOf(one.reason) - placeOf(other.reason));
}

async function listOthers(
  ctx: Context,
  byType: ReadonlyMap<AccessType, Shown>,
  wanted: Parameters<typeof store.listByAccessType>[1],
): Promise<Line[]> {
  if (wanted.limit === 0 || wanted.accessTypes.length === 0) return [];
  const rows = await store.listByAccessType(ctx.db, wanted);
  return rows.flatMap(({ id, accessType, ...row }) => {
    const shown = byType.get(accessType);
    return shown ? [{ resourceId: id, ...row, ...shown }] : [];
  });
}

function countReasons(
  named: readonly Line[],
  counted: readonly { accessType: AccessType; count: number }[],
  byType: ReadonlyMap<AccessType, Shown>,
): MemberAccess['counts'] {
  const counts = new Map<OpenReason, number>();
  const add = (reason: OpenReason | undefined, count: number) => {
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + count);
  };
  for (const { reason } of named) add(reason, 1);
  for (const { accessType, count } of counted) add(byType.get(accessType)?.reason, count);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => placeOf(one.reason) - placeOf(other.reason));
}

/** Adds dates, amounts and names to the lines. */
async function describe(
  ctx: Context,
  userId: number,
  lines: readonly Line[],
  { nameOrganisation }: OrganisationNames,
): Promise<OpenResource[]> {
  const details = await store.listDetails(ctx.db, {
    userId,
    purchaseIds: lines.flatMap(({ given }) => (given?.kind === 'purchase' ? [given.purchaseId] : [])),
    grantIds: lines.flatMap(({ given }) => (given?.kind === 'grant' ? [given.grantId] : [])),
    blocked: lines.flatMap(({ reason, resourceId }) => (reason === 'blocked' ? [resourceId] : [])),
  });
  return Promise.all(
    lines.map(async ({ given, ...line }) => {
      const id = idOf(given);
      const known = details.find((one) => one.kind === line.reason && one.id === (id ?? line.resourceId));
      const bundle = known?.kind === 'purchase' && known.resourceId !== line.resourceId ? known.title : null;
      const organisation = given?.kind === 'seat' ? await nameOrganisation(ctx, given.organisationId) : null;
      const amountMinor = known?.amountMinor ?? null;
      const currency = known?.currency ?? null;
      return {
        ...line,
        id,
        since: known?.since.toISOString() ?? null,
        expiresAt: given?.kind === 'grant' ? (given.expiresAt?.toISOString() ?? null) : null,
        details: known?.reason ?? bundle ?? organisation,
        by: known?.by ?? null,
        amount: amountMinor === null || currency === null ? null : toMajor(amountMinor, currency),
        currency,
      };
    }),
  );
}

function idOf(given: Shown['given']): number | null {
  if (given?.kind === 'purchase') return given.purchaseId;
  if (given?.kind === 'grant') return given.grantId;
  return given?.kind === 'seat' ? given.seatId : null;
}

/**
 * A refund to preview. Without an amount it covers the rest of the payment, and is previewed even if nothing is left.
 */
type RefundPreview = { userId: number; purchaseId: number; amountMinor: number | null };

/**
 * Returns the titles of the resources that a refund of a purchase closes, and of those that stay open and why
 * (ADM-USER-19). Closes none if the refund is partial, or if the purchase was for another person or for seats.
 * @throws accounts.not-found; with an amount also purchases.not-found, billing.nothing-to-refund,
 * billing.refund-too-large, billing.refund-disputed
 */
export async function previewRefund(
  ctx: Context,
  { userId, purchaseId, amountMinor }: RefundPreview,
): Promise<ClosedByRefund> {
  await getUser(ctx, userId);
  const isPartial = amountMinor !== null && (await isPartialRefund(ctx, { userId, purchaseId, amountMinor }));
  const entitlements = await getEntitlements(ctx, userId);
  const opened = [...entitlements.byResource].filter(([, given]) =>
    given.some((one) => one.kind === 'purchase' && one.purchaseId === purchaseId),
  );
  const after = isPartial ? entitlements : withoutPurchase(entitlements, purchaseId);
  const kept = new Set(await listOpenByParts(ctx, after));
  const closedPaths = (await listOpenByParts(ctx, entitlements)).filter((id) => !kept.has(id));
  const ids = [...new Set([...opened.map(([id]) => id), ...closedPaths])];
  const terms = new Map((await catalogue.listAccessTerms(ctx, ids)).map((one) => [one.id, one]));
  const lines = (await store.listTitled(ctx.db, ids, '')).map(({ id, title }) => {
    const resource = terms.get(id);
    const shown = resource ? shownReason(after, resource) : null;
    return { title, reason: shown?.given ? shown.reason : null };
  });
  return {
    closes: lines.filter(({ reason }) => reason === null).map(({ title }) => title),
    stays: lines.flatMap(({ title, reason }) => (reason === null ? [] : [{ title, reason }])),
  };
}

async function isPartialRefund(
  ctx: Context,
  { userId, purchaseId, amountMinor }: RefundPreview & { amountMinor: number },
): Promise<boolean> {
  const { attemptId } = await getPurchasePayment(ctx, { userId, purchaseId });
  const { isPartial } = await checkRefund(ctx, { attemptId }, amountMinor);
  return isPartial;
}

/** The one reason that is shown for a resource; `given` opens it, null for a blocked one. */
type Shown = { reason: OpenReason; given: Entitlement | null };

/** Returns the reason that is shown for a resource; null when the member cannot open it and it is not blocked. */
function shownReason(entitlements: Entitlements, resource: AccessTerms): Shown | null {
  const [given] = decideAccess(entitlements, resource).because;
  if (given) return { reason: given.kind, given };
  return entitlements.blocked.has(resource.id) ? { reason: 'blocked', given: null } : null;
}

/**
 * Returns the ids of the resources that a member bought, was granted or has a seat of, and of those that are blocked.
 */
function namedIds({ byResource, blocked }: Entitlements): number[] {
  return [...new Set([...byResource.keys(), ...blocked])];
}

/** Lists the learning paths whose shown reason is that each listed resource of their steps is open (PATH-01). */
async function listOpenByParts(ctx: Context, entitlements: Entitlements): Promise<number[]> {
  const paths = await catalogue.listPaths(ctx);
  return paths.filter((path) => shownReason(entitlements, path)?.reason === 'parts').map(({ id }) => id);
}

const accessTypes: readonly AccessType[] = ['free', 'purchase', 'subscription'];

/**
 * Returns, for each access type, the reason that opens all other listed resources of it; a type that stays closed is
 * left out.
 */
function reasonsByType(entitlements: Entitlements): Map<AccessType, Shown> {
  const found = accessTypes.flatMap((accessType) => {
    // No resource has the id 0, so an entitlement that opens this one opens each resource that is not named.
    const shown = shownReason(entitlements, { id: 0, accessType, state: 'listed', parts: null });
    return shown ? [[accessType, shown] as const] : [];
  });
  return new Map(found);
}

/** Returns the entitlements as if a purchase had never been made. */
function withoutPurchase(entitlements: Entitlements, purchaseId: number): Entitlements {
  const rest = [...entitlements.byResource].map(
    ([id, given]) => [id, given.filter((one) => one.kind !== 'purchase' || one.purchaseId !== purchaseId)] as const,
  );
  return { ...entitlements, byResource: new Map(rest) };
}

const order: readonly OpenReason[] = [
  'purchase',
  'grant',
  'seat',
  'parts',
  'blocked',
  'subscription',
  'free',
  'administrator',
];

/** Returns the position of a reason in the list: reasons for single resources come first. */
const placeOf = (reason: OpenReason) => order.indexOf(reason);
