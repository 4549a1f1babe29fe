import { beforeEach, expect, test, vi } from 'vitest';

/** A page with these elements, as the code finds it that was loaded with it. */
async function openPage(elements: Record<string, string>[]) {
  vi.resetModules();
  const location = { pathname: '/' };
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location });
  const found = elements.map(({ text, ...attributes }) => ({
    textContent: text,
    getAttribute: (name: string) => attributes[name] ?? null,
  }));
  vi.stubGlobal('document', { querySelectorAll: (what: string) => (what === 'script[data-address]' ? found : []) });
  const { takeFirstAnswer } = await import('./first-answers.ts');
  return { location, takeFirstAnswer };
}

const config = { 'data-address': '/api/config', 'data-status': '200', text: '{"currency":"GBP"}' };
const user = { 'data-address': '/api/user', 'data-status': '401', text: '{"code":"accounts.sign-in-required"}' };
const list = {
  ...config,
  'data-address': '/api/resources?page=1',
  'data-headers': '{"x-total-count":"61"}',
  text: '[]',
};

beforeEach(() => vi.unstubAllGlobals());

test('an answer that the page brought along serves one question, with its status and headers', async () => {
  const { takeFirstAnswer } = await openPage([config, user, list]);
  expect(takeFirstAnswer('GET', '/api/resources')).toBeUndefined();
  expect(await takeFirstAnswer('GET', '/api/config')?.json()).toEqual({ currency: 'GBP' });
  expect(takeFirstAnswer('GET', '/api/config')).toBeUndefined();
  expect(takeFirstAnswer('GET', '/api/user')).toMatchObject({ status: 401, ok: false });
  expect(takeFirstAnswer('GET', '/api/resources?page=1')?.headers.get('x-total-count')).toBe('61');
});

test('what the page brought along is forgotten once something is changed or another page is shown', async () => {
  const first = await openPage([config]);
  expect(first.takeFirstAnswer('POST', '/api/logout')).toBeUndefined();
  expect(first.takeFirstAnswer('GET', '/api/config')).toBeUndefined();
  const second = await openPage([config]);
  second.location.pathname = '/browse';
  expect(second.takeFirstAnswer('GET', '/api/config')).toBeUndefined();
});
