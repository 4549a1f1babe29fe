import * as z from 'zod/mini';
import { SubscriptionTerms } from '../commerce/subscriptions.ts';
import { documentExtensions } from './files.ts';

export const resourceTypes = [
  'online_tool',
  'template',
  'downloadable_template',
  'book',
  'report',
  'insight',
  'newsletter',
  'article',
  'bundle',
  'path',
  'other',
] as const;
/** Maximum number of sample pages of a PDF that can be shown before it is bought (DETAIL-27). */
export const mostSamplePages = 5;

export const accessTypes = ['free', 'purchase', 'subscription'] as const;
/** Audience of a resource's video: everyone, or only people with access to the resource (ACCESS-23). */
export const videoAccesses = ['preview', 'content'] as const;
export const rappPrinciples = ['responsible', 'adaptive', 'people_centred', 'purpose_driven'] as const;
export const rappPhases = [
  'phase_1_discover_assess',
  'phase_2_design_plan',
  'phase_3_develop_prototype',
  'phase_4_deploy_scale',
] as const;
export const roleAffiliations = [
  'executive_leader',
  'people_capability_lead',
  'technical_lead_ai_ml_data',
  'legal_risk_compliance',
  'end_user_frontline_staff',
  'policy_public_interest_lead',
  'product_service_owner',
  'policy_lead',
  'technical_lead',
  'project_manager',
] as const;

export const pathStepKinds = ['resource', 'check', 'assessment', 'text'] as const;
/** Order in which the required steps of a path open: one after the other, or all at once. */
export const pathOrders = ['in_order', 'free'] as const;

export type ResourceType = (typeof resourceTypes)[number];
export type AccessType = (typeof accessTypes)[number];
export type VideoAccess = (typeof videoAccesses)[number];
export type RappPrinciple = (typeof rappPrinciples)[number];
export type RappPhase = (typeof rappPhases)[number];
export type RoleAffiliation = (typeof roleAffiliations)[number];

export const ResourceType = z.enum(resourceTypes, { error: 'This type is not known' });
export const AccessType = z.enum(accessTypes);
export const VideoAccess = z.enum(videoAccesses);
export const RappPrinciple = z.enum(rappPrinciples);
export const RappPhase = z.enum(rappPhases);
export const RoleAffiliation = z.enum(roleAffiliations);

/** An amount in the currency's major unit, such as 19.99 (GEN-12); null for a price that is not set. */
const Amount = z.nullable(z.number());

/** Fields of a resource that a card shows. Times are ISO 8601 in UTC, durations minutes. */
export const ResourceSummary = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  type: ResourceType,
  accessType: AccessType,
  price: Amount,
  monthlyPrice: Amount,
  annualPrice: Amount,
  createdAt: z.string(),
  estimatedDuration: z.nullable(z.int()),
  onlineProductId: z.nullable(z.int()),
  thumbnailUrl: z.nullable(z.string()),
  featuredImageUrl: z.nullable(z.string()),
  tags: z.array(z.string()),
  roleAffiliations: z.array(RoleAffiliation),
  rappPrinciples: z.array(RappPrinciple),
  rappImplementationPhase: z.array(RappPhase),
  isPublished: z.boolean(),
});
export type ResourceSummary = z.infer<typeof ResourceSummary>;

/**
 * Content of a bundle: its parts in their order, and whether buyers also get parts that are added later (BUNDLE-01).
 */
export const Bundle = z.object({ parts: z.array(ResourceSummary), includesLaterParts: z.boolean() });
export type Bundle = z.infer<typeof Bundle>;

/**
 * A step of a learning path, for everybody who sees the path. `resource` is null for a text, the assessment and the
 * check of the path itself.
 */
export const OutlinedStep = z.object({
  id: z.string(),
  kind: z.enum(pathStepKinds),
  /** Place among the required steps, from 1; null for an optional step. */
  number: z.nullable(z.int()),
  /** Title of a text; blank for other kinds. */
  title: z.string(),
  resource: z.nullable(ResourceSummary),
});
export type OutlinedStep = z.infer<typeof OutlinedStep>;

/**
 * Sections and steps of a learning path, without the texts. Steps of drafts, withdrawn resources and unpublished checks
 * are left out.
 */
export const PathOutline = z.object({
  order: z.enum(pathOrders),
  sections: z.array(z.object({ title: z.string(), summary: z.string(), steps: z.array(OutlinedStep) })),
});
export type PathOutline = z.infer<typeof PathOutline>;

