import { afterEach, expect, it, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { call } from './api.ts';
import { isConfirmed, needsConfirmation } from './confirmation.ts';

afterEach(() => vi.unstubAllGlobals());

const setRole = endpoint<{ reply: { message: string } }>({
  method: 'PATCH',
  path: '/api/users/1/role',
  caller: 'administrator',
  summary: '',
  errors: [],
});

const tooOld = () => Response.json({ code: 'accounts.confirm-sign-in', message: 'Please confirm.' }, { status: 403 });

it('knows the answer to a sign-in that is too old from every other one', async () => {
  expect(await needsConfirmation(tooOld())).toBe(true);
  expect(await needsConfirmation(Response.json({ code: 'access.required' }, { status: 403 }))).toBe(false);
  expect(await needsConfirmation(new Response('<h1>No</h1>', { status: 403 }))).toBe(false);
  expect(await needsConfirmation(Response.json({ code: 'accounts.confirm-sign-in' }))).toBe(false);
});

it('leaves the reply readable', async () => {
  const response = tooOld();
  await needsConfirmation(response);
  expect(await response.json()).toHaveProperty('message', 'Please confirm.');
});

it('asks once, however many calls wait for the answer', () => {
  expect(isConfirmed()).toBe(isConfirmed());
});

it('sends a call that succeeds once only', async () => {
  const fetch = vi.fn(async () => Response.json({ message: 'Done' }));
  vi.stubGlobal('fetch', fetch);
  expect(await call(setRole)).toEqual({ message: 'Done' });
  expect(fetch).toHaveBeenCalledTimes(1);
});
