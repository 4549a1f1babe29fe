import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessTypes } from '#contract/catalogue/catalogue.ts';
import { accessReasons } from '#contract/commerce/access.ts';
import {
  decideAccess,
  type Entitlements,
  isVisible,
  type ResourceEntitlement,
  type SeatEntitlement,
  type SubscriptionEntitlement,
  toolUrlIn,
} from './rules.ts';

const noEntitlements: Entitlements = {
  role: 'user',
  byResource: new Map(),
  subscription: null,
  planSeat: null,
  blocked: new Set(),
};
const administrator: Entitlements = { ...noEntitlements, role: 'administrator' };
const purchase: ResourceEntitlement = { kind: 'purchase', purchaseId: 4 };
const grant: ResourceEntitlement = { kind: 'grant', grantId: 9, expiresAt: null };
const seat: SeatEntitlement = { kind: 'seat', organisationId: 5, seatId: 8 };
const holding = (...entitlements: ResourceEntitlement[]): Entitlements => ({
  ...noEntitlements,
  byResource: new Map([[1, entitlements]]),
});

const subscribedAs = (fields: Partial<SubscriptionEntitlement>, more: Partial<Entitlements> = {}): Entitlements => ({
  ...noEntitlements,
  subscription: {
    subscriptionId: 3,
    status: 'active',
    isSuspended: false,
    isPaused: false,
    isInGrace: false,
    ...fields,
  },
  ...more,
});

const free = { id: 1, accessType: 'free', state: 'listed' } as const;
const paid = { id: 1, accessType: 'purchase', state: 'listed' } as const;
const subscribed = { id: 1, accessType: 'subscription', state: 'listed' } as const;
const draft = { ...paid, state: 'draft' } as const;
const withdrawn = { ...paid, state: 'withdrawn' } as const;

describe('refusals', () => {
  it('ACCESS-03 refuses a purchase resource without a purchase or grant', () => {
    expect(decideAccess(noEntitlements, paid)).toEqual({
      hasAccess: false,
      code: 'access.purchase-required',
      reason: 'Purchase required',
      because: [],
    });
  });

  it('ACCESS-04 refuses a subscription resource without a subscription or grant', () => {
    expect(decideAccess(noEntitlements, subscribed)).toEqual({
      hasAccess: false,
      code: 'access.subscription-required',
      reason: 'Active subscription required',
      because: [],
    });
  });

  it('ACCESS-19 refuses an unlisted resource without a purchase, even when it is free or granted', () => {
    for (const accessType of accessTypes) {
      for (const resource of [
        { ...draft, accessType },
        { ...withdrawn, accessType },
      ]) {
        expect(decideAccess(holding(grant), resource).hasAccess).toBe(false);
        expect(isVisible(holding(grant), resource)).toBe(false);
      }
    }
  });

  it('ADM-RES-15 refuses a withdrawn resource to administrators', () => {
    expect(decideAccess(administrator, withdrawn).hasAccess).toBe(false);
    expect(isVisible(administrator, withdrawn)).toBe(false);
  });

  it('refuses a resource when only another one was bought or granted', () => {
    expect(decideAccess(holding(purchase, grant), { ...paid, id: 2 }).hasAccess).toBe(false);
    expect(isVisible(holding(purchase), { ...draft, id: 2 })).toBe(false);
  });
});

describe('access to one resource', () => {
  it('ACCESS-02 opens a free resource without an entitlement', () => {
    expect(decideAccess(noEntitlements, free)).toEqual({
      hasAccess: true,
      code: null,
      reason: '',
      because: [{ kind: 'free' }],
    });
  });

  it('ACCESS-03 ACCESS-04 a purchase or a grant opens a resource, and the decision names every entitlement that counted', () => {
    expect(decideAccess(holding(purchase), paid).because).toEqual([purchase]);
    expect(decideAccess(holding(grant), subscribed).because).toEqual([grant]);
    expect(decideAccess(holding(purchase, grant), subscribed)).toEqual({
      hasAccess: true,
      code: null,
      reason: '',
      because: [purchase, grant],
    });
    expect(decideAccess(holding(grant), free).because).toEqual([grant, { kind: 'free' }]);
  });

  it('ACCESS-19 a purchase opens an unlisted resource too, and only the purchase counts', () => {
    for (const resource of [draft, withdrawn]) {
      expect(decideAccess(holding(grant, purchase), resource).because).toEqual([purchase]);
      expect(isVisible(holding(purchase), resource)).toBe(true);
    }
  });

  it('ACCESS-21 opens every resource to administrators, drafts included', () => {
    for (const resource of [paid, subscribed, draft, { ...free, state: 'draft' } as const]) {
      expect(decideAccess(administrator, resource)).toEqual({
        hasAccess: true,
        code: null,
        reason: '',
        because: [{ kind: 'administrator' }],
      });
      expect(isVisible(administrator, resource)).toBe(true);
    }
  });
});

