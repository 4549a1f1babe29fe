import { expect, test } from 'vitest';
import { allUsers, readUserState, userQueryOf } from './address.ts';
import { shownText } from './display.ts';

test('ADM-USER-02 the address says what the table is narrowed to', () => {
  const state = { search: 'okon', organization: 'quay', role: 'administrator', page: 3 } as const;
  expect(readUserState({ search: ' okon ', organization: 'quay', role: 'administrator', page: '3' })).toEqual(state);
  expect(readUserState({ role: 'owner', page: '-1' })).toEqual(allUsers);
  expect(userQueryOf(state)).toEqual({ tab: 'users', ...state });
  expect(userQueryOf(allUsers)).toEqual({ tab: 'users', search: '', organization: '', role: undefined });
});

test('how much of all is shown', () => {
  expect([shownText(8, 271), shownText(1, 1)]).toEqual(['8 of 271 users', '1 of 1 user']);
});
