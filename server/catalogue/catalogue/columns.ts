import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';

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

const ofPage = [
  ...ofCard,
  'trial_days',
  'trial_needs_card',
  'stripe_product_id',
  'file_id',
  'file_link',
  'file_title',
  'sample_pages',
  'video_url',
  'video_access',
  'slideshow_images',
  'slideshow_texts',
  'instructional_video_url',
  'subscription_benefits',
  'reading_minutes',
  'publish_at',
  'includes_later_parts',
  'path',
  'updated_at',
] as const satisfies (keyof Row)[];

/** Columns of a resource that a card needs. */
export type SummaryRow = Pick<Row, (typeof ofCard)[number]>;

/** The columns of `SummaryRow` in SQL, selected from `resources r`. */
export const summaryColumns = ofCard.map((name) => `r.${name}`).join(', ');

/** Columns of a resource that its page needs. */
export type ResourceRow = Pick<Row, (typeof ofPage)[number]>;

/** The columns of `ResourceRow` in SQL, selected from `resources`. */
export const resourceColumns = ofPage.join(', ');
