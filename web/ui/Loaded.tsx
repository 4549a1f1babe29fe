import type { ReactNode } from 'react';
import { LoadError } from './LoadError.tsx';

/** The part of a query that decides what to show. */
export type LoadedQuery<Data> = {
  data: Data | undefined;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

export type LoadedProps<Data> = {
  query: LoadedQuery<Data>;
  /** Shown while the data load. */
  skeleton: ReactNode;
  /** What failed, the specified text letter for letter. */
  failure: string;
  /** What is safe and what to do. */
  safe?: string;
  children: (data: Data) => ReactNode;
};

/**
 * The states of a query: loading, failed with Try again, and the data. Data that was loaded once stays on screen when a
 * later refresh fails.
 */
export function Loaded<Data>({ query, skeleton, failure, safe, children }: LoadedProps<Data>) {
  const { data, isPending, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (isPending) return skeleton;
  return <LoadError title={failure} description={safe} isBusy={isFetching} onRetry={() => void refetch()} />;
}
