import { ResourceSummary } from '#contract/catalogue.ts';
import { listCardRows } from '#server/features/catalogue/actions.ts';
import { showSummary } from '#server/features/catalogue/card-rules.ts';
import type { Context } from '#server/platform/context.ts';
import { writeReply } from '#server/platform/http/cached-reply.ts';
import type { Placed } from './rules.ts';

/** The cards of resources as JSON, each checked and written out once for every writing of its row. */
export type Cards = {
  /** The cards of these, in their order; what was deleted a moment ago is left out. */
  write(ctx: Context, placed: readonly Placed[]): Promise<string[]>;
};

type Card = { revision: string; json: string };

/** A card has about a kilobyte. */
const mostCards = 5_000;

/**
 * Remembers no card at first, later those used last. A change of one resource makes every list be asked for anew; that
 * leaves the cards of all others as they are, and a list of ids is quick.
 */
export function createCards(): Cards {
  // In the order of use.
  const kept = new Map<number, Card>();
  const keep = (id: number, card: Card) => {
    kept.delete(id);
    kept.set(id, card);
    const [oldest] = kept.size > mostCards ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return card;
  };
  const load = async (ctx: Context, ids: number[]) => {
    const rows = ids.length > 0 ? await listCardRows(ctx, ids) : [];
    return new Map(
      rows.map((row) => [row.id, { revision: row.revision, json: writeReply(ResourceSummary, showSummary(row)) }]),
    );
  };
  return {
    write: async (ctx, placed) => {
      const known = placed.map(({ id, revision }) => {
        const card = kept.get(id);
        return card?.revision === revision ? card : null;
      });
      const loaded = await load(
        ctx,
        placed.flatMap(({ id }, index) => (known[index] ? [] : [id])),
      );
      return placed.flatMap(({ id }, index) => {
        const card = known[index] ?? loaded.get(id);
        return card ? [keep(id, card).json] : [];
      });
    },
  };
}
