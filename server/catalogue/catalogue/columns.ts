import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsWithout } from '#server/platform/database/columns.ts';

// Every feature that reads cards or resources selects these columns, so that resources look the same everywhere.

type Row = Selectable<Tables['resources']>;

const ofCard = [
  'id',
  'title',
  'description',
  'type',
  'access_type',
  'price_minor',
  'monthly_price_minor',
  'annual_price_minor',
  'currency',
  'created_at',
  'estimated_duration',
  'online_product_id',
  'thumbnail_url',
  'featured_image_url',
  'tags',
  'role_affiliations',
  'rapp_principles',
  'rapp_implementation_phase',
  'is_published',
] as const satisfies (keyof Row)[];

/** Columns that no card and no page needs: what searches, lists and the server's own bookkeeping read. */
const notOfPage = [
  'withdrawn_at',
  'is_listed',
  'principles_bits',
  'shown_price_minor',
  'title_order',
  'search_text',
  'search_tags',
  'content_version',
  'unlisted_at',
] as const satisfies (keyof Row)[];

/** Columns of a resource that a card needs. */
export type SummaryRow = Pick<Row, (typeof ofCard)[number]>;

/** The columns of `SummaryRow` in SQL, selected from `resources r`. */
export const summaryColumns = ofCard.map((name) => `r.${name}`).join(', ');

/** Columns of a resource that its page needs. */
export type ResourceRow = Omit<Row, (typeof notOfPage)[number]>;

/** The columns of `ResourceRow` in SQL, selected from `resources`. */
export const resourceColumns = columnsWithout('resources', notOfPage).join(', ');
