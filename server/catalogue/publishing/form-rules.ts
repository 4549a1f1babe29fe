import type { FileColumn, ResourceType, VideoAccess } from '#contract/catalogue/catalogue.ts';
import { freeAnyway, type PathStep, stepsOf } from '#contract/catalogue/paths.ts';
import type { PathPart } from '#contract/catalogue/publishing.ts';
import { noTemplateFile, type ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { enteredDecimals, formatMoney, minimumCharge, toMajor, toMinor } from '#contract/money.ts';
import { isSecureAddress } from '#server/catalogue/catalogue/rules.ts';
import { fileIdIn } from '#server/catalogue/files/rules.ts';

/** Facts about the portal and the catalogue that the checks of a form need and the form does not contain. */
export type FormFacts = {
  currency: string;
  /** The resource that is saved, null for a new one, and its file. */
  resourceId: number | null;
  file: FileColumns;
  /** Current access to the resource's video, which a form without one keeps; 'preview' for a new resource. */
  videoAccess: VideoAccess;
  /** The form's online product; null when none has that id. */
  product: { name: string; description: string } | null;
  /** The resource's current type; null for a new one. */
  formerType: ResourceType | null;
  bundle: BundleFacts;
  /** The resources that the form's path names, by id. */
  pathParts: PathFacts;
  assessment: AssessmentState;
  /** The kinds of the form's uploads, by id. */
  uploads: ReadonlyMap<string, 'image' | 'document'>;
};

/** The upload of a resource's file, or the URL of a file on another site. */
export type FileColumns = { file_id: string | null; file_link: string | null };

export const noFile: FileColumns = { file_id: null, file_link: null };

/** A resource that is, or would become, part of a bundle. */
export type Part = { id: number; title: string; type: ResourceType; isPublished: boolean };

/** The resources that steps of paths name, by id; resources that do not exist are missing. */
export type PathFacts = ReadonlyMap<number, PathFact>;

/** A resource that a step names; `isScheduled` is whether a draft has a time at which it is published. */
export type PathFact = Pick<PathPart, 'title' | 'type' | 'accessType' | 'state' | 'hasCheck'> & {
  isScheduled: boolean;
};

/**
 * Whether members can take the assessment: on its public page, or by a published resource that opens it; `scheduled` if
 * only a draft with a time opens it.
 */
export type AssessmentState = 'open' | 'scheduled' | 'closed';

/** Facts about a form's bundle, and about the bundles that sell its resource. */
export type BundleFacts = {
  /** The bundle's parts after the save, in their order; null for a part that is not in the catalogue. */
  parts: readonly (Part | null)[];
  /** Title of a bundle that sells this resource; null without one. */
  soldIn: string | null;
  /** Whether members have bought this bundle with the promise of later parts. */
  isPromised: boolean;
};

/** A problem of a field, as an error code or as a sentence. */
export type FormProblem = { field: FileColumn } & (
  | { code: ErrorCode; values?: Record<string, string> }
  | { sentence: string }
);

/** Returns the problems of a form beyond its schema, the most important first. */
export function problemsOf(form: ResourceForm, facts: FormFacts): FormProblem[] {
  const { currency, product } = facts;
  const problems: FormProblem[] = [...priceProblems(form, currency)];
  if (problems.length === 0 && lacksPrice(form, currency)) {
    const minimum = formatMoney(toMajor(minimumCharge(currency), currency), currency);
    problems.push({ field: 'price', code: 'publishing.price-required', values: { minimum } });
  }
  if (form.onlineProductId !== null && !product) {
    problems.push({ field: 'onlineProductId', code: 'publishing.product-unknown' });
  }
  const addresses = addressProblems(form, facts);
  if (addresses.length === 0 && lacksFile(form, facts)) problems.push({ field: 'fileUrl', sentence: noTemplateFile });
  return [...problems, ...bundleProblems(form, facts), ...pathProblems(form, facts), ...addresses];
}

/** Minimum number of parts of a bundle. */
const fewestParts = 2;

/**
 * Checks that a bundle on sale has at least two published parts (BUNDLE-02), that no part is a bundle or path or
 * missing, that the parts of bundles on sale remain published (BUNDLE-05), and that a bundle keeps its type and its
 * promise of later parts.
 */
function bundleProblems(form: ResourceForm, { formerType, bundle }: FormFacts): FormProblem[] {
  const { parts, soldIn, isPromised } = bundle;
  const typeProblem = (sentence: string): FormProblem[] => [{ field: 'type', sentence }];
  if (formerType !== null && (formerType === 'bundle') !== (form.type === 'bundle')) {
    return typeProblem('A bundle cannot become another type, and no other type a bundle');
  }
  if (soldIn !== null && !form.isPublished) {
    return [{ field: 'isPublished', code: 'publishing.sold-in-bundle', values: { bundle: quoted(soldIn) } }];
  }
  if (form.type !== 'bundle') return [];
  if (isPromised && form.includesLaterParts === false) {
    return typeProblem('Members bought this bundle with the parts that are added later, so this choice stays');
  }
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return typeProblem('One of the parts is not in the catalogue any more');
  const nested = known.find(({ type }) => type === 'bundle' || type === 'path');
  if (nested) {
    const noun = nested.type === 'path' ? 'learning path' : 'bundle';
    return typeProblem(`A ${noun} cannot be part of a bundle: ${quoted(nested.title)}`);
  }
  if (!isOffered(form)) return [];
  if (known.length < fewestParts)
    return typeProblem(`Choose at least ${fewestParts} parts before you publish the bundle`);
  const draft = known.find(({ isPublished }) => !isPublished);
  return draft ? typeProblem(`Publish ${quoted(draft.title)} before the bundle that sells it`) : [];
}

/**
 * Checks that each step of a path names an existing resource, neither itself nor another path nor a bundle, and that a
 * path keeps its type. Before it is published, it must have a required step that members can do, and must not be sold
 * with free resources only (PATH-01).
 */
function pathProblems(form: ResourceForm, { formerType, resourceId, pathParts, assessment }: FormFacts): FormProblem[] {
  const problem = (sentence: string): FormProblem[] => [{ field: 'path', sentence }];
  if (formerType !== null && (formerType === 'path') !== (form.type === 'path')) {
    return [
      { field: 'type', sentence: 'A learning path cannot become another type, and no other type a learning path' },
    ];
  }
  if (form.type !== 'path') return [];
  const steps = stepsOf(form.path);
  for (const step of steps) {
    if (!('resourceId' in step)) continue;
    if (step.resourceId === resourceId) return problem('A learning path cannot be a step of itself');
    const part = pathParts.get(step.resourceId);
    if (!part) return problem('One of the steps is not in the catalogue any more');
    if (part.type === 'path') return problem(`A learning path cannot be a step of another: ${quoted(part.title)}`);
    if (part.type === 'bundle') return problem(`A bundle has no end, so it cannot be a step: ${quoted(part.title)}`);
  }
  if (isOffered(form) && steps.every(({ isOptional }) => isOptional)) {
    return problem('Add at least one step that is not optional before you publish the path');
  }
  if (!isOffered(form)) return [];
  const required = steps.filter(({ isOptional }) => !isOptional);
  const isAssessmentOpen = assessment === 'open' || (assessment === 'scheduled' && !form.isPublished);
  const canBeDone = required.some((step) =>
    step.kind === 'assessment' ? isAssessmentOpen : isShown(step, form, pathParts),
  );
  if (!canBeDone && required.some(({ kind }) => kind === 'assessment')) {
    return problem(
      'Members cannot take the assessment: no published resource opens it, and its public page is off. Publish its resource, switch the page on, or add another step that is not optional',
    );
  }
  if (!canBeDone) {
    return problem(
      'Members cannot do any of the required steps: their resources are drafts or deleted, or their checks are not published. Publish one of them first',
    );
  }
  return isFreeAnyway(form, steps, pathParts) ? [{ field: 'accessType', sentence: freeAnyway }] : [];
}

/**
 * Whether a path shows a step to members once it is published (PATH-03). The assessment is always shown, because a
 * setting turns its public page on or off at any time.
 */
function isShown(step: PathStep, form: ResourceForm, parts: PathFacts): boolean {
  if (!('resourceId' in step)) return true;
  const part = parts.get(step.resourceId);
  return part !== undefined && isListedThen(part, form) && (step.kind !== 'check' || part.hasCheck);
}

/** Whether a resource is listed, or is a scheduled draft while the path is not published either. */
function isListedThen({ state, isScheduled }: PathFact, { isPublished }: ResourceForm): boolean {
  return state === 'listed' || (!isPublished && state === 'draft' && isScheduled);
}

/** Whether a path that is not free has free resources only, which would open it to everybody (PATH-01). */
function isFreeAnyway(form: ResourceForm, steps: readonly PathStep[], parts: PathFacts): boolean {
  const named = steps.flatMap((step) => ('resourceId' in step ? (parts.get(step.resourceId) ?? []) : []));
  const listed = named.filter((part) => isListedThen(part, form));
  return form.accessType !== 'free' && listed.length > 0 && listed.every((part) => part.accessType === 'free');
}

/** Whether a resource is published, or will be at a set time. */
const isOffered = ({ isPublished, publishAt }: ResourceForm) => isPublished || publishAt !== null;

const quoted = (title: string) => `“${title}”`;

const prices = [
  ['price', 'Price'],
  ['monthlyPrice', 'Monthly price'],
  ['annualPrice', 'Annual price'],
] as const;

/** Returns a problem for each price that has more decimals than the currency allows. */
function priceProblems(form: ResourceForm, currency: string): FormProblem[] {
  return prices.flatMap(([field, name]) => {
    const price = form[field];
    if (price === null || toMinor(price, currency) !== null) return [];
    return [{ field, sentence: `${name} may have at most ${enteredDecimals(currency)} decimals` }];
  });
}

/**
 * Whether a resource for purchase costs less than the payment provider's minimum, so that it can be published neither
 * now nor at a set time (ADM-RES-16).
 */
function lacksPrice(form: ResourceForm, currency: string): boolean {
  const isSold = isOffered(form) && form.accessType === 'purchase';
  return isSold && (minorOf(form.price, currency) ?? 0) < minimumCharge(currency);
}

const minorOf = (price: string | null, currency: string) => (price === null ? null : toMinor(price, currency));

/** Checks that pictures and the file are uploads or https URLs, and videos https URLs (ADM-RES-17). */
function addressProblems(form: ResourceForm, facts: FormFacts): FormProblem[] {
  const { slideshowImages, instructionalVideoUrl, videoUrl } = form.metadata;
  const isPicture = (address: string) => isSecureAddress(address) || uploadIn(address, 'image', facts) !== null;
  const rejected = (field: FileColumn, name: string): FormProblem[] => [
    { field, code: 'publishing.address-refused', values: { field: name } },
  ];
  const check = (field: FileColumn, name: string, address: string | null, isFine: (address: string) => boolean) =>
    address === null || isFine(address) ? [] : rejected(field, name);
  return [
    ...check('thumbnailUrl', 'Thumbnail', form.thumbnailUrl, isPicture),
    ...check('featuredImageUrl', 'Featured image', form.featuredImageUrl, isPicture),
    ...(slideshowImages.every(isPicture) ? [] : rejected('slideshowImages', 'A slideshow image')),
    ...check('instructionalVideoUrl', 'Instructional video URL', instructionalVideoUrl, isSecureAddress),
    ...([videoUrl, form.videoUrl].every((address) => address === null || isSecureAddress(address))
      ? []
      : rejected('videoUrl', 'Video URL')),
    ...(form.fileUrl !== null && !hasFile(fileOf(form, facts)) && !keepsFile(form, facts)
      ? namesOwnFile(form.fileUrl)
        ? [{ field: 'fileUrl' as const, code: 'publishing.file-unknown' as const }]
        : rejected('fileUrl', 'File')
      : []),
  ];
}

function uploadIn(address: string, kind: 'image' | 'document', { uploads }: FormFacts): string | null {
  const own = fileIdIn(address);
  return own?.kind === kind && uploads.get(own.id) === kind ? own.id : null;
}

const namesOwnFile = (address: string) => fileIdIn(address) !== null || address.startsWith('/api/');

/** Whether the form has the resource's own download URL, which leaves its file unchanged (API-60). */
const keepsFile = ({ fileUrl }: ResourceForm, { resourceId }: FormFacts) =>
  resourceId !== null && fileUrl === `/api/resources/${resourceId}/download`;

function fileOf(form: ResourceForm, facts: FormFacts): FileColumns {
  const { fileUrl } = form;
  if (fileUrl === null) return noFile;
  if (keepsFile(form, facts)) return { file_id: facts.file.file_id, file_link: facts.file.file_link };
  if (isSecureAddress(fileUrl)) return { file_id: null, file_link: fileUrl };
  return { file_id: uploadIn(fileUrl, 'document', facts), file_link: null };
}

const hasFile = ({ file_id, file_link }: FileColumns) => file_id !== null || file_link !== null;

/** Whether a template lacks its file and so must remain a draft (ADM-TPL-04). */
function lacksFile(form: ResourceForm, facts: FormFacts): boolean {
  return form.type === 'downloadable_template' && isOffered(form) && !hasFile(fileOf(form, facts));
}

export function uploadIdsIn(form: ResourceForm): string[] {
  const { fileUrl, thumbnailUrl, featuredImageUrl, metadata } = form;
  const addresses = [fileUrl, thumbnailUrl, featuredImageUrl, ...metadata.slideshowImages];
  return addresses.flatMap((address) => (address === null ? [] : (fileIdIn(address)?.id ?? [])));
}

/** The columns of a resource that a valid form fills. */
export type ResourceColumns = ReturnType<typeof columnsOf>;

/** Converts a valid form to the columns of its resource. */
export function columnsOf(form: ResourceForm, facts: FormFacts) {
  const { currency, product } = facts;
  return {
    title: form.title,
    description: form.description || product?.description || product?.name || '',
    type: form.type,
    access_type: form.accessType,
    price_minor: minorOf(form.price, currency),
    monthly_price_minor: minorOf(form.monthlyPrice, currency),
    annual_price_minor: minorOf(form.annualPrice, currency),
    trial_days: form.trialDays,
    trial_needs_card: form.trialNeedsCard,
    currency,
    estimated_duration: form.estimatedDuration,
    online_product_id: form.onlineProductId,
    thumbnail_url: form.thumbnailUrl,
    featured_image_url: form.featuredImageUrl,
    ...fileOf(form, facts),
    file_title: form.fileTitle,
    sample_pages: form.samplePages,
    video_url: form.videoUrl ?? form.metadata.videoUrl,
    video_access: form.videoAccess ?? facts.videoAccess,
    instructional_video_url: form.metadata.instructionalVideoUrl,
    slideshow_images: form.metadata.slideshowImages,
    slideshow_texts: keptTexts(form.metadata),
    subscription_benefits: form.metadata.subscriptionBenefits,
    tags: form.tags,
    role_affiliations: texts(form.roleAffiliations),
    rapp_principles: texts(form.rappPrinciples),
    rapp_implementation_phase: texts(form.rappImplementationPhase),
    path: form.type === 'path' ? form.path : null,
    is_published: form.isPublished,
  };
}

/** Returns the texts of the pictures; an empty list when all are blank. */
function keptTexts({ slideshowImages, slideshowTexts }: ResourceForm['metadata']): string[] {
  const kept = slideshowImages.map((_, place) => slideshowTexts[place] ?? '');
  return kept.some((text) => text !== '') ? kept : [];
}

const texts = (list: readonly string[]): string[] => [...list];
