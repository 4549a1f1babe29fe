import type { ResourceSummary } from '#contract/catalogue.ts';
import type { Context } from '#server/platform/context.ts';
import { showSummary } from './card-rules.ts';
import * as store from './tag-store.ts';

export type { Tags } from './tag-store.ts';

/** Up to 50 listed resources of a phase, those that share most of the tags first. */
export async function listTagged(ctx: Context, tags: store.Tags): Promise<ResourceSummary[]> {
  return (await store.listTagged(ctx.db, tags, 50)).map(showSummary);
}

/** Those of these tags that no listed resource has together. */
export function listUnserved(ctx: Context, tags: readonly store.Tags[]): Promise<store.Tags[]> {
  return store.listUnserved(ctx.db, tags);
}
