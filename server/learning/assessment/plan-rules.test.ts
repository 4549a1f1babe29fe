import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessTypes, rappPhases, rappPrinciples, roleAffiliations } from '#contract/catalogue/catalogue.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { type Candidate, type Cost, costOf, matchResources, rankActions } from './plan-rules.ts';
import { type FullAnswers, questionsOf, rankOf, scoreOverall } from './rules.ts';

const content = usualContent.assessment;
const questions = questionsOf(content);
const actions = questions.flatMap((question) => Object.values(question.actions).flat());
const level = fc.constantFrom(...assessmentLevels);
const answersArbitrary: fc.Arbitrary<FullAnswers> = fc.record(
  Object.fromEntries(questions.map(({ id }) => [id, level])),
);
const planOf = (answers: FullAnswers) => rankActions(content, answers, scoreOverall(content, answers).heldBackBy);

const resource: fc.Arbitrary<Candidate & { cost: Cost }> = fc.record({
  id: fc.integer({ min: 1, max: 10_000 }),
  title: fc.string({ maxLength: 4 }),
  accessType: fc.constantFrom(...accessTypes),
  price: fc.option(fc.integer({ min: 0, max: 50 })),
  monthlyPrice: fc.option(fc.integer({ min: 0, max: 50 })),
  annualPrice: fc.constant(null),
  rappPrinciples: fc.subarray([...rappPrinciples]),
  rappImplementationPhase: fc.subarray([...rappPhases]),
  roleAffiliations: fc.subarray([...roleAffiliations]),
  cost: fc.constantFrom<Cost>('owned', 'free', 'plan', 'price'),
});
const catalogue = fc.uniqueArray(resource, { selector: ({ id }) => id, maxLength: 40 });
const shownCost = ({ cost }: { cost: Cost }) => cost;

it('ASSESS-16 recommends an action for every answer below advanced', () => {
  fc.assert(
    fc.property(answersArbitrary, (answers) => {
      const plan = planOf(answers);
      for (const { id } of questions.filter((question) => answers[question.id] !== 'advanced')) {
        const own = plan.filter(({ question }) => question.id === id);
        expect(own.length).toBeGreaterThan(0);
        for (const { level: one } of own) expect(one).toBe(answers[id]);
      }
      expect(new Set(plan.map(({ action }) => action.id)).size).toBe(plan.length);
    }),
  );
});

it('orders the plan: what holds back the band, then lower levels, then earlier phases, then the questions', () => {
  fc.assert(
    fc.property(answersArbitrary, (answers) => {
      const holders = scoreOverall(content, answers).heldBackBy.map(({ question }) => question.id);
      const keys = planOf(answers).map(({ question, level: one, action }) => [
        holders.includes(question.id) ? 0 : 1,
        rankOf(one),
        rappPhases.indexOf(action.phase),
        questions.indexOf(question),
        actions.indexOf(action),
      ]);
      const texts = keys.map((key) => key.map((part) => String(part).padStart(3, '0')).join(' '));
      expect(texts).toEqual(texts.toSorted());
    }),
  );
});

it('gives the same order on every run, whatever the order of answers and resources', () => {
  fc.assert(
    fc.property(answersArbitrary, catalogue, fc.constantFrom(...actions), (answers, resources, action) => {
      const reversed = Object.fromEntries(Object.entries(answers).toReversed());
      expect(planOf(reversed)).toEqual(planOf(answers));
      expect(matchResources(action, resources.toReversed(), shownCost)).toEqual(
        matchResources(action, resources, shownCost),
      );
    }),
  );
});

it('lists only resources that share the tags it says, and a weaker fit only when nothing fits better', () => {
  fc.assert(
    fc.property(catalogue, fc.constantFrom(...actions), (resources, action) => {
      const { fit, resources: listed } = matchResources(action, resources, shownCost);
      const sharesPhase = (one: Candidate) => one.rappImplementationPhase.includes(action.phase);
      const sharesTwo = (one: Candidate) => sharesPhase(one) && one.rappPrinciples.includes(action.principle);
      const sharesAll = (one: Candidate) => sharesTwo(one) && one.roleAffiliations.includes(action.role);
      const best = resources.some(sharesAll) ? sharesAll : resources.some(sharesTwo) ? sharesTwo : sharesPhase;
      expect(fit).toBe(
        !resources.some(sharesPhase)
          ? 'none'
          : best === sharesAll
            ? 'principle-phase-role'
            : best === sharesTwo
              ? 'principle-phase'
              : 'phase',
      );
      for (const one of listed) expect(best(one)).toBe(true);
      expect(listed.length > 0).toBe(resources.some(sharesPhase));
    }),
  );
});

it('never puts something to pay for above something free of the same fit', () => {
  fc.assert(
    fc.property(catalogue, fc.constantFrom(...actions), (resources, action) => {
      const { fit, resources: listed } = matchResources(action, resources, shownCost);
      const paid = listed.findIndex(({ cost }) => cost === 'price');
      if (paid < 0) return;
      expect(listed.slice(paid).every(({ cost }) => cost === 'price')).toBe(true);
      const unlisted = resources.filter((one) => one.cost !== 'price' && !listed.includes(one));
      for (const one of unlisted) expect(matchResources(action, [one], shownCost).fit).not.toBe(fit);
    }),
  );
});

it('marks a resource by why it is open: owned, free, in the plan, else with its price', () => {
  const open = (kind: 'free' | 'administrator') => ({
    hasAccess: true,
    code: null,
    reason: '',
    because: [{ kind }] as const,
  });
  const bought = { hasAccess: true, code: null, reason: '', because: [{ kind: 'purchase', purchaseId: 1 }] as const };
  const granted = {
    hasAccess: true,
    code: null,
    reason: '',
    because: [{ kind: 'grant', grantId: 1, expiresAt: null }] as const,
  };
  const inPlan = { hasAccess: true, code: null, reason: '', because: [] };
  const shut = {
    hasAccess: false,
    code: 'access.purchase-required',
    reason: 'Purchase required',
    because: [],
  } as const;
  expect(costOf({ accessType: 'free' }, open('free'))).toBe('free');
  expect(costOf({ accessType: 'subscription' }, inPlan)).toBe('plan');
  expect(costOf({ accessType: 'purchase' }, open('administrator'))).toBe('owned');
  for (const accessType of accessTypes) {
    expect(costOf({ accessType }, bought)).toBe('owned');
    expect(costOf({ accessType }, granted)).toBe('owned');
    expect(costOf({ accessType }, shut)).toBe('price');
  }
});
