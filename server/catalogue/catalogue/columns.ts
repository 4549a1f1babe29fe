import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';

// Every feature that reads cards or resources selects these columns, so that resources look the same everywhere.

type Row = Selectable<Tables['resources']>;

/** Columns of a resource that a card needs. */
export type SummaryRow = Pick<
  Row,
  | 'id'
  | 'title'
  | 'description'
  | 'type'
  | 'access_type'
  | 'price_minor'
  | 'monthly_price_minor'
  | 'annual_price_minor'
  | 'currency'
  | 'created_at'
  | 'estimated_duration'
  | 'online_product_id'
  | 'thumbnail_url'
  | 'featured_image_url'
  | 'tags'
  | 'role_affiliations'
  | 'rapp_principles'
  | 'rapp_implementation_phase'
  | 'is_published'
>;

/** The columns of `SummaryRow` in SQL, selected from `resources r`. */
export const summaryColumns = `r.id, r.title, r.description, r.type, r.access_type, r.price_minor,
  r.monthly_price_minor, r.annual_price_minor, r.currency, r.created_at, r.estimated_duration, r.online_product_id,
  r.thumbnail_url, r.featured_image_url, r.tags, r.role_affiliations, r.rapp_principles, r.rapp_implementation_phase,
  r.is_published`;

/** Columns of a resource that its page needs. */
export type ResourceRow = SummaryRow &
  Pick<
    Row,
    | 'trial_days'
    | 'trial_needs_card'
    | 'stripe_product_id'
    | 'file_id'
    | 'file_link'
    | 'file_title'
    | 'sample_pages'
    | 'video_url'
    | 'video_access'
    | 'slideshow_images'
    | 'slideshow_texts'
    | 'instructional_video_url'
    | 'subscription_benefits'
    | 'reading_minutes'
    | 'publish_at'
    | 'includes_later_parts'
    | 'path'
    | 'updated_at'
  >;

/** The columns of `ResourceRow` in SQL, selected from `resources`. */
export const resourceColumns = `id, title, description, type, access_type, price_minor, monthly_price_minor,
  annual_price_minor, trial_days, trial_needs_card, currency, created_at, estimated_duration, online_product_id, stripe_product_id, thumbnail_url,
  featured_image_url, file_id, file_link, file_title, sample_pages, video_url, video_access, tags, role_affiliations, rapp_principles,
  rapp_implementation_phase, slideshow_images, slideshow_texts, instructional_video_url, subscription_benefits,
  is_published, reading_minutes, publish_at, includes_later_parts, path, updated_at`;
