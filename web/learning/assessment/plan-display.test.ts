import { expect, test } from 'vitest';
import type { RecommendedAction } from '#contract/learning/assessment.ts';
import { actionsWith, doneText, dueText, groupsByDay, planOf } from './plan-display.ts';

function actionOf(id: string, entry: RecommendedAction['entry']): RecommendedAction {
  return {
    id,
    text: id,
    principle: 'responsible',
    phase: 'phase_2_design_plan',
    role: 'policy_lead',
    questionId: 'q',
    questionTitle: 'Question',
    sectionTitle: 'Section',
    level: 'initial',
    holdsBack: false,
    entry,
    fit: 'none',
    resources: [],
  };
}
const due = (dueOn: string | null, doneAt: string | null = null) => ({ owner: null, dueOn, doneAt });

test('PLAN-03 the plan holds the added actions, by day: overdue, within a week, later, without a day', () => {
  const plan = planOf([
    actionOf('none', due(null)),
    actionOf('not added', null),
    actionOf('later', due('2026-11-30')),
    actionOf('last day of the week', due('2026-11-29')),
    actionOf('today', due('2026-11-23')),
    actionOf('overdue', due('2026-11-22')),
  ]);
  expect(plan).toHaveLength(5);
  const groups = groupsByDay(plan, '2026-11-23');
  expect(groups.map(({ title, isUrgent, actions }) => [title, isUrgent, actions.map(({ id }) => id)])).toEqual([
    ['Overdue', true, ['overdue']],
    ['Due within a week', true, ['today', 'last day of the week']],
    ['Later', false, ['later']],
    ['No due date', false, ['none']],
  ]);
  expect(groupsByDay([], '2026-11-23')).toEqual([]);
});

test('PLAN-03 a due date names its weekday, and its year when that is another one', () => {
  expect(dueText('2026-11-27', '2026-11-23')).toBe('Fri 27 Nov');
  expect(dueText('2027-01-15', '2026-11-23')).toBe('15 Jan 2027');
});

test('PLAN-03 the plan counts what is done', () => {
  const plan = planOf([actionOf('a', due(null, '2026-11-20T08:00:00Z')), actionOf('b', due(null))]);
  expect(doneText(plan)).toBe('1 of 2 done');
});

test('DETAIL-25 the actions of the plan that a resource helps with are found, those outside the plan are not', () => {
  const helpful = { id: 7 } as RecommendedAction['resources'][number];
  const helped = (id: string, entry: RecommendedAction['entry']) => ({ ...actionOf(id, entry), resources: [helpful] });
  const actions = [actionOf('other', due(null)), helped('planned', due(null)), helped('not added', null)];
  expect(actionsWith(actions, 7).map(({ id }) => id)).toEqual(['planned']);
  expect(actionsWith(actions, 8)).toEqual([]);
});
