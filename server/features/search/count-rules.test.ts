import { expect, it } from 'vitest';
import { countFitting, countsOf, type FoundCount } from './count-rules.ts';
import { bitsOfAny, noFilter } from './rules.ts';

const found: FoundCount[] = [
  {
    type: 'book',
    access_type: 'free',
    principles_bits: 3,
    phases: ['phase_1_discover_assess'],
    roles: [],
    resources: 5,
  },
  {
    type: 'report',
    access_type: 'free',
    principles_bits: 0,
    phases: ['phase_1_discover_assess', 'phase_2_design_plan'],
    roles: ['policy_lead'],
    resources: 7,
  },
  { type: 'report', access_type: 'purchase', principles_bits: 2, phases: [], roles: ['policy_lead'], resources: 11 },
];

it('each value counts what holds it, a resource of several values for each of them', () => {
  expect(countsOf(found, noFilter)).toEqual({
    type: { book: 5, report: 18 },
    accessType: { free: 12, purchase: 11 },
    rappPrinciples: { responsible: 5, adaptive: 16 },
    rappImplementationPhase: { phase_1_discover_assess: 12, phase_2_design_plan: 7 },
    roleAffiliations: { policy_lead: 18 },
  });
});

it('BROWSE-04 a group is restricted by the others and not by itself', () => {
  const filter = { ...noFilter, types: ['report' as const], principlesBits: bitsOfAny(['adaptive']) };
  const counts = countsOf(found, filter);
  expect(counts.type).toEqual({ book: 5, report: 11 });
  expect(counts.rappPrinciples).toEqual({ adaptive: 11 });
  expect(counts.accessType).toEqual({ purchase: 11 });
  expect(countFitting(found, filter)).toBe(11);
  expect(countsOf(found, { ...noFilter, roles: ['policy_lead'] }).rappImplementationPhase).toEqual({
    phase_1_discover_assess: 7,
    phase_2_design_plan: 7,
  });
});
