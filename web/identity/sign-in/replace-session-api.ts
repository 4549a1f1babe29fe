import type { QueryClient } from '@tanstack/react-query';

/**
 * Makes a call by which the server replaces the session. A read on its way could be refused with the former session and
 * report that it has ended; so such reads are given up first, and repeated afterwards.
 */
export async function replacingSession<Reply>(client: QueryClient, send: () => Promise<Reply>): Promise<Reply> {
  const repeat = await giveUpReads(client);
  return send().finally(repeat);
}

/** Like `replacingSession`, for a call that ends the session: the reads are repeated only when it failed. */
export async function endingSession<Reply>(client: QueryClient, send: () => Promise<Reply>): Promise<Reply> {
  const repeat = await giveUpReads(client);
  return send().catch((error: unknown) => {
    repeat();
    throw error;
  });
}

async function giveUpReads(client: QueryClient): Promise<() => void> {
  const reads = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  await client.cancelQueries();
  return () => void client.refetchQueries({ type: 'active', predicate: (query) => reads.includes(query) });
}
