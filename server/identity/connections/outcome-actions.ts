import type { Context } from '#server/platform/context.ts';
import type { Failure } from '#server/platform/failure.ts';
import { getConnection } from './connection-actions.ts';

/** Returns the page that says why a sign-in through a connection did not work, with the connection's name. */
export async function outcomeAddress(
  ctx: Context,
  page: string,
  error: Failure,
  connectionId: string,
): Promise<string> {
  const name = await getConnection(ctx, connectionId).then(
    (row) => row.name,
    () => null,
  );
  const outcome = error.code.replace(/^\w+\./, '');
  const query = new URLSearchParams({ outcome, ...(name !== null && { company: name, connection: connectionId }) });
  return `${page}?${query}`;
}
