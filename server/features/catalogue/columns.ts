import type { AccessType, ResourceType } from '#contract/catalogue.ts';

// Every noun that reads cards or resources selects these columns, so that each is shown the same way everywhere.

/** What of a resource's row a card needs. The lists hold only values of the vocabulary, so they carry its types. */
export type SummaryRow = {
  id: number;
  title: string;
  description: string;
  type: ResourceType;
  access_type: AccessType;
  price_minor: number | null;
  monthly_price_minor: number | null;
  annual_price_minor: number | null;
  currency: string;
  created_at: Date;
  estimated_duration: number | null;
  online_product_id: number | null;
  thumbnail_url: string | null;
  featured_image_url: string | null;
  tags: string[];
  role_affiliations: string[];
  rapp_principles: string[];
  rapp_implementation_phase: string[];
  is_published: boolean;
};

/** What a card needs of a row of resources, and nothing wider. */
export const summaryColumns = `r.id, r.title, r.description, r.type, r.access_type, r.price_minor,
  r.monthly_price_minor, r.annual_price_minor, r.currency, r.created_at, r.estimated_duration, r.online_product_id,
  r.thumbnail_url, r.featured_image_url, r.tags, r.role_affiliations, r.rapp_principles, r.rapp_implementation_phase,
  r.is_published`;

/** What of a resource's row its page needs. */
export type ResourceRow = SummaryRow & {
  stripe_product_id: string | null;
  file_id: string | null;
  file_title: string | null;
  video_url: string | null;
  slideshow_images: string[];
  slideshow_texts: string[];
  instructional_video_url: string | null;
  subscription_benefits: string[];
  reading_minutes: number | null;
  publish_at: Date | null;
  updated_at: Date;
};

/** What of a row its whole resource needs. */
export const resourceColumns = `id, title, description, type, access_type, price_minor, monthly_price_minor,
  annual_price_minor, currency, created_at, estimated_duration, online_product_id, stripe_product_id, thumbnail_url,
  featured_image_url, file_id, file_title, video_url, tags, role_affiliations, rapp_principles,
  rapp_implementation_phase, slideshow_images, slideshow_texts, instructional_video_url, subscription_benefits,
  is_published, reading_minutes, publish_at, updated_at`;
