import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/platform/errors.ts';
import { createQueryClient } from '#web/platform/queries.ts';
import { endingSession, replacingSession } from './replace-session-api.ts';

const refusal = new ApiError({ status: 401, text: '{}', isSignedOut: true });

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
        if (own !== session) throw refusal;
        return own;
      },
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

test('NAV-12 reads that begin while the session is replaced do not report that it has ended, and are repeated after it', async () => {
  const { client, onSignedOut, shows, replace } = createPage();
  const before = shows('before');
  const reply = Promise.withResolvers<void>();
  const done = replacingSession(client, () => reply.promise);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const [refused, late] = [shows('refused'), shows('late')];
  replace();
  refused.arrive();
  await vi.waitFor(() => expect(client.getQueryState(['refused'])?.status).toBe('error'));
  reply.resolve();
  await done;
  for (const read of [before, refused, late]) {
    await vi.waitFor(() => expect(read.reads()).toBe(2));
    read.arrive();
    await vi.waitFor(() => expect(read.data()).toBe(2));
  }
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('NAV-12 a session that ended while another call failed to replace it is noticed then', async () => {
  const { client, onSignedOut, shows, replace } = createPage();
  const read = shows('read');
  const reply = Promise.withResolvers<void>();
  const done = replacingSession(client, () => reply.promise);
  reply.reject(new Error('500'));
  await expect(done).rejects.toThrow('500');
  await vi.waitFor(() => expect(read.reads()).toBe(2));
  replace();
  read.arrive();
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(client));
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
