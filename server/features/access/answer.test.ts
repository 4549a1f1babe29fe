import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ResourceAccess } from '#contract/access.ts';
import { accessTypes } from '#contract/catalogue.ts';
import { fillTemplate, makeTemplate, templateKeyOf } from './answer.ts';
import { type AccessFacts, decideAccess, type ResourceFact } from './rules.ts';

const purchase: ResourceFact = { kind: 'purchase', purchaseId: 4 };
const grant: ResourceFact = { kind: 'grant', grantId: 9, expiresAt: null };
const standings = (state: 'listed' | 'draft') =>
  fc.uniqueArray(
    fc.record({ id: fc.nat(12), accessType: fc.constantFrom(...accessTypes), state: fc.constant(state) }),
    {
      selector: ({ id }) => id,
    },
  );
const facts: fc.Arbitrary<AccessFacts> = fc.record({
  role: fc.constantFrom('user' as const, 'administrator' as const),
  held: fc.array(fc.tuple(fc.nat(14), fc.subarray([purchase, grant]))).map((entries) => new Map(entries)),
  subscription: fc.option(
    fc.record({
      subscriptionId: fc.constant(3),
      status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'incomplete'),
      isSuspended: fc.boolean(),
      isInGrace: fc.boolean(),
    }),
  ),
  blocked: fc.array(fc.nat(14)).map((ids) => new Set(ids)),
});

it('ACCESS-09 says of all resources what is said of each, whatever a member holds or has subscribed to', () => {
  fc.assert(
    fc.property(standings('listed'), standings('draft'), facts, facts, (listed, own, known, others) => {
      fc.pre(templateKeyOf(known) === templateKeyOf(others));
      const template = makeTemplate(others, listed);
      const answer: unknown[] = JSON.parse(Buffer.concat(fillTemplate(template, known, own)).toString());
      const expected = [...listed, ...own].map((resource) => {
        const { hasAccess, reason } = decideAccess(known, resource);
        return { resourceId: resource.id, hasAccess, reason };
      });
      expect(answer).toEqual(expected);
      for (const decision of answer) expect(ResourceAccess.parse(decision)).toEqual(decision);
    }),
  );
});
