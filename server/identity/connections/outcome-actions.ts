import type { Context } from '#server/platform/context.ts';
import type { Failure } from '#server/platform/failure.ts';
import { getConnection } from './connection-actions.ts';

/**
 * Returns the page that says why a sign-in did not work, with the connection that leads on: the required one if the
 * error names it (SSO-10), otherwise the one that was used.
 * @param connectionId null for a sign-in without a connection
 */
export async function outcomeAddress(
  ctx: Context,
  page: string,
  error: Failure,
  connectionId: string | null,
): Promise<string> {
  const onward = requiredIn(error) ?? (connectionId === null ? null : await findNamed(ctx, connectionId));
  const outcome = error.code.replace(/^\w+\./, '');
  const query = new URLSearchParams({ outcome, ...(onward && { company: onward.name, connection: onward.id }) });
  return `${page}?${query}`;
}

type Named = { id: string; name: string };

function requiredIn({ fields: { connection } }: Failure): Named | null {
  if (typeof connection !== 'object' || !('connectionId' in connection)) return null;
  const { connectionId: id = '', name = '' } = connection;
  return { id, name };
}

const findNamed = (ctx: Context, connectionId: string): Promise<Named | null> =>
  getConnection(ctx, connectionId).catch(() => null);
