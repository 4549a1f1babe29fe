import type { AccessDecision } from '#contract/access.ts';
import type { AccessType } from '#contract/catalogue.ts';

/** The words of a card (ACCESS-14). */
export type CardLabel = 'Available' | 'Purchase Required' | 'Subscription Required';

/** The words of the detail page's badge. */
export type AccessBadge =
  | 'You have access'
  | 'Purchase Required'
  | 'Subscription Required'
  | 'You do not have access'
  | 'Access Required';

// The reasons of contract/access.ts, written out so that the first load brings no shapes for three sentences;
// the type keeps them right.
const reasons: typeof import('#contract/access.ts').accessReasons = {
  purchase: 'Purchase required',
  subscription: 'Active subscription required',
  blocked: 'Resource access blocked by administrator',
};
const otherSubscriptionReason = 'Subscription required';

const labelsByType: Record<AccessType, CardLabel> = {
  free: 'Available',
  purchase: 'Purchase Required',
  subscription: 'Subscription Required',
};

/**
 * What a card says about access (ACCESS-10 to ACCESS-14, ACCESS-22).
 * @param decision the server's answer; undefined while there is none, then the access type speaks
 */
export function cardLabel(accessType: AccessType, decision: AccessDecision | undefined): CardLabel {
  if (!decision) return labelsByType[accessType];
  const { hasAccess, reason } = decision;
  if (hasAccess) return 'Available';
  if (reason === reasons.blocked) return requiredFor(accessType);
  if (reason === reasons.purchase) return 'Purchase Required';
  if (reason === reasons.subscription || reason.includes(otherSubscriptionReason)) return 'Subscription Required';
  return labelsByType[accessType];
}

/** What the badge of the detail page says (DETAIL-14 to DETAIL-17). */
export function accessBadge(accessType: AccessType, { hasAccess, reason }: AccessDecision): AccessBadge {
  if (hasAccess) return 'You have access';
  if (reason === reasons.blocked) return requiredFor(accessType);
  if (reason === reasons.purchase) return 'Purchase Required';
  if (reason === reasons.subscription) return 'Subscription Required';
  if (reason.includes(otherSubscriptionReason)) return 'You do not have access';
  return 'Access Required';
}

function requiredFor(accessType: AccessType) {
  return accessType === 'subscription' ? 'Subscription Required' : 'Purchase Required';
}