/** Content of a resource, shown before the payment (DETAIL-26). */
export const Inside = z.object({
  file: z.nullable(z.object({ extension: z.nullable(z.enum(documentExtensions)), bytes: z.int() })),
  /** First-level headings of the resource's text, in their order; at most 60. */
  contents: z.array(z.string()),
  /**
   * Facts about a PDF: its pages, its own table of contents and the sample pages (DETAIL-27); null for other files, and
   * for a PDF that is not read yet or not readable.
   */
  document: z.optional(
    z.nullable(
      z.object({
        pages: z.int(),
        contents: z.array(z.object({ title: z.string(), page: z.int() })),
        samples: z.array(
          z.object({ page: z.int(), url: z.string(), width: z.int(), height: z.int(), text: z.string() }),
        ),
      }),
    ),
  ),
  /** Whether the resource has a video that only people with access may watch. */
  hasVideo: z.boolean(),
  updatedAt: z.string(),
  /** Null unless the resource is sold by subscription. */
  subscription: z.nullable(SubscriptionTerms),
});
export type Inside = z.infer<typeof Inside>;

export const NamedResource = z.object({ id: z.int(), title: z.string() });

/**
 * A whole resource (API-11). For members `fileUrl` is the download URL, for administrators the URL of the upload or of
 * the file on another site.
 */
export const Resource = z.extend(ResourceSummary, {
  /** The free days before the first payment of a subscription; null for none (TRIAL-01). */
  trialDays: z.nullable(z.int()),
  trialNeedsCard: z.boolean(),
  /** Number of first pages of the PDF that anyone may look at. */
  samplePages: z.int(),
  stripeProductId: z.nullable(z.string()),
  fileUrl: z.nullable(z.string()),
  fileTitle: z.nullable(z.string()),
  /** Null where the video is content and the caller lacks access (ACCESS-23), as are the URLs in `metadata`. */
  videoUrl: z.nullable(z.string()),
  videoAccess: VideoAccess,
  /** Reading time of the text; null when the resource has no text to read in the portal. */
  readingMinutes: z.nullable(z.int()),
  /** Whether the file is a PDF, which opens in the viewer; only in the reply for one resource, not in lists. */
  hasPages: z.optional(z.boolean()),
  /** Only in the reply for one resource. */
  inside: z.optional(Inside),
  /** Contents of a bundle; absent for other resources. */
  bundle: z.optional(Bundle),
  /** Sections and steps of a learning path; only in the reply for one resource. */
  outline: z.optional(PathOutline),
  metadata: z.object({
    slideshowImages: z.array(z.string()),
    /** Alternative text of each of these images, in their order; blank where there is none. */
    slideshowTexts: z.array(z.string()),
    instructionalVideoUrl: z.nullable(z.string()),
    videoUrl: z.nullable(z.string()),
    subscriptionBenefits: z.array(z.string()),
  }),
});
export type Resource = z.infer<typeof Resource>;

/** A resource of the list: the fields of a card, and in a list without pages the whole resource (API-09). */
export const ListedResource = z.partial(z.omit(Resource, { inside: true, hasPages: true, outline: true }), {
  trialDays: true,
  trialNeedsCard: true,
  samplePages: true,
  stripeProductId: true,
  fileUrl: true,
  fileTitle: true,
  videoUrl: true,
  videoAccess: true,
  readingMinutes: true,
  metadata: true,
});
export type ListedResource = z.infer<typeof ListedResource>;

/** Columns of the catalogue as a file, in their order: the fields of the API, and the resource's id. */
export const fileColumns = [
  'id',
  'title',
  'description',
  'type',
  'accessType',
  'price',
  'monthlyPrice',
  'annualPrice',
  'trialDays',
  'trialNeedsCard',
  'estimatedDuration',
  'onlineProductId',
  'fileUrl',
  'fileTitle',
  'samplePages',
  'thumbnailUrl',
  'featuredImageUrl',
  'videoUrl',
  'instructionalVideoUrl',
  'videoAccess',
  'slideshowImages',
  'slideshowTexts',
  'subscriptionBenefits',
  'tags',
  'roleAffiliations',
  'rappPrinciples',
  'rappImplementationPhase',
  'path',
  'isPublished',
] as const;
export type FileColumn = (typeof fileColumns)[number];