describe('access by subscription', () => {
  it('ACCESS-05 ACCESS-08 a paid or trial subscription opens every listed subscription resource', () => {
    for (const status of ['active', 'trialing']) {
      expect(decideAccess(subscribedAs({ status }), subscribed)).toEqual({
        hasAccess: true,
        code: null,
        reason: '',
        because: [{ kind: 'subscription', subscriptionId: 3 }],
      });
    }
  });

  it('ACCESS-16 an unpaid subscription opens nothing, except during its days of grace', () => {
    for (const status of ['past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'incomplete_expired']) {
      expect(decideAccess(subscribedAs({ status }), subscribed).reason).toBe('Active subscription required');
    }
    expect(decideAccess(subscribedAs({ status: 'past_due', isInGrace: true }), subscribed).hasAccess).toBe(true);
    expect(decideAccess(subscribedAs({ status: 'unpaid', isInGrace: true }), subscribed).hasAccess).toBe(false);
  });

  it('ACCESS-07 a suspended subscription opens nothing, and purchases still open their resources', () => {
    const suspended = subscribedAs({ isSuspended: true });
    expect(decideAccess(suspended, subscribed).reason).toBe('Active subscription required');
    const owner = subscribedAs({ isSuspended: true }, { byResource: new Map([[1, [purchase]]]) });
    expect(decideAccess(owner, paid).because).toEqual([purchase]);
    expect(decideAccess(owner, subscribed).because).toEqual([purchase]);
  });

  it('a subscription opens neither resources for purchase nor unlisted ones', () => {
    expect(decideAccess(subscribedAs({}), paid).reason).toBe('Purchase required');
    for (const state of ['draft', 'withdrawn'] as const) {
      expect(decideAccess(subscribedAs({}), { ...subscribed, state }).hasAccess).toBe(false);
    }
  });

  it('ACCESS-06 a block closes a resource, with or without a subscription', () => {
    const blocked = new Set([1]);
    for (const entitlements of [subscribedAs({}, { blocked }), { ...noEntitlements, blocked }]) {
      expect(decideAccess(entitlements, subscribed)).toEqual({
        hasAccess: false,
        code: 'access.blocked',
        reason: 'Resource access blocked by administrator',
        because: [],
      });
    }
    expect(decideAccess(subscribedAs({}, { blocked }), { ...subscribed, id: 2 }).hasAccess).toBe(true);
  });

  it('ACCESS-20 a grant or a purchase opens a blocked resource, and a free resource needs neither', () => {
    for (const entitlement of [grant, purchase]) {
      const entitlements = subscribedAs({}, { blocked: new Set([1]), byResource: new Map([[1, [entitlement]]]) });
      expect(decideAccess(entitlements, subscribed).because).toEqual([entitlement]);
    }
    expect(decideAccess({ ...noEntitlements, blocked: new Set([1]) }, free).hasAccess).toBe(true);
    expect(decideAccess({ ...administrator, blocked: new Set([1]) }, subscribed).hasAccess).toBe(true);
  });
});

describe('access by a seat', () => {
  it('SEAT-05 a seat opens what it is for and nothing else, and an own purchase comes first', () => {
    expect(decideAccess(holding(seat), paid).because).toEqual([seat]);
    expect(decideAccess(holding(seat), subscribed).because).toEqual([seat]);
    expect(decideAccess(holding(seat), { ...paid, id: 2 }).hasAccess).toBe(false);
    expect(decideAccess(holding(purchase, seat), paid).because).toEqual([purchase, seat]);
  });

  it('SEAT-05 ACCESS-19 a seat opens its resource also when it is no longer listed, as a purchase does', () => {
    for (const resource of [draft, withdrawn]) {
      expect(decideAccess(holding(grant, seat), resource).because).toEqual([seat]);
      expect(isVisible(holding(seat), resource)).toBe(true);
    }
  });

  it('SEAT-05 ACCESS-05 a seat of the plan opens what a subscription opens, beside an own one, and no blocked resource', () => {
    const seated = { ...noEntitlements, planSeat: seat };
    expect(decideAccess(seated, subscribed).because).toEqual([seat]);
    expect(decideAccess(seated, paid).reason).toBe('Purchase required');
    expect(decideAccess(seated, { ...subscribed, state: 'draft' }).hasAccess).toBe(false);
    expect(decideAccess(subscribedAs({}, { planSeat: seat }), subscribed).because).toEqual([
      { kind: 'subscription', subscriptionId: 3 },
      seat,
    ]);
    expect(decideAccess(subscribedAs({ isSuspended: true }, { planSeat: seat }), subscribed).because).toEqual([seat]);
    expect(decideAccess({ ...seated, blocked: new Set([1]) }, subscribed).code).toBe('access.blocked');
  });
});

describe('every decision', () => {
  const entitlements = fc.record({
    role: fc.constantFrom('user' as const, 'administrator' as const),
    byResource: fc.array(fc.tuple(fc.nat(3), fc.subarray([purchase, grant, seat]))).map((entries) => new Map(entries)),
    subscription: fc.option(
      fc.record({
        subscriptionId: fc.constant(3),
        status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'),
        isSuspended: fc.boolean(),
        isPaused: fc.boolean(),
        isInGrace: fc.boolean(),
      }),
    ),
    planSeat: fc.option(fc.constant(seat)),
    blocked: fc.array(fc.nat(3)).map((ids) => new Set(ids)),
  });
  const resources = fc.record({
    id: fc.nat(3),
    accessType: fc.constantFrom(...accessTypes),
    state: fc.constantFrom('listed' as const, 'draft' as const, 'withdrawn' as const),
  });

  it('ACCESS-01 every refusal, and only a refusal, has a reason that cards understand', () => {
    fc.assert(
      fc.property(entitlements, resources, (known, resource) => {
        const { hasAccess, reason, because } = decideAccess(known, resource);
        expect(hasAccess).toBe(because.length > 0);
        expect(reason === '').toBe(hasAccess);
        if (!hasAccess) expect(Object.values(accessReasons)).toContain(reason);
      }),
    );
  });

  it('never opens a resource that is not visible to the member', () => {
    fc.assert(
      fc.property(entitlements, resources, (known, resource) => {
        if (decideAccess(known, resource).hasAccess) expect(isVisible(known, resource)).toBe(true);
      }),
    );
  });

  it('another entitlement never takes access away', () => {
    fc.assert(
      fc.property(entitlements, resources, fc.constantFrom(purchase, grant, seat), (known, resource, more) => {
        const byResource = new Map(known.byResource).set(resource.id, [
          ...(known.byResource.get(resource.id) ?? []),
          more,
        ]);
        const before = decideAccess(known, resource);
        const after = decideAccess({ ...known, byResource }, resource);
        expect(after.hasAccess || !before.hasAccess).toBe(true);
        expect(after.because.length).toBeGreaterThanOrEqual(before.because.length);
      }),
    );
  });

  it('the decision depends only on the entitlements and blocks of this resource', () => {
    fc.assert(
      fc.property(entitlements, resources, (known, resource) => {
        const own = new Map([...known.byResource].filter(([id]) => id === resource.id));
        const blocked = new Set([...known.blocked].filter((id) => id === resource.id));
        expect(decideAccess({ ...known, byResource: own, blocked }, resource)).toEqual(decideAccess(known, resource));
      }),
    );
  });
});

it('reads the address of a tool from its configuration', () => {
  expect(toolUrlIn({ toolUrl: 'https://a.example', url: 'https://b.example' })).toBe('https://a.example');
  expect(toolUrlIn({ url: 'https://b.example' })).toBe('https://b.example');
  for (const none of [{}, null, 'text', [], { toolUrl: '' }, { toolUrl: 7, url: null }]) {
    expect(toolUrlIn(none)).toBeNull();
  }
});
