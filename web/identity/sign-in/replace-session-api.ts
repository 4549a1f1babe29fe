import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { call, type Input, type InputArguments, type Parts, type Reply } from '#web/platform/api.ts';

/**
 * Makes a call by which the server replaces the session. A read on its way could be refused with the former session and
 * report that it has ended; so such reads are given up first, and repeated afterwards. Those that begin during the call
 * wait for its response.
 */
export async function replacingSession<Types extends Parts>(
  client: QueryClient,
  endpoint: Endpoint<Types>,
  input: Input<Types>,
): Promise<Reply<Types>> {
  const repeat = await giveUpReads(client);
  // Safe because an input with this mark is still an input; the compiler cannot see that while `Types` is open.
  const marked = [{ ...input, replacesSession: true }] as unknown as InputArguments<Types>;
  return call(endpoint, ...marked).finally(repeat);
}

/** Makes a call that ends the session. Reads on their way are given up first, and repeated only when it failed. */
export async function endingSession<Answer>(client: QueryClient, send: () => Promise<Answer>): Promise<Answer> {
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
