import type { ResourceType, VideoAccess } from '#contract/catalogue/catalogue.ts';
import type { FileColumn } from '#contract/catalogue/publishing-columns.ts';
import { noTemplateFile, type ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { enteredDecimals, formatMoney, minimumCharge, toMajor, toMinor } from '#contract/money.ts';
import { isSecureAddress } from '#server/catalogue/catalogue/rules.ts';
import { fileIdIn } from '#server/catalogue/files/rules.ts';

/** What the shape of a form alone cannot know. */
export type FormFacts = {
  currency: string;
  /** The resource that is saved, null for a new one, and the file that it has. */
  resourceId: number | null;
  file: FileColumns;
  /** Whether its video is content; 'preview' of a new resource. */
  videoAccess: VideoAccess;
  /** The online product that the form names; null when there is none of that id. */
  product: { name: string; description: string } | null;
  /** The type that the resource has; null for a new one. */
  formerType: ResourceType | null;
  bundle: BundleFacts;
  /** The kinds of the uploads that the form names, by id. */
  uploads: ReadonlyMap<string, 'image' | 'document'>;
};

/** The upload that is a resource's file, or the address of a file on another site. */
export type FileColumns = { file_id: string | null; file_link: string | null };

export const noFile: FileColumns = { file_id: null, file_link: null };

/** A resource that a bundle sells, or would sell. */
export type Part = { id: number; title: string; type: ResourceType; isPublished: boolean };

/** What the database knows about bundles and a form. */
export type BundleFacts = {
  /** The parts of the bundle after the save, in their order; null for one that is not in the catalogue. */
  parts: readonly (Part | null)[];
  /** The title of a bundle that sells this resource. */
  soldIn: string | null;
  /** Whether members have bought this bundle with the promise of later parts. */
  isPromised: boolean;
};

/** What is wrong with a field, in the words of `fail` or as a sentence of its own. */
export type FormProblem = { field: FileColumn } & (
  | { code: ErrorCode; values?: Record<string, string> }
  | { sentence: string }
);

/** Everything that is wrong with a form beyond its shape, first what a person should look at first. */
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
  return [...problems, ...bundleProblems(form, facts), ...addresses];
}

/** How few resources are a bundle. */
const fewestParts = 2;

/** A bundle sells at least two published resources (BUNDLE-02), and what a bundle sells stays published (BUNDLE-05). */
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
  const nested = known.find(({ type }) => type === 'bundle');
  if (nested) return typeProblem(`A bundle cannot be part of a bundle: ${quoted(nested.title)}`);
  if (!isOffered(form)) return [];
  if (known.length < fewestParts)
    return typeProblem(`Choose at least ${fewestParts} parts before you publish the bundle`);
  const draft = known.find(({ isPublished }) => !isPublished);
  return draft ? typeProblem(`Publish ${quoted(draft.title)} before the bundle that sells it`) : [];
}

/** Whether a resource is published, or will be at a set time. */
const isOffered = ({ isPublished, publishAt }: ResourceForm) => isPublished || publishAt !== null;

const quoted = (title: string) => `“${title}”`;

const prices = [
  ['price', 'Price'],
  ['monthlyPrice', 'Monthly price'],
  ['annualPrice', 'Annual price'],
] as const;

/** Prices that do not fit the currency. */
function priceProblems(form: ResourceForm, currency: string): FormProblem[] {
  return prices.flatMap(([field, name]) => {
    const price = form[field];
    if (price === null || toMinor(price, currency) !== null) return [];
    return [{ field, sentence: `${name} may have at most ${enteredDecimals(currency)} decimals` }];
  });
}

/**
 * A resource for purchase cannot be published below what the payment provider charges at all (ADM-RES-16), neither now
 * nor at a set time.
 */
function lacksPrice(form: ResourceForm, currency: string): boolean {
  const isSold = isOffered(form) && form.accessType === 'purchase';
  return isSold && (minorOf(form.price, currency) ?? 0) < minimumCharge(currency);
}

const minorOf = (price: string | null, currency: string) => (price === null ? null : toMinor(price, currency));

/** Pictures and the file are uploads or https, videos https (ADM-RES-17). */
function addressProblems(form: ResourceForm, facts: FormFacts): FormProblem[] {
  const { slideshowImages, instructionalVideoUrl, videoUrl } = form.metadata;
  const isPicture = (address: string) => isSecureAddress(address) || uploadIn(address, 'image', facts) !== null;
  const refused = (field: FileColumn, name: string): FormProblem[] => [
    { field, code: 'publishing.address-refused', values: { field: name } },
  ];
  const check = (field: FileColumn, name: string, address: string | null, isFine: (address: string) => boolean) =>
    address === null || isFine(address) ? [] : refused(field, name);
  return [
    ...check('thumbnailUrl', 'Thumbnail', form.thumbnailUrl, isPicture),
    ...check('featuredImageUrl', 'Featured image', form.featuredImageUrl, isPicture),
    ...(slideshowImages.every(isPicture) ? [] : refused('slideshowImages', 'A slideshow image')),
    ...check('instructionalVideoUrl', 'Instructional video URL', instructionalVideoUrl, isSecureAddress),
    ...([videoUrl, form.videoUrl].every((address) => address === null || isSecureAddress(address))
      ? []
      : refused('videoUrl', 'Video URL')),
    ...(form.fileUrl !== null && !hasFile(fileOf(form, facts)) && !keepsFile(form, facts)
      ? namesOwnFile(form.fileUrl)
        ? [{ field: 'fileUrl' as const, code: 'publishing.file-unknown' as const }]
        : refused('fileUrl', 'File')
      : []),
  ];
}

function uploadIn(address: string, kind: 'image' | 'document', { uploads }: FormFacts): string | null {
  const own = fileIdIn(address);
  return own?.kind === kind && uploads.get(own.id) === kind ? own.id : null;
}

const namesOwnFile = (address: string) => fileIdIn(address) !== null || address.startsWith('/api/');

/** The resource's own download address means that its file stays (API-60). */
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

/** A template is a draft until it has its file (ADM-TPL-04). */
function lacksFile(form: ResourceForm, facts: FormFacts): boolean {
  return form.type === 'downloadable_template' && isOffered(form) && !hasFile(fileOf(form, facts));
}

/** The ids of all uploads that a form names. */
export function uploadIdsIn(form: ResourceForm): string[] {
  const { fileUrl, thumbnailUrl, featuredImageUrl, metadata } = form;
  const addresses = [fileUrl, thumbnailUrl, featuredImageUrl, ...metadata.slideshowImages];
  return addresses.flatMap((address) => (address === null ? [] : (fileIdIn(address)?.id ?? [])));
}

/** The columns of a resource that a form without problems fills. */
export type ResourceColumns = ReturnType<typeof columnsOf>;

/** Turns a form without problems into the columns of its resource. */
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
    is_published: form.isPublished,
  };
}

/** The texts that belong to a picture; none at all where every one is blank. */
function keptTexts({ slideshowImages, slideshowTexts }: ResourceForm['metadata']): string[] {
  const kept = slideshowImages.map((_, place) => slideshowTexts[place] ?? '');
  return kept.some((text) => text !== '') ? kept : [];
}

const texts = (list: readonly string[]): string[] => [...list];
