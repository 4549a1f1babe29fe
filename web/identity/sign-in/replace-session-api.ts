import type { QueryClient } from '@tanstack/react-query';
import { beginReplacement, holdSignedOut } from '#web/platform/queries.ts';

/**
 * Makes a call by which the server replaces the session. Reads that the server refuses because they carry the former
 * session are repeated, instead of reporting that the session has ended.
 */
export function replacingSession<Reply>(client: QueryClient, send: () => Promise<Reply>): Promise<Reply> {
  return send().finally(beginReplacement(client));
}

/** Makes a call that ends the session. Reads on their way are given up, and repeated only when it failed. */
export async function endingSession<Reply>(client: QueryClient, send: () => Promise<Reply>): Promise<Reply> {
  const release = holdSignedOut(client);
  const reads = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  await client.cancelQueries();
  try {
    return await send();
  } catch (error) {
    void client.refetchQueries({ type: 'active', predicate: (query) => reads.includes(query) });
    throw error;
  } finally {
    release();
  }
}
