import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { confirmSignIn, listSignIns, logout } from '#contract/identity/sign-in.endpoints.ts';
import { call } from '#web/platform/api.ts';
import { createQueryClient, queryOf } from '#web/platform/queries.ts';
import { endingSession, replacingSession } from './replace-session-api.ts';

const ask = vi.hoisted(() => vi.fn(async () => false));
vi.mock('#web/platform/confirmation.ts', () => ({ isAnswered: ask }));

beforeEach(() => vi.stubGlobal('document', { hidden: false }));
afterEach(() => vi.unstubAllGlobals());

const [replacing, leaving] = [confirmSignIn.path, logout.path];

/** A page whose portal responds to the newest call when the test says so. */
function createPage() {
  const sent: { path: string; end: (result: number | Error) => void }[] = [];
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    const end = (result: number | Error) =>
      result instanceof Error ? reject(result) : resolve(new Response('{}', { status: result }));
    sent.push({ path, end });
    return promise;
  });
  const onSignedOut = vi.fn();
  const client = createQueryClient({ onSignedOut });
  const show = (page: number) => {
    new QueryObserver(client, queryOf(listSignIns, { query: { page } })).subscribe(() => {});
    return `${listSignIns.path}?page=${page}`;
  };
  const calls = () => sent.map(({ path }) => path);
  const expectCalls = (...paths: string[]) => vi.waitFor(() => expect(calls()).toEqual(paths));
  const expectNoOther = async (...paths: string[]) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls()).toEqual(paths);
  };
  const respond = (result: number | Error) => sent.at(-1)?.end(result);
  // A call without a response would hold back those of the next test.
  onTestFinished(() => {
    for (const { end } of sent) end(200);
  });
  const replace = () => replacingSession(client, confirmSignIn, { body: {} }).catch(() => 'failed');
  return { client, onSignedOut, show, expectCalls, expectNoOther, respond, replace };
}

test('NAV-12 reads on their way before a new session are repeated after it, and calls that begin during it wait', async () => {
  const { onSignedOut, show, expectCalls, expectNoOther, respond, replace } = createPage();
  const before = show(1);
  await expectCalls(before);
  const done = replace();
  await expectCalls(before, replacing);
  const during = show(2);
  void call(logout, { keepalive: true });
  await expectNoOther(before, replacing);
  respond(200);
  await done;
  await expectCalls(before, replacing, during, leaving, before);
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('NAV-12 a call that is sent while the page is being left does not wait', async () => {
  const { expectCalls, replace } = createPage();
  void replace();
  await expectCalls(replacing);
  vi.stubGlobal('document', { hidden: true });
  void call(logout, { keepalive: true });
  await expectCalls(replacing, leaving);
});

test('NAV-12 reads that begin while the member is asked are given up before the call is repeated', async () => {
  const { show, expectCalls, respond, replace } = createPage();
  const answered = Promise.withResolvers<boolean>();
  ask.mockReturnValueOnce(answered.promise);
  const done = replace();
  await expectCalls(replacing);
  respond(403);
  const read = show(1);
  await expectCalls(replacing, read);
  answered.resolve(true);
  await expectCalls(replacing, read, replacing);
  respond(200);
  await done;
  await expectCalls(replacing, read, replacing, read);
});

test('NAV-12 two calls that replace the session go one after the other, and reads after both', async () => {
  const { show, expectCalls, expectNoOther, respond, replace } = createPage();
  const first = replace();
  await expectCalls(replacing);
  const second = replace();
  const read = show(1);
  await expectNoOther(replacing);
  respond(200);
  await first;
  await expectNoOther(replacing, replacing);
  respond(200);
  await second;
  await expectCalls(replacing, replacing, read);
});

test.each([400, new TypeError('Failed to fetch')])(
  'NAV-12 a call that replaced no session holds nothing back, and a session that ended is noticed: %s',
  async (result) => {
    const { client, onSignedOut, show, expectCalls, respond, replace } = createPage();
    const done = replace();
    await expectCalls(replacing);
    respond(result);
    expect(await done).toBe('failed');
    await expectCalls(replacing, show(1));
    respond(401);
    await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(client));
  },
);

test('NAV-12 a call that never gets a response holds the others back for 15 seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, onSignedOut, show, expectCalls, replace } = createPage();
  void replace();
  await expectCalls(replacing);
  const read = show(1);
  await vi.advanceTimersByTimeAsync(14_000);
  await expectCalls(replacing);
  await vi.advanceTimersByTimeAsync(1_000);
  await expectCalls(replacing, read);
  client.clear();
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('NAV-12 a call that ends the session repeats no read, unless it failed', async () => {
  const { client, show, expectCalls, expectNoOther } = createPage();
  const read = show(1);
  await expectCalls(read);
  await endingSession(client, () => Promise.reject(new Error('500'))).catch(() => undefined);
  await expectCalls(read, read);
  await endingSession(client, async () => undefined);
  await expectNoOther(read, read);
  expect(client.isFetching()).toBe(0);
});
