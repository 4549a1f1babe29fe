import { beforeEach, expect, test, vi } from 'vitest';
import { takeFirstAnswer } from './first-answers.ts';

const answer = Promise.resolve(new Response('{}'));
let answers: Map<string, Promise<Response>>;

beforeEach(() => {
  answers = new Map([['/api/config', answer]]);
  vi.stubGlobal('window', { __firstAnswers: answers, location: { pathname: undefined } });
});

test('an answer fetched ahead serves one question', () => {
  expect(takeFirstAnswer('GET', '/api/user')).toBeUndefined();
  expect(takeFirstAnswer('GET', '/api/config')).toBe(answer);
  expect(takeFirstAnswer('GET', '/api/config')).toBeUndefined();
});

test('what was fetched ahead is forgotten once something is changed or another page is shown', () => {
  expect(takeFirstAnswer('POST', '/api/logout')).toBeUndefined();
  expect(takeFirstAnswer('GET', '/api/config')).toBeUndefined();
  answers.set('/api/config', answer);
  window.location.pathname = '/browse';
  expect(takeFirstAnswer('GET', '/api/config')).toBeUndefined();
});
