import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { confirmSignIn, listSignIns } from '#contract/identity/sign-in.endpoints.ts';
import { createQueryClient, queryOf } from '#web/platform/queries.ts';
import { endingSession, replacingSession } from './replace-session-api.ts';

afterEach(() => vi.unstubAllGlobals());

const confirming = confirmSignIn.path;

/** A page whose portal responds to the oldest open call of a path when the test says so. */
function createPage() {
  const sent: { path: string; respond: (status: number) => void }[] = [];
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    sent.push({ path, respond: (status) => resolve(new Response('{}', { status })) });
    return promise;
  });
  const onSignedOut = vi.fn();
  const client = createQueryClient({ onSignedOut });
  const show = (page: number) => {
    const query = queryOf(listSignIns, { query: { page } });
    new QueryObserver(client, query).subscribe(() => {});
    return `${listSignIns.path}?page=${page}`;
  };
  const expectCalls = (...paths: string[]) => vi.waitFor(() => expect(sent.map(({ path }) => path)).toEqual(paths));
  return { client, onSignedOut, show, expectCalls, respond: (status: number) => sent.at(-1)?.respond(status) };
}

test('NAV-12 reads on their way before a new session are repeated after it, and those that begin during it wait', async () => {
  const { client, onSignedOut, show, expectCalls, respond } = createPage();
  const before = show(1);
  await expectCalls(before);
  const done = replacingSession(client, confirmSignIn, { body: {} });
  await expectCalls(before, confirming);
  const during = show(2);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expectCalls(before, confirming);
  respond(200);
  await done;
  await expectCalls(before, confirming, during, before);
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('NAV-12 a call that replaces no session in the end holds back no read, and a session that ended is noticed', async () => {
  const { client, onSignedOut, show, expectCalls, respond } = createPage();
  const done = replacingSession(client, confirmSignIn, { body: {} }).catch(() => 'refused');
  await expectCalls(confirming);
  respond(400);
  expect(await done).toBe('refused');
  await expectCalls(confirming, show(1));
  respond(401);
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(client));
});

test('NAV-12 a call that ends the session repeats no read, unless it failed', async () => {
  const { client, show, expectCalls } = createPage();
  const read = show(1);
  await expectCalls(read);
  await endingSession(client, () => Promise.reject(new Error('500'))).catch(() => undefined);
  await expectCalls(read, read);
  await endingSession(client, async () => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expectCalls(read, read);
  expect(client.isFetching()).toBe(0);
});
