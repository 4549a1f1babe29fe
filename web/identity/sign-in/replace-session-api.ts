import type { Query, QueryClient } from '@tanstack/react-query';
import type { Endpoint, PartTypes } from '#contract/endpoint.ts';
import { call, type Input, type InputArguments, type ResponseBody, replacement } from '#web/platform/api.ts';

/** Maximum time that other calls wait, in milliseconds. */
const longestWaitMs = 15_000;

/**
 * Makes a call by which the server replaces the session. A read on its way could be refused with the former session and
 * report that it has ended; so such reads are given up each time before the call is sent, and repeated at its end.
 * Calls that begin from then on wait for its response.
 */
export async function replacingSession<Types extends PartTypes>(
  client: QueryClient,
  endpoint: Endpoint<Types>,
  input: Input<Types>,
): Promise<ResponseBody<Types>> {
  const reads = new Set<Query>();
  const sendBy = async (send: () => Promise<Response>) => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const release = () => {
      if (replacement.end === end) replacement.end = null;
      resolve();
    };
    replacement.end = end;
    setTimeout(release, longestWaitMs);
    await giveUpReads(client, reads);
    return send().finally(release);
  };
  // Safe because an input with this part is still an input; the compiler cannot see that while `Types` is open.
  const whole = [{ ...input, sendBy }] as unknown as InputArguments<Types>;
  return call(endpoint, ...whole).finally(() => repeat(client, reads));
}

/** Makes a call that ends the session. Reads on their way are given up first, and repeated only when it failed. */
export async function endingSession<Answer>(client: QueryClient, send: () => Promise<Answer>): Promise<Answer> {
  const reads = new Set<Query>();
  await giveUpReads(client, reads);
  return send().catch((error: unknown) => {
    repeat(client, reads);
    throw error;
  });
}

function giveUpReads(client: QueryClient, reads: Set<Query>): Promise<void> {
  for (const read of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) reads.add(read);
  return client.cancelQueries();
}

function repeat(client: QueryClient, reads: ReadonlySet<Query>): void {
  void client.refetchQueries({ type: 'active', predicate: (query) => reads.has(query) });
}
