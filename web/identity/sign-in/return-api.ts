import { type QueryClient, useQuery } from '@tanstack/react-query';
import { publicResource } from '#web/pages/storefront/api.ts';
import { portalConfigQuery, usePortalConfig } from '#web/platform/config.ts';
import { returnSentence } from './display.ts';

/** Returns the id of the resource that the visitor comes from or goes to; null for other pages. */
function returnIdOf(target: string): number | null {
  const [, id] = /^\/(?:resource|checkout|subscribe)\/([1-9]\d{0,8})(?:[/?]|$)/.exec(target) ?? [];
  return id === undefined ? null : Number(id);
}

/** Returns the resource that the visitor comes from or goes to, if it is public. */
export function useReturnResource(target: string) {
  const { catalogueIsPublic } = usePortalConfig();
  const id = returnIdOf(target);
  const { data } = useQuery({ ...publicResource(id ?? 0), enabled: catalogueIsPublic && id !== null });
  return id === null ? undefined : data;
}

/** Loads that resource for a page that the server draws, so that it does not push the form away later (ENTRY-05). */
export async function loadReturnResource(client: QueryClient, target: string): Promise<void> {
  const id = returnIdOf(target);
  if (id === null || !client.getQueryData(portalConfigQuery.queryKey)?.catalogueIsPublic) return;
  const query = publicResource(id);
  await client.prefetchQuery(query);
  // A resource that is not listed does not make the sign-in screen a missing page.
  if (client.getQueryData(query.queryKey) === undefined) client.removeQueries(query);
}

/** Returns a sentence about the page that opens after signing in or registering. */
export function useReturnSentence(target: string): string {
  const resource = useReturnResource(target);
  return resource ? `Then you return to “${resource.title}”.` : returnSentence(target);
}
