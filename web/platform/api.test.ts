import { afterEach, expect, test, vi } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { login } from '#contract/identity/sign-in.endpoints.ts';
import { setReaderZone } from '../dates.ts';
import { addressOf, call, callForPage } from './api.ts';
import { ApiError, sentenceOf } from './errors.ts';

function answer(body: string, init?: ResponseInit) {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) => new Response(body, init));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error;
}

afterEach(() => vi.unstubAllGlobals());

test('GEN-01 GEN-05 a call sends cookies, and a body as JSON only when there is one', async () => {
  const fetched = answer('{}');
  await call(getResource, { params: { id: 7 } });
  await call(login, { body: { email: 'a@example.org', password: 'portal-demo' } });
  const [[readAddress, read], [writeAddress, write]] = fetched.mock.calls as [
    [string, RequestInit],
    [string, RequestInit],
  ];
  expect([readAddress, writeAddress]).toEqual(['/api/resources/7', '/api/login']);
  expect(read).toMatchObject({ method: 'GET', credentials: 'include', body: undefined });
  expect(read.headers).not.toHaveProperty('content-type');
  expect(write).toMatchObject({ method: 'POST', credentials: 'include' });
  expect(write.headers).toHaveProperty('content-type', 'application/json');
  expect(JSON.parse(String(write.body))).toEqual({ email: 'a@example.org', password: 'portal-demo' });
});

test('GEN-27 the sentence of a refusal has its times in the zone of the screen', async () => {
  setReaderZone('Pacific/Auckland');
  const days = [{ text: '1 Jun 2027, 00:00', at: '2027-06-01T00:00:00.000Z' }];
  answer(JSON.stringify({ code: 'checks.no-attempt-left', message: 'From 1 Jun 2027, 00:00.', days }), { status: 409 });
  expect(sentenceOf(await failureOf(call(getResource, { params: { id: 7 } })))).toBe('From 1 Jun 2027, 12:00.');
  for (const other of ['tomorrow', [{ text: 1 }], [null]]) {
    answer(JSON.stringify({ message: 'From 1 Jun 2027, 00:00.', days: other }), { status: 409 });
    expect(sentenceOf(await failureOf(call(getResource, { params: { id: 7 } })))).toBe('From 1 Jun 2027, 00:00.');
  }
  setReaderZone(null);
});

test('GEN-06 the error of a refused call is status, colon, space and the response text', async () => {
  const text = '{"code":"catalogue.not-found","message":"Resource not found"}';
  answer(text, { status: 404 });
  const error = await failureOf(call(getResource, { params: { id: 7 } }));
  expect(error.message).toBe(`404: ${text}`);
  expect(error).toMatchObject({ status: 404, code: 'catalogue.not-found', serverMessage: 'Resource not found' });
});

test('GEN-06 the error names the status text when the answer has no text', async () => {
  answer('', { status: 502, statusText: 'Bad Gateway' });
  expect((await failureOf(call(getResource, { params: { id: 7 } }))).message).toBe('502: Bad Gateway');
});

test('GEN-08 people see the message of the reply, never a status code, a page or JSON', async () => {
  const sentences: string[] = [];
  for (const text of ['{"message":"Resource not found"}', '<html>Bad Gateway</html>', '{"message":5}', '[]', '']) {
    answer(text, { status: 502 });
    sentences.push(sentenceOf(await failureOf(call(getResource, { params: { id: 7 } })), 'Please try again.'));
  }
  expect(sentences).toEqual(['Resource not found', ...Array(4).fill('Please try again.')]);
  expect(sentenceOf(new TypeError('fetch failed'))).toMatch(/could not be reached/);
});

test('a 401 ends the session only where members call', async () => {
  answer('{"message":"Please sign in."}', { status: 401 });
  const member = await failureOf(call(getResource, { params: { id: 7 } }));
  const visitor = await failureOf(call(login, { body: { email: 'a@example.org', password: 'wrong one' } }));
  expect([member.isSignedOut, visitor.isSignedOut]).toEqual([true, false]);
});

test('a page of a list comes with the number of all', async () => {
  answer('[]', { headers: { 'x-total-count': '66' } });
  const page = { page: 2, pageSize: 12 };
  expect(await callForPage(listResources, { query: page })).toEqual({ items: [], totalCount: 66, isMinimum: false });
  answer('[]', { headers: { 'x-total-count': '5000', 'x-total-count-is-minimum': 'true' } });
  expect(await callForPage(listResources, { query: page })).toMatchObject({ totalCount: 5000, isMinimum: true });
});

test('repeated query parameters are plainly repeated, and empty ones left out', () => {
  const query = { type: ['book', 'report'], accessType: [], search: '', page: 2 };
  expect(addressOf(listResources, { query })).toBe('/api/resources?type=book&type=report&page=2');
});
