import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PageRequest } from '#contract/first-page.ts';
import { call, callForPage, type Input, type InputArguments, type Parts } from './api.ts';
import { ApiError } from './errors.ts';
import { hasUnsaved } from './unsaved.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { fetch?: PageRequest['fetch'] };
  }
}

type ClientOptions = {
  /** Called when a query of members finds that the session is over, and nothing unsaved is on the page. */
  onSignedOut?: (client: QueryClient) => void;
  /** Makes the calls on the server; a browser uses its own. */
  fetch?: PageRequest['fetch'];
};

/**
 * The cache of all server data (GEN-07): nothing is tried twice, nothing grows stale by itself; an action refreshes what
 * it changed.
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
        // What failed while its screen's code was on its way is not asked for a second time when the screen comes.
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

/** The query of a reading endpoint. Its key begins with the endpoint's path, so that `refresh` finds it. */
export function queryOf<Types extends Parts>(endpoint: Endpoint<Types>, ...[input]: InputArguments<Types>) {
  return queryOptions({
    queryKey: [endpoint.path, input ?? {}],
    queryFn: (context) => call(endpoint, ...inContext<Types>(input, context)),
  });
}

/** The same for a list of which a page is asked for: gives `{ items, totalCount, isMinimum }`. */
export function pageQueryOf<Types extends Parts>(endpoint: Endpoint<Types>, ...[input]: InputArguments<Types>) {
  return queryOptions({
    queryKey: [endpoint.path, { ...input, isPage: true }],
    queryFn: (context) => callForPage(endpoint, ...inContext<Types>(input, context)),
  });
}

/** How many rows a page of an administrator's list has. */
export const listPageSize = 20;

/** For an administrator's list: every visit fetches it, and the previous page stays until the next arrives. */
export const listOptions = { staleTime: 0, placeholderData: keepPreviousData } as const;

/**
 * Loads again what these endpoints answered: at once where it is on screen. What is not is forgotten, so that the next
 * screen never begins with what was true before the action.
 */
export async function refresh(client: QueryClient, ...endpoints: Pick<Endpoint, 'path'>[]): Promise<void> {
  await Promise.all(
    endpoints.map(({ path }) => {
      client.removeQueries({ queryKey: [path], type: 'inactive' });
      return client.invalidateQueries({ queryKey: [path] });
    }),
  );
}

function inContext<Types extends Parts>(
  input: Input<Types> | undefined,
  { signal, meta }: Pick<QueryFunctionContext, 'signal' | 'meta'>,
): InputArguments<Types> {
  // An input with a signal is an input; the compiler cannot see that while `Types` is open.
  return [{ ...input, signal, fetch: meta?.fetch }] as unknown as InputArguments<Types>;
}
