import { expect, it } from 'vitest';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import { assignedAction, dueOf } from './assigned-display.ts';

it('DASH-16 says when an assignment is due, and what its button does', () => {
  const today = '2026-11-23';
  const due = (dueOn: string | null, status: OwnAssignment['status'] = 'not_started') =>
    dueOf({ dueOn, status }, today);
  expect(due('2026-11-20', 'overdue')).toEqual({ text: 'Overdue since Fri 20 Nov', tone: 'overdue' });
  expect(due(today)).toEqual({ text: 'Due today', tone: 'soon' });
  expect(due('2026-11-30')).toEqual({ text: 'Due Mon 30 Nov', tone: 'soon' });
  expect(due('2027-01-01')).toEqual({ text: 'Due 1 Jan 2027', tone: 'later' });
  expect(due(null)).toEqual({ text: 'No due date', tone: 'later' });
  const begun = { canConfirm: false, completionPercentage: 30, status: 'in_progress' } as const;
  expect(assignedAction(begun)).toBe('Continue');
  expect(assignedAction({ ...begun, canConfirm: true })).toBe('Confirm');
  expect(assignedAction({ ...begun, completionPercentage: 100 })).toBe('Open');
  expect(assignedAction({ ...begun, completionPercentage: 0, status: 'overdue' })).toBe('Start');
});
