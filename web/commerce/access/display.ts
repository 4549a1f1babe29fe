import type { AccessType } from '#contract/catalogue/catalogue.ts';

/** Labels of a card (ACCESS-14). */
export type CardLabel = 'Available' | 'Purchase Required' | 'Subscription Required';

/** Labels of the detail page's badge. */
export type AccessBadge =
  | 'You have access'
  | 'Purchase Required'
  | 'Subscription Required'
  | 'You do not have access'
  | 'Access Required';

/** Decision of the server, whose codes may be newer than this page. */
type Shown = { hasAccess: boolean; code: string | null };

const labelsByType: Record<AccessType, CardLabel> = {
  free: 'Available',
  purchase: 'Purchase Required',
  subscription: 'Subscription Required',
};

/**
 * Returns a card's label about access (ACCESS-10 to ACCESS-14, ACCESS-22).
 * @param decision the server's decision; undefined until it arrives, when the access type alone decides
 */
export function cardLabel(accessType: AccessType, decision: Shown | undefined): CardLabel {
  if (!decision) return labelsByType[accessType];
  const { hasAccess, code } = decision;
  if (hasAccess) return 'Available';
  if (code === 'access.blocked') return requiredFor(accessType);
  if (code === 'access.purchase-required') return 'Purchase Required';
  return isAboutSubscription(code) ? 'Subscription Required' : labelsByType[accessType];
}

/** Returns the label of the detail page's badge (DETAIL-14 to DETAIL-17). */
export function accessBadge(accessType: AccessType, { hasAccess, code }: Shown): AccessBadge {
  if (hasAccess) return 'You have access';
  if (code === 'access.blocked') return requiredFor(accessType);
  if (code === 'access.purchase-required') return 'Purchase Required';
  if (code === 'access.subscription-required') return 'Subscription Required';
  return isAboutSubscription(code) ? 'You do not have access' : 'Access Required';
}

/** Whether the code is about a subscription. The prefix also covers codes that a newer server may send. */
function isAboutSubscription(code: string | null): boolean {
  return code?.startsWith('access.subscription-') === true;
}

function requiredFor(accessType: AccessType) {
  return accessType === 'subscription' ? 'Subscription Required' : 'Purchase Required';
}
