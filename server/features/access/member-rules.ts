import type { OpenReason } from '#contract/access-admin.ts';
import type { AccessType } from '#contract/catalogue.ts';
import type { AccessTerms } from '#server/features/catalogue/rules.ts';
import { decideAccess, type Entitlement, type Entitlements } from './rules.ts';

/** The one reason that is shown of a resource; `given` is what opens it, null of a blocked one. */
export type Shown = { reason: OpenReason; given: Entitlement | null };

/** The reason that counts first; null when the member cannot open it and nothing was taken away. */
export function shownReason(entitlements: Entitlements, resource: AccessTerms): Shown | null {
  const [given] = decideAccess(entitlements, resource).because;
  if (given) return { reason: given.kind, given };
  return entitlements.blocked.has(resource.id) ? { reason: 'blocked', given: null } : null;
}

/** The resources that a member has or lacks by name: bought, granted, assigned or blocked. */
export function namedIds({ byResource, blocked }: Entitlements): number[] {
  return [...new Set([...byResource.keys(), ...blocked])];
}

const accessTypes: readonly AccessType[] = ['free', 'purchase', 'subscription'];

/** What opens all other listed resources of an access type. */
export function reasonsByType(entitlements: Entitlements): Map<AccessType, Shown> {
  const found = accessTypes.flatMap((accessType) => {
    // No resource has the id 0: what opens this one opens each that is not named.
    const shown = shownReason(entitlements, { id: 0, accessType, state: 'listed' });
    return shown ? [[accessType, shown] as const] : [];
  });
  return new Map(found);
}

/** The same entitlements as if a purchase had never been. */
export function withoutPurchase(entitlements: Entitlements, purchaseId: number): Entitlements {
  const rest = [...entitlements.byResource].map(
    ([id, given]) => [id, given.filter((one) => one.kind !== 'purchase' || one.purchaseId !== purchaseId)] as const,
  );
  return { ...entitlements, byResource: new Map(rest) };
}

const order: readonly OpenReason[] = ['purchase', 'grant', 'seat', 'blocked', 'subscription', 'free', 'administrator'];

/** The order of the list: what was given by name comes first. */
export const placeOf = (reason: OpenReason) => order.indexOf(reason);
