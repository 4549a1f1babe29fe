import { type AccessCode, type AccessDecision, accessReasons } from '#contract/commerce/access.ts';
import type { AccessTerms } from '#server/catalogue/catalogue/rules.ts';
import { opensResources } from '#server/commerce/subscriptions/rules.ts';

/** A seat that an organisation has assigned to the member (SEAT-05). */
export type SeatEntitlement = { kind: 'seat'; organisationId: number; seatId: number };

/**
 * An entitlement to one resource: a live purchase of it or of a bundle with it, a live grant (`expiresAt` is null for
 * one without end), or a seat.
 */
export type ResourceEntitlement =
  | { kind: 'purchase'; purchaseId: number }
  | { kind: 'grant'; grantId: number; expiresAt: Date | null }
  | SeatEntitlement;

/** A member's subscription with the state that decides whether it opens resources. */
export type SubscriptionEntitlement = {
  subscriptionId: number;
  status: string;
  isSuspended: boolean;
  isPaused: boolean;
  isInGrace: boolean;
};

/** All data about a member that access depends on, live at the time of the query. */
export type Entitlements = {
  role: 'user' | 'administrator';
  /** Set for a program of an administrator that reads what is published alone. */
  hidesDrafts?: true;
  /** Purchases, grants and seats by the id of the resource, own purchases first. */
  byResource: ReadonlyMap<number, readonly ResourceEntitlement[]>;
  /** The subscription that has not ended; null without one. */
  subscription: SubscriptionEntitlement | null;
  /** A seat that opens the resources of the subscription; null without one. */
  planSeat: SeatEntitlement | null;
  /** Resources that an administrator took out of the member's subscription. */
  blocked: ReadonlySet<number>;
};

/** An entitlement or another reason that gives access. */
export type Entitlement =
  | ResourceEntitlement
  | { kind: 'subscription'; subscriptionId: number }
  | { kind: 'free' }
  | { kind: 'parts' }
  | { kind: 'administrator' };

/** Whether a member may use a resource (ACCESS-01), with the reasons why. */
export type Decision = AccessDecision & { because: readonly Entitlement[] };

const nothing: readonly ResourceEntitlement[] = [];

/** The terms of a resource; without `parts` a learning path opens by itself only. */
type Terms = Omit<AccessTerms, 'parts'> & Partial<Pick<AccessTerms, 'parts'>>;

/**
 * Returns the entitlements that an organisation gives a person. Its managers may read decisions made from these, never
 * from those that the person bought or was given elsewhere (ORG-10).
 */
export function givenBy(organisationId: number, { byResource, planSeat }: Entitlements): Entitlements {
  const isGiven = (one: ResourceEntitlement | null) => one?.kind === 'seat' && one.organisationId === organisationId;
  return {
    role: 'user',
    byResource: new Map([...byResource].map(([resourceId, kinds]) => [resourceId, kinds.filter(isGiven)])),
    subscription: null,
    planSeat: isGiven(planSeat) ? planSeat : null,
    blocked: new Set(),
  };
}

/**
 * Decides about access, for cards, pages, downloads and tools; the only place that does. An unlisted resource opens by
 * a purchase or seat only (ACCESS-19); administrators open drafts too, unless `hidesDrafts` is set (ACCESS-21).
 */
export function decideAccess(entitlements: Entitlements, resource: Terms): Decision {
  const because = reasonsFor(entitlements, resource);
  const code = because.length > 0 ? null : rejectionOf(entitlements, resource);
  return { hasAccess: code === null, code, reason: code === null ? '' : accessReasons[code], because };
}

/** Whether a member's own subscription opens the subscription resources that are not blocked. */
export function isSubscribed({ subscription }: Pick<Entitlements, 'subscription'>): boolean {
  return subscription !== null && opensResources(subscription);
}

/**
 * Returns the entitlements that open the subscription resources that are not blocked: the member's own subscription, a
 * seat, or both.
 */
