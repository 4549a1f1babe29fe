import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#web/identity/accounts/api.ts';
import { ownOrganisation } from '#web/organisations/organisations/api.ts';
import { resultsQuery, sheetQuery } from './api.ts';

/** Loads the results of a round for a page. @throws notFound for a member who is in no organisation (NAV-04) */
export async function loadResults(client: QueryClient, roundId: number): Promise<void> {
  const id = await loadOrganisation(client);
  if (id !== null) await client.prefetchQuery(resultsQuery({ id, roundId }));
}

/** Like `loadResults`, for the questions of an open round. */
export async function loadSheet(client: QueryClient, roundId: number): Promise<void> {
  const id = await loadOrganisation(client);
  // The query keeps nothing, so its error would be gone before the page is sent.
  const gcTime = Number.POSITIVE_INFINITY;
  if (id !== null) await client.prefetchQuery({ ...sheetQuery({ id, roundId }), gcTime });
}

/**
 * Returns the id of the member's organisation; null for visitors, and when it did not load.
 * @throws notFound for a member who is in no organisation
 */
async function loadOrganisation(client: QueryClient): Promise<number | null> {
  const member = await client.fetchQuery(currentUserQuery).catch(() => null);
  const organisation = member && (await client.fetchQuery(ownOrganisation).catch(() => undefined));
  if (member && organisation === null) throw notFound();
  return organisation?.id ?? null;
}
