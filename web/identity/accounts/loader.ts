import { environmentManager, type QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from './api.ts';

/**
 * Loads what a member's screen asks for; for visitors nothing, they sign in first. The server's page waits for the
 * data. A browser only starts it, so that it arrives beside the screen's code, and the screen shows what is missing or
 * failed.
 */
export function loadForMember(
  { client }: { client: QueryClient },
  load: (client: QueryClient) => Promise<unknown>,
): Promise<void> | undefined {
  const loaded = loadSignedIn(client, load).catch(() => undefined);
  return environmentManager.isServer() ? loaded : undefined;
}

async function loadSignedIn(client: QueryClient, load: (client: QueryClient) => Promise<unknown>): Promise<void> {
  if (client.getQueryState(currentUserQuery.queryKey)?.status === 'error') return;
  const user = await client.fetchQuery(currentUserQuery);
  if (user) await load(client);
}
