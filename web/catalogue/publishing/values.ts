import * as z from 'zod/mini';
import type {
  AccessType,
  RappPhase,
  RappPrinciple,
  ResourceType,
  RoleAffiliation,
  VideoAccess,
} from '#contract/catalogue/catalogue.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import { EditedResourceForm, type ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { instantOf, localTimeOf } from '#web/local-time.ts';
import { linesOf } from '../catalogue/display.ts';
import { blankPath, type PathValues } from './path-values.ts';

/** Resource that a form names; `type` is null while it is not loaded, or when it does not exist. */
export type PickedResource = { id: number; title: string; type: ResourceType | null; isPublished: boolean };

export const fieldLabels: Readonly<Record<string, string>> = {
  type: 'Type',
  title: 'Title',
  description: 'Description',
  accessType: 'Access Type',
  price: 'Price',
  monthlyPrice: 'Monthly Price',
  annualPrice: 'Annual Price',
  trialDays: 'Free Trial (days)',
  trialNeedsCard: 'Ask for a Card',
  estimatedDuration: 'Estimated Duration (minutes)',
  onlineProductId: 'Online Product',
  fileUrl: 'File',
  fileTitle: 'File name',
  samplePages: 'Sample pages',
  thumbnailUrl: 'Thumbnail',
  featuredImageUrl: 'Featured Image',
  videoUrl: 'Video URL',
  videoAccess: 'Who Can Watch the Video',
  'metadata.slideshowImages': 'Slideshow Images',
  'metadata.instructionalVideoUrl': 'Instructional Video URL',
  'metadata.videoUrl': 'Video URL',
  'metadata.subscriptionBenefits': 'Subscription Benefits',
  tags: 'Tags',
  roleAffiliations: 'Role Affiliations',
  rappPrinciples: 'Philosophies',
  rappImplementationPhase: 'Implementation Phases',
  parts: 'Parts',
  includesLaterParts: 'Include Later Parts',
  path: 'Steps',
  isPublished: 'Published',
  publishAt: 'Publish at a set time',
  article: 'Text',
};

/** Returns the values of a new resource: free, unless it is a bundle, and a draft (ADM-RES-13). */
export const blankValues = (type: ResourceType) => ({
  type,
  title: '',
  description: '',
  accessType: (type === 'bundle' ? 'purchase' : 'free') as AccessType,
  price: '',
  monthlyPrice: '',
  annualPrice: '',
  trialDays: '',
  trialNeedsCard: true,
  estimatedDuration: '',
  /** Empty while none is chosen. */
  onlineProductId: '',
  fileUrl: null as string | null,
  fileTitle: null as string | null,
  /** Number of first pages of a PDF that everyone can see. */
  samplePages: '0',
  thumbnailUrl: null as string | null,
  featuredImageUrl: null as string | null,
  videoUrl: null as string | null,
  videoAccess: 'preview' as VideoAccess,
  metadata: {
    /** Slides, each picture once, with the text for people who do not see it. */
    slideshowImages: [] as { url: string; text: string }[],
    instructionalVideoUrl: '',
    videoUrl: null as string | null,
    subscriptionBenefits: '',
  },
  tags: [] as string[],
  roleAffiliations: [] as RoleAffiliation[],
  rappPrinciples: [] as RappPrinciple[],
  rappImplementationPhase: [] as RappPhase[],
  /** Parts of a bundle; empty for other types. */
  parts: [] as PickedResource[],
  includesLaterParts: false,
  /** Steps of a learning path; blank for other types. */
  path: blankPath as PathValues,
  isPublished: false,
  /** Publication time of a draft, as a date field value; empty for never. */
  publishAt: '',
  /** Text of the editor; undefined while it is unchanged, and a save then leaves it alone. */
  article: undefined as unknown,
});

/** Values of the resource forms: numbers as text, benefits one per line. */
export type ResourceValues = ReturnType<typeof blankValues>;

/**
 * Returns the form values of an existing resource, including hidden fields, because a save replaces every field except
 * an unchanged text.
 */
