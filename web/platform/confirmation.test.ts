import { afterEach, expect, it, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { Message } from '#contract/message.ts';
import { call } from './api.ts';
import { isAnswered, openQuestion } from './confirmation.ts';

afterEach(() => vi.unstubAllGlobals());

const setRole = endpoint({
  method: 'PATCH',
  path: '/api/users/1/role',
  response: Message,
  caller: 'administrator',
  scope: 'none',
  summary: '',
  errors: [],
});

const tooOld = () => Response.json({ code: 'accounts.confirm-sign-in', message: 'Please confirm.' }, { status: 403 });

it('asks nothing for any other answer', async () => {
  expect(await isAnswered(Response.json({ code: 'accounts.wrong-credentials' }, { status: 401 }))).toBe(false);
  expect(await isAnswered(Response.json({ code: 'access.required' }, { status: 403 }))).toBe(false);
  expect(await isAnswered(new Response('<h1>No</h1>', { status: 403 }))).toBe(false);
});

it('asks once, however many calls wait for the answer, and leaves their replies readable', async () => {
  const ended = Response.json({ code: 'accounts.sign-in-required', message: 'Please sign in.' }, { status: 401 });
  const waiting = [isAnswered(tooOld()), isAnswered(ended)];
  await expect.poll(() => openQuestion()?.ask).toBe('sign-in');
  openQuestion()?.answer(true);
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(openQuestion()).toBe(null);
  expect(await ended.json()).toHaveProperty('message', 'Please sign in.');
});

it('sends a call that succeeds once only', async () => {
  const fetch = vi.fn(async () => Response.json({ message: 'Done' }));
  vi.stubGlobal('fetch', fetch);
  expect(await call(setRole)).toEqual({ message: 'Done' });
  expect(fetch).toHaveBeenCalledTimes(1);
});
