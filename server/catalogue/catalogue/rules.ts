import type {
  AccessType,
  OutlinedStep,
  PathOutline,
  Resource,
  ResourceSummary,
} from '#contract/catalogue/catalogue.ts';
import type { PathContent, PathStep } from '#contract/catalogue/paths.ts';
import { toMajor } from '#contract/money.ts';
import { addressOf } from '#server/catalogue/files/rules.ts';
import type { ResourceRow, SummaryRow } from './columns.ts';

/** Facts that decide whether and how a resource opens: it is listed, a draft (also once unpublished), or withdrawn. */
export type AccessTerms = {
  id: number;
  accessType: AccessType;
  state: 'listed' | 'draft' | 'withdrawn';
  /** The listed resources of a learning path's steps; null for every other type. */
  parts: readonly Omit<AccessTerms, 'parts'>[] | null;
};

/** The form in which a resource is read: that for people without access, members with access, or administrators. */
export type Reader = 'user' | 'holder' | 'administrator';

/** A page of a list. */
export type Slice = { offset: number; limit: number };

/** A listed resource for the sitemap. */
export type ListedAddress = { id: number; title: string; updatedAt: Date };

/** Maximum length of a list without paging (API-09). */
const longestList = 1000;
const usualPage = 12;

type Paging = { page?: number; pageSize?: number };

/** Returns the requested page; without paging the list from its beginning, at most `longest`. */
export function sliceOf({ page, pageSize }: Paging, longest: number = longestList): Slice {
  if (page === undefined && pageSize === undefined) return { offset: 0, limit: longest };
  const limit = pageSize ?? usualPage;
  return { offset: ((page ?? 1) - 1) * limit, limit };
}

/** Whether a typed URL is https, with a host and without user info (ADM-RES-17). */
export function isSecureAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
}

/** Converts a row to a card. */
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
    roleAffiliations: row.role_affiliations,
    rappPrinciples: row.rapp_principles,
    rappImplementationPhase: row.rapp_implementation_phase,
    isPublished: row.is_published,
  };
}

type VideoRow = Pick<ResourceRow, 'access_type' | 'video_access' | 'video_url' | 'instructional_video_url'>;

/** Whether a resource has a video that only people with access may watch (ACCESS-23). */
export function hasContentVideo(row: VideoRow): boolean {
  return isVideoContent(row) && Boolean(row.video_url || row.instructional_video_url);
}

/** A free resource has no restricted video, because it is open to everyone who sees it. */
const isVideoContent = (row: VideoRow) => row.video_access === 'content' && row.access_type !== 'free';

/**
 * Converts a row to a whole resource. Members get the URL that checks their access to the file (API-60), administrators
 * the URL of the upload or the one that they entered. A video that is content is only for readers with access.
 */
export function showResource(row: ResourceRow, reader: Reader): Resource {
  const isWithheld = reader === 'user' && isVideoContent(row);
  const videoUrl = isWithheld ? null : row.video_url;
  const ofUpload = row.file_id && addressOf({ id: row.file_id, kind: 'document' });
  const own = ofUpload ?? row.file_link;
  const fileUrl = reader === 'administrator' ? own : own && `/api/resources/${row.id}/download`;
  return {
    ...showSummary(row),
    trialDays: row.trial_days,
    trialNeedsCard: row.trial_needs_card,
    samplePages: row.sample_pages,
    stripeProductId: row.stripe_product_id,
    fileUrl,
    fileTitle: row.file_title,
    videoUrl,
    videoAccess: row.video_access,
    readingMinutes: row.reading_minutes,
    metadata: {
      slideshowImages: row.slideshow_images,
      slideshowTexts: row.slideshow_images.map((_, place) => row.slideshow_texts[place] ?? ''),
      instructionalVideoUrl: isWithheld ? null : row.instructional_video_url,
      videoUrl,
      subscriptionBenefits: row.subscription_benefits,
    },
  };
}

/** A step of a stored path, with the card of its resource if it has one. */
type KnownStep = { step: PathStep; resource: ResourceSummary | null };

/** Id of a path's own check, which is its last step. No written step has a colon. */
export const ownCheckStep = ':check';

/** Resources that the steps of a path need: the listed ones, and those with a published check. */
type PathParts = { cards: ReadonlyMap<number, ResourceSummary>; checked: ReadonlySet<number> };

/**
 * Describes a learning path for everybody who sees it: without texts, and without the steps of drafts, withdrawn
 * resources and unpublished checks (PATH-04). A check of the path itself is the last step (PATH-01).
 */
export function outlineOf(id: number, content: PathContent, { cards, checked }: PathParts): PathOutline {
  let required = 0;
  const known = (step: PathStep): KnownStep[] => {
    if (!('resourceId' in step)) return [{ step, resource: null }];
    const resource = cards.get(step.resourceId);
    return resource && (step.kind !== 'check' || checked.has(step.resourceId)) ? [{ step, resource }] : [];
  };
  const outlined = ({ step, resource }: KnownStep): OutlinedStep => {
    if (!step.isOptional) required += 1;
    return {
      id: step.id,
      kind: step.kind,
      number: step.isOptional ? null : required,
      title: step.kind === 'text' ? step.title : '',
      resource,
    };
  };
  const sections = content.sections.map(({ title, summary, steps }) => ({
    title,
    summary,
    steps: steps.flatMap(known).map(outlined),
  }));
  const shown = sections.filter(({ steps }) => steps.length > 0);
  if (!checked.has(id)) return { order: content.order, sections: shown };
  const ownCheck = { id: ownCheckStep, kind: 'check', number: required + 1, title: '', resource: null } as const;
  const last = shown.at(-1) ?? { title: '', summary: '', steps: [] };
  return { order: content.order, sections: [...shown.slice(0, -1), { ...last, steps: [...last.steps, ownCheck] }] };
}
