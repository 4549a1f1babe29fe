import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/platform/errors.ts';
import { holdSignedOut } from '#web/platform/queries.ts';

/**
 * Makes a call by which the server replaces the session. A read on its way could be refused with the former session and
 * report that it has ended; so the reads on their way before and after the call are given up, those that are refused
 * during it report nothing, and all of them are repeated afterwards.
 */
export async function replacingSession<Reply>(client: QueryClient, send: () => Promise<Reply>): Promise<Reply> {
  const leave = await giveUpSession(client);
  return send().finally(async () => (await leave())());
}

/** Like `replacingSession`, for a call that ends the session: the reads are repeated only when it failed. */
export async function endingSession<Reply>(client: QueryClient, send: () => Promise<Reply>): Promise<Reply> {
  const leave = await giveUpSession(client);
  try {
    const reply = await send();
    await leave();
    return reply;
  } catch (error) {
    (await leave())();
    throw error;
  }
}

/** Returns what ends the time without a sure session, which in turn returns what repeats the reads of that time. */
async function giveUpSession(client: QueryClient): Promise<() => Promise<() => void>> {
  const release = holdSignedOut(client);
  const before = await giveUpReads(client);
  return async () => {
    const reads = [...before, ...(await giveUpReads(client))];
    release();
    return () =>
      void client.refetchQueries({
        type: 'active',
        predicate: (query) => reads.includes(query) || isSignedOut(query.state.error),
      });
  };
}

const isSignedOut = (error: Error | null) => error instanceof ApiError && error.isSignedOut;

async function giveUpReads(client: QueryClient): Promise<Query[]> {
  const reads = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  await client.cancelQueries();
  return reads;
}
