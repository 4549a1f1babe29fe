import type {
  AccessEntitlement,
  AccessExplanation,
  Grant,
  OpenReason,
  OpenResource,
} from '#contract/commerce/access-admin.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { portalZone } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { shortDate } from '#web/dates.ts';
import { choice, listSearch, setting, text } from '#web/platform/search.ts';

/**
 * Returns the last day (UTC) before an instant, because a grant that lasts until the end of a day ends as the next day
 * begins.
 */
export const lastDayText = (end: string) => shortDate(new Date(Date.parse(end) - 1), portalZone);

export function grantStatus({ isActive, expiresAt }: Pick<Grant, 'isActive' | 'expiresAt'>, now: number) {
  if (!isActive) return 'Revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'Expired' : 'Active';
}

/** Returns a sentence about an entitlement that gives access. */
export function entitlementText(given: AccessEntitlement): string {
  const { kind, id, expiresAt, organisation, since, by, details } = given;
  const day = since ? ` on ${shortDate(since)}` : '';
  const until = expiresAt ? `, until ${lastDayText(expiresAt)}` : '';
  const sentences: Record<AccessEntitlement['kind'], string> = {
    purchase: `The member bought it${day} (purchase ${id}).`,
    grant: `${by ?? 'An administrator'} granted access${day}${until} (grant ${id})${details ? `: ${details}` : '.'}`,
    subscription: `The member has a running subscription (${id}).`,
    seat: `The member has a seat (${id}) of ${organisation}.`,
    free: 'The resource is free.',
    parts: 'The member can open every resource of the learning path.',
    administrator: 'Administrators can open every resource.',
  };
  return sentences[kind];
}

/** Returns further sentences about the decision: the reasons against access. */
export function otherReasons(found: AccessExplanation): string[] {
  const lines: string[] = [];
  if (found.state === 'draft') lines.push('The resource is a draft.');
  if (found.state === 'withdrawn') lines.push('The resource was withdrawn: only its buyers keep it.');
  if (found.isBlocked) lines.push('An administrator took it out of the subscription.');
  const isCounted = found.because.some(({ kind }) => kind === 'subscription');
  if (found.accessType === 'subscription' && !isCounted) {
    lines.push(
      found.subscriptionStatus === null
        ? 'This member has no subscription.'
        : `The subscription is ${found.subscriptionStatus.replaceAll('_', ' ')}.`,
    );
  }
  return lines;
}

/** Whether a subscription is active or on trial, and neither suspended nor paused; ignores days of grace. */
export function isRunning(subscription: Pick<Subscription, 'status' | 'temporarySuspended' | 'pause'> | null): boolean {
  if (!subscription || subscription.temporarySuspended || subscription.pause?.isRunning) return false;
  return subscription.status === 'active' || subscription.status === 'trialing';
}

/**
 * Returns the details of a reason, such as "22 Nov 2026, £32.00" or "Rowan Oakes, 3 Nov 2026: Shared account".
 * @param firstName of the member
 */
export function reasonDetails(open: OpenResource, firstName: string): string {
  const { reason, since, details, by, amount, currency } = open;
  const day = since && shortDate(since);
  if (reason === 'purchase') {
    const bundle = details && `in “${details}”`;
    return [day, amount !== null && currency ? formatMoney(amount, currency) : null, bundle].filter(Boolean).join(', ');
  }
  if (reason === 'grant' || reason === 'blocked') return `${by}, ${day}: ${details}`;
  if (reason === 'parts') return `Every part is open to ${firstName}`;
  return reason === 'seat' ? `Of ${details}` : '';
}

export function untilText({ reason, expiresAt }: Pick<OpenResource, 'reason' | 'expiresAt'>): string {
  if (reason === 'blocked') return 'Closed';
  if (expiresAt) return `Until ${lastDayText(expiresAt)}`;
  const words: Record<OpenReason, string> = {
    purchase: 'Permanent',
    grant: 'Without end',
    seat: 'While assigned',
    blocked: 'Closed',
    subscription: 'While it runs',
    free: 'Always',
    parts: 'While its parts are open',
    administrator: 'While in this role',
  };
  return words[reason];
}

export const reasonLabels: Record<OpenReason, string> = {
  purchase: 'Purchase',
  grant: 'Grant',
  seat: 'Seat',
  blocked: 'Blocked',
  subscription: 'Subscription',
  free: 'Free',
  parts: 'Its parts',
  administrator: 'Administrator',
};

// Safe because these are the keys of a Record of OpenReason.
const reasons = Object.keys(reasonLabels) as OpenReason[];

/** URL parameters of a member's page: the open tab, and the filters of the list of resources. */
export const memberSearch = listSearch(
  { search: text, reason: choice(reasons) },
  { tab: setting(['access', 'purchases', 'subscription', 'payments', 'audit'], 'access') },
);
export type AccessState = { search: string; reason: OpenReason | null; page: number };
