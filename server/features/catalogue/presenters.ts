import type {
  AccessType,
  RappPhase,
  RappPrinciple,
  Resource,
  ResourceSummary,
  ResourceType,
  RoleAffiliation,
} from '#contract/catalogue.ts';
import type { AdminResource } from '#contract/catalogue-admin.ts';
import { toMajor } from '#contract/money.ts';
import { addressOf } from '#server/features/files/rules.ts';

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

/** A resource as cards show it. */
export function showSummary(row: SummaryRow): ResourceSummary {
  const amount = (minor: number | null) => (minor === null ? null : toMajor(minor, row.currency));
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    accessType: row.access_type,
    price: amount(row.price_minor),
    monthlyPrice: amount(row.monthly_price_minor),
    annualPrice: amount(row.annual_price_minor),
    createdAt: row.created_at.toISOString(),
    estimatedDuration: row.estimated_duration,
    onlineProductId: row.online_product_id,
    thumbnailUrl: row.thumbnail_url,
    featuredImageUrl: row.featured_image_url,
    tags: row.tags,
    // Forms accept no other values, and the reply's shape checks them once more.
    roleAffiliations: row.role_affiliations as RoleAffiliation[],
    rappPrinciples: row.rapp_principles as RappPrinciple[],
    rappImplementationPhase: row.rapp_implementation_phase as RappPhase[],
    isPublished: row.is_published,
  };
}

/** A whole resource for members: its file by the address that asks for access (API-60). */
export function showResource(row: ResourceRow): Resource {
  return withFile(row, row.file_id && `/api/resources/${row.id}/download`);
}

/** A whole resource for administrators: its file by the upload's own address. */
export function showAdminResource(row: ResourceRow): AdminResource {
  return {
    ...withFile(row, row.file_id && addressOf({ id: row.file_id, kind: 'document' })),
    publishAt: row.publish_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}

function withFile(row: ResourceRow, fileUrl: string | null): Resource {
  return {
    ...showSummary(row),
    stripeProductId: row.stripe_product_id,
    fileUrl,
    fileTitle: row.file_title,
    videoUrl: row.video_url,
    readingMinutes: row.reading_minutes,
    metadata: {
      slideshowImages: row.slideshow_images,
      slideshowTexts: row.slideshow_images.map((_, place) => row.slideshow_texts[place] ?? ''),
      instructionalVideoUrl: row.instructional_video_url,
      videoUrl: row.video_url,
      subscriptionBenefits: row.subscription_benefits,
    },
  };
}

/** What no form sends. */
type KeptByServer = 'id' | 'createdAt' | 'stripeProductId' | 'readingMinutes' | 'updatedAt';

/** A resource as its form would send it, for changes of single fields and for the audit log. */
export function formOf(row: ResourceRow): Omit<AdminResource, KeptByServer> {
  const {
    id: _id,
    createdAt: _createdAt,
    stripeProductId: _stripeProductId,
    readingMinutes: _readingMinutes,
    updatedAt: _updatedAt,
    ...form
  } = showAdminResource(row);
  return form;
}
