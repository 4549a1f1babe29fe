import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/platform/errors.ts';
import { createQueryClient } from '#web/platform/queries.ts';
import { currentUserQuery } from '../accounts/api.ts';
import { endingSession, replacingSession } from './replace-session-api.ts';

afterEach(() => vi.unstubAllGlobals());

/** A portal that knows one session at a time, and a page whose reads carry the session that they began with. */
function createPage() {
  let session = 1;
  const onSignedOut = vi.fn();
  const client = createQueryClient({ onSignedOut });
  const shows = (name: string) => {
    const sent: PromiseWithResolvers<void>[] = [];
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: async ({ signal }) => {
        const own = session;
        const turn = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => turn.reject(signal.reason));
        sent.push(turn);
        await turn.promise;
        if (own !== session) throw new ApiError({ status: 401, text: '{}', isSignedOut: true });
        return own;
      },
      retryDelay: 1,
    });
    observer.subscribe(() => {});
    const arrive = () => sent.at(-1)?.resolve();
    return { arrive, data: () => client.getQueryData([name]), reads: () => sent.length };
  };
  const replace = () => {
    session += 1;
  };
  return { client, onSignedOut, shows, replace };
}

test('NAV-12 reads on their way while the session is replaced do not report that it has ended, and are repeated', async () => {
  const { client, onSignedOut, shows, replace } = createPage();
  const reply = Promise.withResolvers<void>();
  const before = shows('before');
  const done = replacingSession(client, () => reply.promise);
  const [refused, late] = [shows('refused'), shows('late')];
  replace();
  refused.arrive();
  await vi.waitFor(() => expect(refused.reads()).toBe(2));
  reply.resolve();
  await done;
  refused.arrive();
  for (const read of [before, late]) {
    read.arrive();
    await vi.waitFor(() => expect(read.reads()).toBe(2));
    read.arrive();
  }
  for (const read of [before, refused, late]) await vi.waitFor(() => expect(read.data()).toBe(2));
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('NAV-12 a session that ended later is noticed, also soon after a call that replaced it', async () => {
  const { client, onSignedOut, shows, replace } = createPage();
  const read = shows('read');
  const clock = vi.spyOn(performance, 'now');
  await replacingSession(client, async () => undefined);
  replace();
  read.arrive();
  await vi.waitFor(() => expect(read.reads()).toBe(2));
  expect(onSignedOut).not.toHaveBeenCalled();
  clock.mockReturnValue(performance.now() + 6_000);
  replace();
  read.arrive();
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(client));
  clock.mockRestore();
});

test('NAV-12 a member whose session is replaced is no visitor', async () => {
  const { client } = createPage();
  const statuses = [401, 200];
  vi.stubGlobal('fetch', async () => new Response('{"id":7}', { status: statuses.shift() ?? 401 }));
  await replacingSession(client, async () => undefined);
  expect(await client.fetchQuery({ ...currentUserQuery, retryDelay: 1 })).toMatchObject({ id: 7 });
  expect(await createQueryClient().fetchQuery(currentUserQuery)).toBeNull();
});

test('NAV-12 a call that ends the session repeats no read, unless it failed', async () => {
  const { client, shows } = createPage();
  const kept = shows('kept');
  await endingSession(client, () => Promise.reject(new Error('500'))).catch(() => undefined);
  await vi.waitFor(() => expect(kept.reads()).toBe(2));
  await endingSession(client, async () => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([kept.reads(), client.isFetching()]).toEqual([2, 0]);
});
