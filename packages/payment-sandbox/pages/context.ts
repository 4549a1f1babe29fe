import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Store } from '../store.ts';
import { clockBehind, timeOf } from '../test-clocks.ts';

export type PageParts = { store: Store; publicPath: string; log: (message: string) => void };

/** A click on one of the pages, in the time of its customer; it counts as a call. */
export function pageContext({ store, publicPath }: PageParts, id: string): Context {
  const time = timeOf(store, clockBehind(store, [id]));
  return { store, publicPath, ...time, request: { id: newId('req'), idempotencyKey: null } };
}
