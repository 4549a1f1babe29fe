import * as z from 'zod/mini';
import { isStorable, wholeNumber } from './text.ts';

export const resourceTypes = [
  'online_tool',
  'template',
  'downloadable_template',
  'book',
  'report',
  'insight',
  'newsletter',
  'article',
  'other',
] as const;
export const accessTypes = ['free', 'purchase', 'subscription'] as const;
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

export type ResourceType = (typeof resourceTypes)[number];
export type AccessType = (typeof accessTypes)[number];
export type RappPrinciple = (typeof rappPrinciples)[number];
export type RappPhase = (typeof rappPhases)[number];
export type RoleAffiliation = (typeof roleAffiliations)[number];

export const ResourceType = z.enum(resourceTypes);
export const AccessType = z.enum(accessTypes);
export const RappPrinciple = z.enum(rappPrinciples);
export const RappPhase = z.enum(rappPhases);
export const RoleAffiliation = z.enum(roleAffiliations);

/** An amount in the currency's major unit, such as 19.99 (GEN-12). */
const Amount = z.nullable(z.number());

/** What a card shows of a resource. Times are ISO 8601 in UTC, durations minutes. */
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

/** A whole resource (API-11). To members `fileUrl` is its download address, to administrators the upload's own. */
export const Resource = z.extend(ResourceSummary, {
  stripeProductId: z.nullable(z.string()),
  fileUrl: z.nullable(z.string()),
  fileTitle: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  /** How long its text takes to read; null when there is none to be read in the portal. */
  readingMinutes: z.nullable(z.int()),
  /** Its file is a PDF, which opens page by page; told of one resource, not in lists. */
  hasPages: z.optional(z.boolean()),
  metadata: z.object({
    slideshowImages: z.array(z.string()),
    /** What each of these images shows, in their order; blank where nobody has said it. */
    slideshowTexts: z.array(z.string()),
    instructionalVideoUrl: z.nullable(z.string()),
    videoUrl: z.nullable(z.string()),
    subscriptionBenefits: z.array(z.string()),
  }),
});
export type Resource = z.infer<typeof Resource>;

export const resourceSorts = ['created_at', 'title', 'price_low_high', 'price_high_low'] as const;
export type ResourceSort = (typeof resourceSorts)[number];

/** A query parameter that may be repeated, up to 20 times. */
function repeated<Value>(value: z.ZodMiniType<Value>) {
  return z.pipe(
    z.optional(z.union([z.array(value).check(z.maxLength(20)), value])),
    z.transform((given: Value | Value[] | undefined): Value[] => {
      if (given === undefined) return [];
      return Array.isArray(given) ? given : [given];
    }),
  );
}

const SearchText = z
  .string({ error: 'There can be one search at a time' })
  .check(
    z.trim(),
    z.maxLength(100, 'The search must be at most 100 characters'),
    z.refine(isStorable, 'The search contains characters that cannot be stored'),
  );

/**
 * The query of GET /api/resources (API-09); a group's values are alternatives, groups restrict each
 * other. Without a sort a search comes best match first, everything else newest first.
 */
export const ResourceQuery = z.object({
  type: repeated(ResourceType),
  accessType: repeated(AccessType),
  rappPrinciples: repeated(RappPrinciple),
  rappImplementationPhase: repeated(RappPhase),
  roleAffiliations: repeated(RoleAffiliation),
  search: z._default(SearchText, ''),
  sort: z.optional(z.enum(resourceSorts, { error: 'This sort order is not known' })),
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type ResourceQuery = z.infer<typeof ResourceQuery>;

/** The query of GET /api/resources/counts: what the list is narrowed to. */
export const ResourceCountsQuery = z.omit(ResourceQuery, { sort: true, page: true, pageSize: true });
export type ResourceCountsQuery = z.infer<typeof ResourceCountsQuery>;

/** Shorter texts say too little to suggest anything. */
const shortestSuggestion = 2;

/** The query of GET /api/resources/suggestions: what somebody has typed so far. */
export const SuggestionQuery = z.object({
  search: SearchText.check(
    z.minLength(shortestSuggestion, `The search must be at least ${shortestSuggestion} characters`),
  ),
});
export type SuggestionQuery = z.infer<typeof SuggestionQuery>;

/** What a text that is being typed may be about: resources, those that its words begin first, and tags to search for. */
export const Suggestions = z.object({
  resources: z.array(z.object({ id: z.int(), title: z.string(), type: ResourceType })),
  topics: z.array(z.string()),
});
export type Suggestions = z.infer<typeof Suggestions>;

const ValueCounts = z.optional(z.record(z.string(), z.int()));

/**
 * For each value of a filter how many resources it would find beside what the other groups and the search ask for.
 * What nothing has is left out of its group; a group that is too much to count is left out altogether.
 */
export const ResourceCounts = z.object({
  type: ValueCounts,
  accessType: ValueCounts,
  rappPrinciples: ValueCounts,
  rappImplementationPhase: ValueCounts,
  roleAffiliations: ValueCounts,
});
export type ResourceCounts = z.infer<typeof ResourceCounts>;

/** What a tool is: a site of its own, a site framed by a page of the portal, or a page of the portal itself. */
export const ToolType = z.enum(['embedded', 'iframe', 'component'], { error: 'The tool type is not known' });

/** How a tool is opened: on the landing page, by the landing page after a second, or without it. */
export const ProductOpening = z.enum(['landing', 'automatic', 'direct'], { error: 'The way of opening is not known' });
export type ProductOpening = z.infer<typeof ProductOpening>;

/** An online product as members see it; the tool's address only with access (TOOL-19). */
export const OnlineProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  toolType: ToolType,
  toolUrl: z.optional(z.string()),
  // The rest of the row, for administrators.
  slug: z.optional(z.string()),
  configuration: z.optional(z.record(z.string(), z.unknown())),
  isActive: z.optional(z.boolean()),
  opening: z.optional(ProductOpening),
  createdAt: z.optional(z.string()),
});
export type OnlineProduct = z.infer<typeof OnlineProduct>;
