import { accessReasons } from '#contract/access.ts';
import type { Standing } from '#server/features/catalogue/rules.ts';
import { opensResources } from '#server/features/subscriptions/rules.ts';

/** What a member holds of one resource: a live purchase, or a live grant (`expiresAt` null for one without end). */
export type ResourceFact =
  | { kind: 'purchase'; purchaseId: number }
  | { kind: 'grant'; grantId: number; expiresAt: Date | null };

/** A member's subscription as it stands; whether it opens anything is decided from it. */
export type SubscriptionFact = { subscriptionId: number; status: string; isSuspended: boolean; isInGrace: boolean };

/** Everything about a member that access depends on. Only what is live at the moment of asking is among it. */
export type AccessFacts = {
  role: 'user' | 'administrator';
  /** What the member holds, by the id of the resource. */
  held: ReadonlyMap<number, readonly ResourceFact[]>;
  /** The one that has not ended; null when there is none. */
  subscription: SubscriptionFact | null;
  /** Resources that an administrator took out of what the subscription opens. */
  blocked: ReadonlySet<number>;
};

/** A fact that spoke for access. */
export type Fact =
  | ResourceFact
  | { kind: 'subscription'; subscriptionId: number }
  | { kind: 'free' }
  | { kind: 'administrator' };

/** The answer to "may this member use this resource"; `reason` is empty with access (ACCESS-01). */
export type Decision = { hasAccess: boolean; reason: string; because: readonly Fact[] };

const nothing: readonly ResourceFact[] = [];

/**
 * The one place that decides about access: for cards, pages, downloads and tools alike.
 * What is not listed opens by purchase only, whatever it was before (ACCESS-19); administrators open drafts (ACCESS-21).
 */
export function decideAccess(facts: AccessFacts, resource: Standing): Decision {
  const because = reasonsFor(facts, resource);
  const hasAccess = because.length > 0;
  return { hasAccess, reason: hasAccess ? '' : refusalOf(facts, resource), because };
}

/** Whether a member's subscription opens the resources that are not blocked. */
export function isSubscribed({ subscription }: Pick<AccessFacts, 'subscription'>): boolean {
  return subscription !== null && opensResources(subscription);
}

function reasonsFor(facts: AccessFacts, { id, accessType, state }: Standing): readonly Fact[] {
  const { role, held, subscription, blocked } = facts;
  const holds = held.get(id) ?? nothing;
  const counting = state === 'listed' ? holds : holds.filter(({ kind }) => kind === 'purchase');
  const isFree = accessType === 'free' && state === 'listed';
  const isAdministrators = role === 'administrator' && state !== 'withdrawn';
  const isSubscription = accessType === 'subscription' && state === 'listed' && !blocked.has(id);
  const opened = isSubscription && isSubscribed(facts) ? subscription : null;
  // Most resources, for most members: nothing held, nothing given.
  if (!isFree && !isAdministrators && !opened) return counting;
  return [
    ...counting,
    ...(opened ? [{ kind: 'subscription', subscriptionId: opened.subscriptionId } as const] : []),
    ...(isFree ? [{ kind: 'free' } as const] : []),
    ...(isAdministrators ? [{ kind: 'administrator' } as const] : []),
  ];
}

function refusalOf({ blocked }: AccessFacts, { id, accessType, state }: Standing): string {
  // Told before anybody subscribes for it: the block would stand in the way of that too (ACCESS-06).
  if (state === 'listed' && blocked.has(id)) return accessReasons.blocked;
  return accessType === 'subscription' && state === 'listed' ? accessReasons.subscription : accessReasons.purchase;
}

/**
 * Whether a resource exists for this member at all: it is listed, or the member owns it, or it is a draft and the
 * member runs the portal. What was withdrawn exists for its buyers alone.
 */
export function isVisible({ role, held }: AccessFacts, { id, state }: Standing): boolean {
  if (state === 'listed' || (state === 'draft' && role === 'administrator')) return true;
  return (held.get(id) ?? nothing).some(({ kind }) => kind === 'purchase');
}

/** The address of a tool as its configuration names it; null when it names none. */
export function toolUrlIn(configuration: unknown): string | null {
  if (typeof configuration !== 'object' || configuration === null) return null;
  const { toolUrl, url }: { toolUrl?: unknown; url?: unknown } = configuration;
  const [address] = [toolUrl, url].filter((value) => typeof value === 'string' && value !== '');
  return typeof address === 'string' ? address : null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** When a grant ends: a day (UTC) is still in it, an instant is not; null for never. */
export function endOf(expiresAt: string | null): Date | null {
  if (expiresAt === null) return null;
  const instant = new Date(expiresAt);
  return /^\d{4}-\d\d-\d\d$/.test(expiresAt) ? new Date(instant.getTime() + dayMs) : instant;
}
