import type { ReactNode } from 'react';
import { LoadError, type LoadErrorProps } from './LoadError.tsx';

/** Part of a query that decides between the content, the skeleton and the error. */
export type LoadedQuery<Data> = {
  data: Data | undefined;
  isPending: boolean;
  error: Error | null;
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
  /** Shows an error that has a screen of its own, such as "not found"; nothing for all others. */
  instead?: (error: Error) => ReactNode;
  headingLevel?: LoadErrorProps['headingLevel'];
  /** Surrounds the error, on a screen that has no frame before its data are there. */
  frame?: (error: ReactNode) => ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * States of a query: loading, failed with "Try again", and the data. Data that were loaded once stay on screen when a
 * later refresh fails, unless `instead` shows its error. A screen that decides by itself asks `isLoadingError` of its
 * query for the same reason.
 */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, skeleton, failure, safe, instead, headingLevel, frame, children } = props;
  const { data, isPending, error, isFetching, refetch } = query;
  const own = error && instead?.(error);
  if (own) return own;
  if (data !== undefined) return children(data);
  if (isPending) return skeleton;
  const failed = (
    <LoadError
      headingLevel={headingLevel}
      title={failure}
      description={safe}
      isBusy={isFetching}
      onRetry={() => void refetch()}
    />
  );
  return frame ? frame(failed) : failed;
}
