import type { ReactNode } from 'react';
import { LoadError } from './LoadError.tsx';

/** Part of a query that decides between the content, the skeleton and the error. */
export type LoadedQuery<Data> = {
  data: Data | undefined;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

export type LoadedProps<Data> = {
  query: LoadedQuery<Data>;
  skeleton: ReactNode;
  /** Sentence that says what failed, letter for letter as specified. */
  failure: string;
  /** Sentence that says what is safe and what to do. */
  safe?: string;
  children: (data: Data) => ReactNode;
};

/**
 * States of a query: loading, failed with "Try again", and the data. Data that were loaded once stay on screen when a
 * later refresh fails.
 */
export function Loaded<Data>({ query, skeleton, failure, safe, children }: LoadedProps<Data>) {
  const { data, isPending, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (isPending) return skeleton;
  return <LoadError title={failure} description={safe} isBusy={isFetching} onRetry={() => void refetch()} />;
}