export function valuesOf(resource: AdminResource): ResourceValues {
  const { metadata } = resource;
  return {
    type: resource.type,
    title: resource.title,
    description: resource.description,
    accessType: resource.accessType,
    price: textOf(resource.price),
    monthlyPrice: textOf(resource.monthlyPrice),
    annualPrice: textOf(resource.annualPrice),
    trialDays: textOf(resource.trialDays),
    trialNeedsCard: resource.trialNeedsCard,
    estimatedDuration: textOf(resource.estimatedDuration),
    onlineProductId: textOf(resource.onlineProductId),
    fileUrl: resource.fileUrl,
    fileTitle: resource.fileTitle,
    samplePages: String(resource.samplePages),
    thumbnailUrl: resource.thumbnailUrl,
    featuredImageUrl: resource.featuredImageUrl,
    videoUrl: resource.videoUrl,
    videoAccess: resource.videoAccess,
    metadata: {
      slideshowImages: slidesOf(metadata),
      instructionalVideoUrl: metadata.instructionalVideoUrl ?? '',
      videoUrl: metadata.videoUrl,
      subscriptionBenefits: metadata.subscriptionBenefits.join('\n'),
    },
    tags: resource.tags,
    roleAffiliations: resource.roleAffiliations,
    rappPrinciples: resource.rappPrinciples,
    rappImplementationPhase: resource.rappImplementationPhase,
    parts: (resource.bundle?.parts ?? []).map(({ id, title, type, isPublished }) => ({ id, title, type, isPublished })),
    includesLaterParts: resource.bundle?.includesLaterParts ?? false,
    path: resource.path ? { content: resource.path, parts: resource.pathParts ?? [] } : blankPath,
    isPublished: resource.isPublished,
    publishAt: localTimeOf(resource.publishAt),
    article: undefined,
  };
}

/** Returns the slides of a resource, each picture once. */
function slidesOf({ slideshowImages, slideshowTexts }: AdminResource['metadata']) {
  return slideshowImages
    .map((url, place) => ({ url, text: slideshowTexts[place] ?? '' }))
    .filter(({ url }, place) => slideshowImages.indexOf(url) === place);
}

/** Prices of each access type; the forms show only these (ADM-TOOL-07). */
export const pricesByAccess: Record<AccessType, readonly ('price' | 'monthlyPrice' | 'annualPrice')[]> = {
  free: [],
  purchase: ['price'],
  subscription: ['monthlyPrice', 'annualPrice'],
};

function sentOf(values: ResourceValues): z.input<typeof EditedResourceForm> {
  const { type, accessType, metadata } = values;
  const shown = pricesByAccess[accessType];
  const sent = {
    ...values,
    price: shown.includes('price') ? values.price : null,
    monthlyPrice: shown.includes('monthlyPrice') ? values.monthlyPrice : null,
    annualPrice: shown.includes('annualPrice') ? values.annualPrice : null,
    trialDays: accessType === 'subscription' ? values.trialDays : null,
    onlineProductId: values.onlineProductId || null,
    publishAt: values.isPublished ? null : instantOf(values.publishAt),
    metadata: {
      ...metadata,
      slideshowImages: metadata.slideshowImages.map(({ url }) => url),
      slideshowTexts: metadata.slideshowImages.map(({ text }) => text),
      subscriptionBenefits: accessType === 'subscription' ? linesOf(metadata.subscriptionBenefits) : [],
    },
  };
  if (type === 'downloadable_template') return { ...sent, type, fileUrl: values.fileUrl ?? '' };
  if (type === 'bundle') {
    return { ...sent, type, accessType: 'purchase', partIds: values.parts.map(({ id }) => id) };
  }
  if (type === 'path') return { ...sent, type, path: values.path.content };
  if (type === 'online_tool') return { ...sent, type, onlineProductId: values.onlineProductId };
  return { ...sent, type };
}

/**
 * The contract's schema of the chosen type, applied to the form's values. Prices that the form hides for the chosen
 * access type are sent as null, so that no hidden field can be invalid.
 */
export const resourceSchema: z.ZodMiniType<ResourceForm, ResourceValues> = z.pipe(
  z.transform(sentOf),
  EditedResourceForm,
);

/**
 * Returns the title after a product was chosen: the product's name, unless the title was written by hand (ADM-TOOL-10).
 */
export function titleForProduct(title: string, before: string | undefined, after: string | undefined): string {
  const isOwn = title.trim() !== '' && title !== before;
  return isOwn || after === undefined ? title : after;
}

/** Adds the value of a pressed checkbox at the end, or removes it. The first value leads. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}
