import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import { login } from '#contract/identity/sign-in.endpoints.ts';
import { Button } from '#web/ui/Button.tsx';
import { forBilling, forSignIn } from './answers.ts';
import { member } from './fixtures.ts';
import { billing } from './money-fixtures.ts';
import { answer, callsOf, fetchAnswer, goOffline, hold, refuse, serve } from './network.ts';
import { renderPart, renderPortal, visitor } from './render.tsx';
import { expectLog, noteLog, takeProblems } from './watch.ts';
import { judgeWords } from './words.ts';

test('reports a response that breaks the contract', async () => {
  serve(answer(getBilling, billing({ invoices: [{ id: 'in_1' } as never] })));
  await fetchAnswer('/api/user/billing');
  expect(takeProblems()).toEqual([expect.stringContaining('response GET /api/user/billing: ')]);
});

test('reports a body that breaks the contract', async () => {
  serve(answer(login, member()));
  const headers = { 'content-type': 'application/json' };
  await fetchAnswer('/api/login', { method: 'POST', headers, body: JSON.stringify({ email: 'no address' }) });
  expect(takeProblems()).toEqual([expect.stringContaining('body POST /api/login: ')]);
});

test('reports a call without an answer, an error that the endpoint never answers, and an unexpected log', async () => {
  await expect(fetchAnswer('/api/user/billing?page=1')).rejects.toThrow('Failed to fetch');
  refuse(getBilling, 'tools.inactive');
  noteLog('It broke');
  expect(takeProblems()).toEqual([
    'no answer for GET /api/user/billing?page=1',
    'GET /api/user/billing never answers tools.inactive',
    'console: It broke',
  ]);
});

test('GEN-32 reports a word of a screen that docs/language.md refuses, also when it has gone', async () => {
  const { update } = renderPart(<p>The deadline is near</p>);
  update(<input placeholder="Any organization" />);
  await Promise.resolve();
  update(<h2>The due date is near</h2>);
  judgeWords();
  expect(takeProblems().sort()).toEqual([
    expect.stringContaining('says "deadline"'),
    expect.stringContaining('says "organization"'),
  ]);
});

test('rejects a held call when it is aborted', async () => {
  const held = hold(answer(getBilling, billing()));
  serve(held);
  const stop = new AbortController();
  const call = fetchAnswer('/api/user/billing', { signal: stop.signal });
  stop.abort();
  await expect(call).rejects.toThrow(/abort/i);
  held.release();
});

test('gives the later of two answers for a call', async () => {
  await renderPortal('/billing', { answers: [...forBilling(), answer(getBilling, billing({ totalSpent: 19.5 }))] });
  expect(await screen.findByText('£19.50')).toBeVisible();
  expect(callsOf(getBilling)).toHaveLength(1);
});

test.for([1, 2])('opens each page without anything of the page before, %i of 2', async () => {
  const { user } = await renderPortal('/auth', { as: visitor, answers: forSignIn() });
  const field = await screen.findByRole('textbox', { name: 'Email' });
  expect(field).toHaveValue('');
  expect(localStorage).toHaveLength(0);
  localStorage.setItem('theme', 'dark');
  await user.type(field, 'typed@example.org');
  expect(field).toHaveValue('typed@example.org');
});

test('reaches nothing from goOffline on, until something is answered again', async () => {
  serve(answer(getBilling, billing()));
  goOffline();
  await expect(fetchAnswer('/api/user/billing')).rejects.toThrow('Failed to fetch');
  serve(answer(getBilling, billing()));
  expect((await fetchAnswer('/api/user/billing')).ok).toBe(true);
});

test('expects a log that was announced, and misses one that never came', () => {
  expectLog(/broke/);
  expectLog(/never/);
  noteLog('It broke');
  expect(takeProblems()).toEqual(['never logged: /never/']);
});

test('renders a part, which is used by keyboard', async () => {
  const onClick = vi.fn();
  const { user, update } = renderPart(<Button onClick={onClick}>Save</Button>);
  await user.tab();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledOnce();
  update(<Button>Saved</Button>);
  expect(screen.getByRole('button')).toHaveTextContent('Saved');
});
