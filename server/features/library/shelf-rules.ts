import { decideAccess, type Entitlements } from '#server/features/access/rules.ts';
import type { AccessTerms } from '#server/features/catalogue/rules.ts';

/** What a member holds for good: by a purchase, or a resource for sale by a grant. */
export type Holding = { resourceId: number; purchaseId: number | null; grantId: number | null };

/** The resources of the Purchased tab: what was bought, and what is for sale and was granted (MYRES-09). */
export function purchasedOf(entitlements: Entitlements, resources: readonly AccessTerms[]): Holding[] {
  return resources.flatMap((resource): Holding[] => {
    const { because } = decideAccess(entitlements, resource);
    const purchase = because.find(({ kind }) => kind === 'purchase');
    if (purchase?.kind === 'purchase') {
      return [{ resourceId: resource.id, purchaseId: purchase.purchaseId, grantId: null }];
    }
    const grant = because.find(({ kind }) => kind === 'grant');
    if (grant?.kind !== 'grant' || resource.accessType !== 'purchase') return [];
    return [{ resourceId: resource.id, purchaseId: null, grantId: grant.grantId }];
  });
}

/** Listed resources of one access type: all of them, or none, but for the exceptions. */
export type Selection = { accessType: 'subscription' | 'free'; opensAll: boolean; exceptions: number[] };

export const everythingFree: Selection = { accessType: 'free', opensAll: true, exceptions: [] };

/** No resource has this id: access to it means access to every resource that is neither owned nor blocked. */
const anyId = 0;

/**
 * The resources of the Subscribed tab (MYRES-09): the decision is the same for all subscription resources but those
 * that the member holds or that are blocked, which are decided one by one.
 */
export function subscribedOf(entitlements: Entitlements): Selection {
  const isOpen = (id: number) =>
    decideAccess(entitlements, { id, accessType: 'subscription', state: 'listed' }).hasAccess;
  const opensAll = isOpen(anyId);
  const exceptions = [...new Set([...entitlements.byResource.keys(), ...entitlements.blocked])].filter(
    (id) => isOpen(id) !== opensAll,
  );
  return { accessType: 'subscription', opensAll, exceptions };
}
