import { expect, it } from 'vitest';
import {
  assignedText,
  dueText,
  isRefreshNear,
  lackingText,
  refreshesText,
  remindersText,
  shareText,
  shortened,
} from './display.ts';

const today = '2026-11-23';

it('LEARN-06 says when an assignment is due, and since when it is overdue', () => {
  expect(dueText({ dueOn: '2026-11-23', status: 'not_started' }, today)).toBe('Due 23 November 2026, today');
  expect(dueText({ dueOn: '2026-11-24', status: 'not_started' }, today)).toBe('Due 24 November 2026, tomorrow');
  expect(dueText({ dueOn: '2026-12-14', status: 'in_progress' }, today)).toBe('Due 14 December 2026, in 21 days');
  expect(dueText({ dueOn: '2026-10-09', status: 'overdue' }, today)).toBe('Overdue since 9 October 2026');
});

it('LEARN-03 says how many of four reminders there were, and when the next or last one is', () => {
  expect(remindersText({ overdueReminders: 0, lastReminderOn: null })).toBe('');
  expect(remindersText({ overdueReminders: 2, lastReminderOn: '2026-11-14' })).toBe('2 of 4, next 21 Nov 2026');
  expect(remindersText({ overdueReminders: 4, lastReminderOn: '2026-11-06' })).toBe('4 of 4, last 6 Nov 2026');
});

it('LEARN-06 never rounds a share up to all', () => {
  expect(shareText({ completed: 199, assigned: 200 })).toBe('99%');
  expect(shareText({ completed: 200, assigned: 200 })).toBe('100%');
  expect(shareText({ completed: 0, assigned: 0 })).toBe('');
});

it('LEARN-02 offers to complete a resource again in the 30 days before its refresh', () => {
  expect(isRefreshNear({ status: 'completed', validUntil: '2026-12-23' }, today)).toBe(true);
  expect(isRefreshNear({ status: 'completed', validUntil: '2026-12-24' }, today)).toBe(false);
  expect(isRefreshNear({ status: 'completed', validUntil: null }, today)).toBe(false);
});

it('LEARN-01 names assignments that stay and people without a seat, or nothing', () => {
  expect(assignedText({ alreadyAssigned: 0, withoutSeat: 0 })).toBeUndefined();
  expect(assignedText({ alreadyAssigned: 2, withoutSeat: 1 })).toBe(
    '2 were already assigned and stay as they are. 1 person has no seat yet for something you assigned.',
  );
  expect(assignedText({ alreadyAssigned: 0, withoutSeat: 12 })).toBe(
    '12 people have no seat yet for something you assigned.',
  );
});

it('LEARN-06 names one refresh of a resource, and says when they differ', () => {
  expect(refreshesText([null])).toBe('Once');
  expect(refreshesText([12])).toBe('Every 12 months');
  expect(refreshesText([null, 6])).toBe('Differs');
});

it('LEARN-06 shortens long titles after a word', () => {
  expect(shortened('AI Use Intake Form', 20)).toBe('AI Use Intake Form');
  expect(shortened('Responsible AI Readiness Assessment', 20)).toBe('Responsible AI…');
  expect(shortened('Unbreakablesinglewordtitle', 20)).toBe('Unbreakablesinglewor…');
});

it('LEARN-08 names the first people without a seat, and says how many there are', () => {
  expect(lackingText({ people: 1, names: ['Ada Byron'] })).toBe('Ada Byron has no seat yet.');
  expect(lackingText({ people: 5, names: ['Ada', 'Sam', 'Kit'] })).toBe('Ada, Sam, Kit and 2 more have no seat yet.');
});
