import type { Context } from '../context.ts';
import { simulatedNow } from '../context.ts';
import { newId } from '../ids.ts';
import type { Store } from '../store.ts';

export type PageParts = { store: Store; publicPath: string; log: (message: string) => void };

/** A click on one of the pages: somebody asked for it, as by a call. */
export function pageContext({ store, publicPath }: PageParts): Context {
  return { store, publicPath, now: simulatedNow(store), request: { id: newId('req'), idempotencyKey: null } };
}
