import { expect, it } from 'vitest';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import { checkStanding, nextCheckOf } from '../learning/display.ts';
import { assignedAction, dueOf, toolToContinue } from './assigned-display.ts';

it('DASH-16 says when an assignment is due, and what its button does', () => {
  const today = '2026-11-23';
  const due = (dueOn: string | null, status: OwnAssignment['status'] = 'not_started') =>
    dueOf({ dueOn, status }, today);
  expect(due('2026-11-20', 'overdue')).toEqual({ text: 'Overdue since Fri 20 Nov', tone: 'overdue' });
  expect(due(today)).toEqual({ text: 'Due today', tone: 'soon' });
  expect(due('2026-11-30')).toEqual({ text: 'Due Mon 30 Nov', tone: 'soon' });
  expect(due('2027-01-01')).toEqual({ text: 'Due 1 Jan 2027', tone: 'later' });
  expect(due(null)).toEqual({ text: 'No due date', tone: 'later' });
  const own = { resourceId: 7, type: 'report' } as const;
  const begun = { ...own, canConfirm: false, completionPercentage: 30, status: 'in_progress', check: null } as const;
  expect(assignedAction(begun)).toBe('Continue');
  expect(assignedAction({ ...begun, canConfirm: true })).toBe('Confirm');
  expect(assignedAction({ ...begun, completionPercentage: 100 })).toBe('Open');
  expect(assignedAction({ ...begun, completionPercentage: 0, status: 'overdue' })).toBe('Start');
});

it('DASH-16 continues a begun tool that the member can open, and leads to its page otherwise', () => {
  const begun = { canConfirm: false, completionPercentage: 30, status: 'in_progress', check: null } as const;
  const tool = { ...begun, resourceId: 3, type: 'online_tool', onlineProductId: 5, canOpen: true } as const;
  expect(toolToContinue(tool)).toEqual({ id: 3, onlineProductId: 5 });
  expect(toolToContinue({ ...tool, canOpen: false })).toBeNull();
  expect(toolToContinue({ ...tool, onlineProductId: null })).toBeNull();
  expect(toolToContinue({ ...tool, type: 'report' })).toBeNull();
  expect(toolToContinue({ ...tool, canConfirm: true })).toBeNull();
  expect(toolToContinue({ ...tool, completionPercentage: 0, status: 'not_started' })).toBeNull();
});

it('CHECK-07 leads to the check once the resource is read, and names its state', () => {
  const check = { passed: false, attempts: 0, bestPercent: null };
  const read = {
    resourceId: 7,
    type: 'report',
    canConfirm: false,
    completionPercentage: 100,
    status: 'in_progress',
    check,
  } as const;
  expect(assignedAction({ ...read, check: null })).toBe('Open');
  expect(assignedAction({ ...read, check: { ...check, passed: true } })).toBe('Open');
  expect(assignedAction({ ...read, completionPercentage: 40 })).toBe('Continue');
  expect(assignedAction(read)).toBe('Take the check');
  expect(assignedAction({ ...read, completionPercentage: 40, check: { ...check, attempts: 1 } })).toBe(
    'Take the check',
  );
  expect(checkStanding({ ...read, check: null })).toBeNull();
  expect(checkStanding(read)).toBe('With a knowledge check');
  expect(checkStanding({ ...read, check: { ...check, attempts: 2, bestPercent: 75 } })).toBe(
    'Check not passed yet, 2 attempts, best score 75%',
  );
  expect(checkStanding({ ...read, status: 'completed', check: { passed: true, attempts: 2, bestPercent: 90 } })).toBe(
    'Check passed, 2 attempts, best score 90%',
  );
  expect(checkStanding({ ...read, check: { ...check, attempts: 1 } })).toBe('Check not passed yet, 1 attempt');
  expect(checkStanding({ ...read, status: 'completed' })).toBe('Completed without a check');
});

it('DASH-16 PATH-02 the next step of a path decides its button, whatever the path’s own check', () => {
  const check = { passed: false, attempts: 1, bestPercent: 40 };
  const path = {
    resourceId: 7,
    type: 'path',
    canConfirm: false,
    completionPercentage: 33,
    status: 'in_progress',
  } as const;
  const next = { number: 3, required: 6, kind: 'check', title: '', questions: 8, checkOf: 7 } as const;
  const reading = { ...next, kind: 'resource', title: 'A guide', questions: null, checkOf: null } as const;
  const of = (nextStep: OwnAssignment['nextStep']) => ({ ...path, check, nextStep });
  expect([next, { ...next, checkOf: 3 }, reading, null].map((step) => assignedAction(of(step)))).toEqual([
    'Take the check',
    'Take the check',
    'Continue',
    'Continue',
  ]);
  expect([next, { ...next, checkOf: 3 }, reading].map((step) => nextCheckOf(of(step)))).toEqual([7, 3, null]);
  expect(nextCheckOf({ ...of(next), canConfirm: true })).toBeNull();
});
