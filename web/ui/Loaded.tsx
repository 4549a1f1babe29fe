import type { ReactNode } from 'react';
import { LoadError } from './LoadError.tsx';

/** The part of a query that decides what to show. */
export type LoadedQuery<Data> = {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

export type LoadedProps<Data> = {
  query: LoadedQuery<Data>;
  /** In the place of the data while they load. */
  skeleton: ReactNode;
  /** What failed, the specified text letter for letter. */
  failure: string;
  /** What is safe and what to do. */
  safe?: string;
  children: (data: Data) => ReactNode;
};

/** The data of a query, or that they load, or that they did not load with Try again. */
export function Loaded<Data>({ query, skeleton, failure, safe, children }: LoadedProps<Data>) {
  const { data, isPending, isError, isFetching, refetch } = query;
  if (isPending) return skeleton;
  if (isError || data === undefined) {
    return <LoadError title={failure} description={safe} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  return children(data);
}
