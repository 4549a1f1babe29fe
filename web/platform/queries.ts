import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import type { Endpoint, PartTypes } from '#contract/endpoint.ts';
import type { PageRequest } from '#contract/first-page.ts';
import { call, callForPage, type Input, type InputArguments } from './api.ts';
import { ApiError } from './errors.ts';
import { hasUnsaved } from './unsaved.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { fetch?: PageRequest['fetch'] };
  }
}

type ClientOptions = {
  /** Called when a query for members finds that the session is over, unless the page has unsaved input. */
  onSignedOut?: (client: QueryClient) => void;
  /** The `fetch` of the page request, on the server only. */
  fetch?: PageRequest['fetch'];
};

/**
 * Makes the cache of all server data (GEN-07). Failed calls are not repeated and data never become stale on their own;
 * an action refreshes what it changed.
 */
export function createQueryClient({ onSignedOut, fetch }: ClientOptions = {}): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.isSignedOut && !hasUnsaved()) onSignedOut?.(client);
  };
  // Without a network a call fails at once and says so, instead of waiting behind an endless placeholder.
  const networkMode = 'always';
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        // A query that failed while its screen's code was loading is not repeated when the screen is mounted.
        retryOnMount: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode,
        ...(fetch && { meta: { fetch } }),
      },
      mutations: { retry: false, networkMode },
    },
  });
  return client;
}

/** Makes the query of a reading endpoint. Its key begins with the endpoint's path, so that `refresh` finds it. */
export function queryOf<Types extends PartTypes>(endpoint: Endpoint<Types>, ...[input]: InputArguments<Types>) {
  return queryOptions({
    queryKey: [endpoint.path, input ?? {}],
    queryFn: (context) => call(endpoint, ...inContext<Types>(input, context)),
  });
}

/** Like `queryOf`, but for one page of a list: the data are `{ items, totalCount, isMinimum }`. */
export function pageQueryOf<Types extends PartTypes>(endpoint: Endpoint<Types>, ...[input]: InputArguments<Types>) {
  return queryOptions({
    queryKey: [endpoint.path, { ...input, isPage: true }],
    queryFn: (context) => callForPage(endpoint, ...inContext<Types>(input, context)),
  });
}

export const listPageSize = 20;

/**
 * Options of a list that is read page by page: every visit fetches it, and the previous page stays until the next one
 * arrives.
 */
export const listOptions = { staleTime: 0, placeholderData: keepPreviousData } as const;

/**
 * Reloads the data of these endpoints that are on screen, and forgets the rest, so that the next screen never begins
 * with data from before the action.
 */
export async function refresh(client: QueryClient, ...endpoints: Pick<Endpoint, 'path'>[]): Promise<void> {
  await Promise.all(
    endpoints.map(({ path }) => {
      client.removeQueries({ queryKey: [path], type: 'inactive' });
      return client.invalidateQueries({ queryKey: [path] });
    }),
  );
}

function inContext<Types extends PartTypes>(
  input: Input<Types> | undefined,
  { signal, meta }: Pick<QueryFunctionContext, 'signal' | 'meta'>,
): InputArguments<Types> {
  // Safe because an input with a signal is still an input; the compiler cannot see that while `Types` is open.
  return [{ ...input, signal, fetch: meta?.fetch }] as unknown as InputArguments<Types>;
}