function planOf(entitlements: Entitlements): readonly Entitlement[] {
  const { subscription, planSeat } = entitlements;
  return [
    ...(subscription && isSubscribed(entitlements)
      ? [{ kind: 'subscription', subscriptionId: subscription.subscriptionId } as const]
      : []),
    ...(planSeat ? [planSeat] : []),
  ];
}

function reasonsFor(entitlements: Entitlements, { id, accessType, state, parts }: Terms): readonly Entitlement[] {
  const { byResource, blocked } = entitlements;
  const holds = byResource.get(id) ?? nothing;
  const counting = state === 'listed' ? holds : holds.filter(isKept);
  const isFree = accessType === 'free' && state === 'listed';
  const isAdministrators = opensAsAdministrator(entitlements, state);
  const isSubscription = accessType === 'subscription' && state === 'listed' && !blocked.has(id);
  const isOpenByParts = state === 'listed' && !isFree && counting.length === 0 && opensParts(entitlements, parts);
  // Returning `counting` itself avoids a new array in the most frequent case.
  if (!isFree && !isAdministrators && !isSubscription && !isOpenByParts) return counting;
  return [
    ...counting,
    ...(isSubscription ? planOf(entitlements) : []),
    ...(isFree ? [{ kind: 'free' } as const] : []),
    ...(isOpenByParts ? [{ kind: 'parts' } as const] : []),
    ...(isAdministrators ? [{ kind: 'administrator' } as const] : []),
  ];
}

function opensAsAdministrator({ role, hidesDrafts }: Entitlements, state: Terms['state']): boolean {
  return role === 'administrator' && (state === 'listed' || (state === 'draft' && !hidesDrafts));
}

/** Whether a learning path is open because every listed resource of its steps is: nothing of it is left to buy (PATH-01). */
function opensParts(entitlements: Entitlements, parts: Terms['parts']): boolean {
  return Boolean(parts?.length) && (parts ?? []).every((part) => reasonsFor(entitlements, part).length > 0);
}

function rejectionOf({ blocked }: Entitlements, { id, accessType, state }: Terms): AccessCode {
  // The block comes first: a member who subscribed for this resource could not open it either (ACCESS-06).
  if (state === 'listed' && blocked.has(id)) return 'access.blocked';
  return accessType === 'subscription' && state === 'listed'
    ? 'access.subscription-required'
    : 'access.purchase-required';
}

/**
 * Whether a resource exists for this member: it is listed, the member bought it or has a seat of it, or it is a draft and
 * the member is an administrator without `hidesDrafts`. A withdrawn resource exists for its buyers and seats only.
 */
export function isVisible(entitlements: Entitlements, { id, state }: Pick<Terms, 'id' | 'state'>): boolean {
  if (state === 'listed' || opensAsAdministrator(entitlements, state)) return true;
  return (entitlements.byResource.get(id) ?? nothing).some(isKept);
}

/**
 * Whether an entitlement lasts when the resource is no longer listed: purchases do, and so do seats, which were sold as
 * well.
 */
export const isKept = ({ kind }: ResourceEntitlement) => kind === 'purchase' || kind === 'seat';

/** Returns the URL of a tool from its configuration; null without one. */
export function toolUrlIn(configuration: unknown): string | null {
  if (typeof configuration !== 'object' || configuration === null) return null;
  const { toolUrl, url }: { toolUrl?: unknown; url?: unknown } = configuration;
  const [address] = [toolUrl, url].filter((value) => typeof value === 'string' && value !== '');
  return typeof address === 'string' ? address : null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the end of a grant or of given seats: the end of a given day (UTC), or a given instant; null for never. */
export function endOf(expiresAt: string | null): Date | null {
  if (expiresAt === null) return null;
  const instant = new Date(expiresAt);
  return /^\d{4}-\d\d-\d\d$/.test(expiresAt) ? new Date(instant.getTime() + dayMs) : instant;
}
