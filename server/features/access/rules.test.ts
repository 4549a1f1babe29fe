import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessReasons } from '#contract/access.ts';
import { accessTypes } from '#contract/catalogue.ts';
import {
  type AccessFacts,
  decideAccess,
  isVisible,
  type ResourceFact,
  type SubscriptionFact,
  toolUrlIn,
} from './rules.ts';

const nobody: AccessFacts = { role: 'user', held: new Map(), subscription: null, blocked: new Set() };
const administrator: AccessFacts = { ...nobody, role: 'administrator' };
const purchase: ResourceFact = { kind: 'purchase', purchaseId: 4 };
const grant: ResourceFact = { kind: 'grant', grantId: 9, expiresAt: null };
const holding = (...facts: ResourceFact[]): AccessFacts => ({ ...nobody, held: new Map([[1, facts]]) });

const subscribedAs = (fields: Partial<SubscriptionFact>, more: Partial<AccessFacts> = {}): AccessFacts => ({
  ...nobody,
  subscription: { subscriptionId: 3, status: 'active', isSuspended: false, isInGrace: false, ...fields },
  ...more,
});

const free = { id: 1, accessType: 'free', state: 'listed' } as const;
const paid = { id: 1, accessType: 'purchase', state: 'listed' } as const;
const subscribed = { id: 1, accessType: 'subscription', state: 'listed' } as const;
const draft = { ...paid, state: 'draft' } as const;
const withdrawn = { ...paid, state: 'withdrawn' } as const;

