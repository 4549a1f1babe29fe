import type { ReactNode } from 'react';
import { type BrowseQuery, closestNote } from './browse-display.ts';

type ClosestMatchesProps<Summary> = {
  /** Undefined while they load or after a failure. */
  resources: readonly Summary[] | undefined;
  query: BrowseQuery;
  children: (resources: readonly Summary[]) => ReactNode;
};

/** Resources that come nearest to a search, below few results (BROWSE-17). */
export function ClosestMatches<Summary>({ resources, query, children }: ClosestMatchesProps<Summary>) {
  if (!resources || resources.length === 0) return null;
  return (
    <section aria-labelledby="closest-matches" className="mt-10">
      <h2 id="closest-matches">Closest matches</h2>
      <p className="mt-1 mb-4 text-sm text-pretty text-muted-foreground">{closestNote(query)}</p>
      {children(resources)}
    </section>
  );
}