describe('who is refused', () => {
  it('ACCESS-03 a purchase resource without purchase or grant', () => {
    expect(decideAccess(nobody, paid)).toEqual({ hasAccess: false, reason: 'Purchase required', because: [] });
  });

  it('ACCESS-04 a subscription resource without subscription or grant', () => {
    expect(decideAccess(nobody, subscribed)).toEqual({
      hasAccess: false,
      reason: 'Active subscription required',
      because: [],
    });
  });

  it('ACCESS-19 an unlisted resource without a purchase, free or granted as it may be', () => {
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

  it('ADM-RES-15 administrators, once a resource is withdrawn', () => {
    expect(decideAccess(administrator, withdrawn).hasAccess).toBe(false);
    expect(isVisible(administrator, withdrawn)).toBe(false);
  });

  it('who holds something else', () => {
    expect(decideAccess(holding(purchase, grant), { ...paid, id: 2 }).hasAccess).toBe(false);
    expect(isVisible(holding(purchase), { ...draft, id: 2 })).toBe(false);
  });
});

describe('what opens a resource', () => {
  it('ACCESS-02 nothing is needed for a free one', () => {
    expect(decideAccess(nobody, free)).toEqual({ hasAccess: true, reason: '', because: [{ kind: 'free' }] });
  });

  it('ACCESS-03 ACCESS-04 a purchase or a grant, and every fact that counted is named', () => {
    expect(decideAccess(holding(purchase), paid).because).toEqual([purchase]);
    expect(decideAccess(holding(grant), subscribed).because).toEqual([grant]);
    expect(decideAccess(holding(purchase, grant), subscribed)).toEqual({
      hasAccess: true,
      reason: '',
      because: [purchase, grant],
    });
    expect(decideAccess(holding(grant), free).because).toEqual([grant, { kind: 'free' }]);
  });

  it('ACCESS-19 a purchase opens an unlisted one as well, and only the purchase counts', () => {
    for (const resource of [draft, withdrawn]) {
      expect(decideAccess(holding(grant, purchase), resource).because).toEqual([purchase]);
      expect(isVisible(holding(purchase), resource)).toBe(true);
    }
  });

  it('ACCESS-21 administrators open every resource, drafts included', () => {
    for (const resource of [paid, subscribed, draft, { ...free, state: 'draft' } as const]) {
      expect(decideAccess(administrator, resource)).toEqual({
        hasAccess: true,
        reason: '',
        because: [{ kind: 'administrator' }],
      });
      expect(isVisible(administrator, resource)).toBe(true);
    }
  });
});

describe('what a subscription opens', () => {
  it('ACCESS-05 ACCESS-08 every listed subscription resource, while it is paid or on trial', () => {
    for (const status of ['active', 'trialing']) {
      expect(decideAccess(subscribedAs({ status }), subscribed)).toEqual({
        hasAccess: true,
        reason: '',
        because: [{ kind: 'subscription', subscriptionId: 3 }],
      });
    }
  });

  it('ACCESS-16 nothing when it is not paid, and with days of grace only while they last', () => {
    for (const status of ['past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'incomplete_expired']) {
      expect(decideAccess(subscribedAs({ status }), subscribed).reason).toBe('Active subscription required');
    }
    expect(decideAccess(subscribedAs({ status: 'past_due', isInGrace: true }), subscribed).hasAccess).toBe(true);
    expect(decideAccess(subscribedAs({ status: 'unpaid', isInGrace: true }), subscribed).hasAccess).toBe(false);
  });

  it('ACCESS-07 nothing while it is suspended; what was bought stays', () => {
    const suspended = subscribedAs({ isSuspended: true });
    expect(decideAccess(suspended, subscribed).reason).toBe('Active subscription required');
    const owner = subscribedAs({ isSuspended: true }, { held: new Map([[1, [purchase]]]) });
    expect(decideAccess(owner, paid).because).toEqual([purchase]);
    expect(decideAccess(owner, subscribed).because).toEqual([purchase]);
  });

  it('neither resources for purchase nor what is not listed', () => {
    expect(decideAccess(subscribedAs({}), paid).reason).toBe('Purchase required');
    for (const state of ['draft', 'withdrawn'] as const) {
      expect(decideAccess(subscribedAs({}), { ...subscribed, state }).hasAccess).toBe(false);
    }
  });

  it('ACCESS-06 nor what an administrator blocked, whether or not there is a subscription', () => {
    const blocked = new Set([1]);
    for (const facts of [subscribedAs({}, { blocked }), { ...nobody, blocked }]) {
      expect(decideAccess(facts, subscribed)).toEqual({
        hasAccess: false,
        reason: 'Resource access blocked by administrator',
        because: [],
      });
    }
    expect(decideAccess(subscribedAs({}, { blocked }), { ...subscribed, id: 2 }).hasAccess).toBe(true);
  });

  it('ACCESS-20 a grant or a purchase opens what is blocked, and a free resource needs neither', () => {
    for (const fact of [grant, purchase]) {
      const facts = subscribedAs({}, { blocked: new Set([1]), held: new Map([[1, [fact]]]) });
      expect(decideAccess(facts, subscribed).because).toEqual([fact]);
    }
    expect(decideAccess({ ...nobody, blocked: new Set([1]) }, free).hasAccess).toBe(true);
    expect(decideAccess({ ...administrator, blocked: new Set([1]) }, subscribed).hasAccess).toBe(true);
  });
});

describe('every decision', () => {
  const facts = fc.record({
    role: fc.constantFrom('user' as const, 'administrator' as const),
    held: fc.array(fc.tuple(fc.nat(3), fc.subarray([purchase, grant]))).map((entries) => new Map(entries)),
    subscription: fc.option(
      fc.record({
        subscriptionId: fc.constant(3),
        status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'),
        isSuspended: fc.boolean(),
        isInGrace: fc.boolean(),
      }),
    ),
    blocked: fc.array(fc.nat(3)).map((ids) => new Set(ids)),
  });
  const resources = fc.record({
    id: fc.nat(3),
    accessType: fc.constantFrom(...accessTypes),
    state: fc.constantFrom('listed' as const, 'draft' as const, 'withdrawn' as const),
  });

  it('ACCESS-01 gives a reason exactly when it refuses, and one of those that cards understand', () => {
    fc.assert(
      fc.property(facts, resources, (known, resource) => {
        const { hasAccess, reason, because } = decideAccess(known, resource);
        expect(hasAccess).toBe(because.length > 0);
        expect(reason === '').toBe(hasAccess);
        if (!hasAccess) expect(Object.values(accessReasons)).toContain(reason);
      }),
    );
  });

  it('opens nothing that is not there for the member', () => {
    fc.assert(
      fc.property(facts, resources, (known, resource) => {
        if (decideAccess(known, resource).hasAccess) expect(isVisible(known, resource)).toBe(true);
      }),
    );
  });

  it('is never worse for holding more', () => {
    fc.assert(
      fc.property(facts, resources, fc.constantFrom(purchase, grant), (known, resource, more) => {
        const held = new Map(known.held).set(resource.id, [...(known.held.get(resource.id) ?? []), more]);
        const before = decideAccess(known, resource);
        const after = decideAccess({ ...known, held }, resource);
        expect(after.hasAccess || !before.hasAccess).toBe(true);
        expect(after.because.length).toBeGreaterThanOrEqual(before.because.length);
      }),
    );
  });

  it('depends on what is held and blocked of this resource alone', () => {
    fc.assert(
      fc.property(facts, resources, (known, resource) => {
        const own = new Map([...known.held].filter(([id]) => id === resource.id));
        const blocked = new Set([...known.blocked].filter((id) => id === resource.id));
        expect(decideAccess({ ...known, held: own, blocked }, resource)).toEqual(decideAccess(known, resource));
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
