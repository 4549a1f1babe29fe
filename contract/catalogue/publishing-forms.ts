import * as z from 'zod/mini';
import { eachOnce } from '../same-texts.ts';
import { blankText, bodyId, nullableText, numberOrText, requiredText, trueOrFalse } from '../text.ts';
import { secureVideoAddress } from '../video-addresses.ts';
import { ArticleBody } from './articles.ts';
import {
  AccessType,
  type FileColumn,
  mostSamplePages,
  RappPhase,
  RappPrinciple,
  RoleAffiliation,
  resourceTypes,
  VideoAccess,
} from './catalogue.ts';
import { emptyPath, PathContent } from './paths.ts';

/** Maximum code points of a title, because an index entry can have at most 2,704 bytes. */
export const titleCodePoints = 600;

/** Maximum lengths and counts of the parts of a resource. */
export const resourceLimits = {
  title: 200,
  description: 20_000,
  tags: 50,
  tag: 50,
  slides: 20,
  slideText: 300,
  benefits: 20,
  benefit: 200,
  parts: 50,
};

const blankIsNull = (value: number | string | null) => {
  const text = String(value ?? '').trim();
  return text === '' ? null : text;
};

/**
 * Builds the schema of a price as forms and programs send it: a number, numeric text, blank text or null (ADM-RES-14).
 * The result is decimal text or null; the server checks that it has no more decimals than the currency.
 */
function price(field: string) {
  const sentence = `${field} must be an amount of zero or more`;
  const isAmount = (value: number | string) => /^(|\d{1,6}(\.\d{1,4})?)$/.test(String(value).trim());
  const error = ({ input }: { input?: unknown }) =>
    Number(input) >= 1_000_000 ? `${field} must be less than 1,000,000` : sentence;
  return z.pipe(z.nullable(numberOrText(sentence).check(z.refine(isAmount, { error }))), z.transform(blankIsNull));
}

const minutesSentence = 'Estimated duration must be a whole number of minutes';
const isMinutes = (value: number | string) => /^(|[1-9]\d{0,4})$/.test(String(value).trim());

/** Minutes as a number or numeric text; blank means not known. */
const Minutes = z.pipe(
  z.nullable(numberOrText(minutesSentence).check(z.refine(isMinutes, minutesSentence))),
  z.transform((value: number | string | null) => (blankIsNull(value) === null ? null : Number(value))),
);

const daysSentence = 'Free Trial must be 1 to 365 whole days';
const isDays = (value: number | string) => /^(|[1-9]\d{0,2})$/.test(String(value).trim()) && Number(value) <= 365;

/** Days as a number or numeric text; blank means none. */
const TrialDays = z.pipe(
  z.nullable(numberOrText(daysSentence).check(z.refine(isDays, daysSentence))),
  z.transform((value: number | string | null) => (blankIsNull(value) === null ? null : Number(value))),
);

const samplesSentence = `Sample pages must be 0 to ${mostSamplePages}`;
const isSamples = (value: number | string) => /^\d?$/.test(String(value).trim()) && Number(value) <= mostSamplePages;

/** A number or numeric text; blank means none. */
const SamplePages = z.pipe(
  z.nullable(numberOrText(samplesSentence).check(z.refine(isSamples, samplesSentence))),
  z.transform((value: number | string | null) => Number(value)),
);

/** Builds the schema of an https URL or of the URL of an upload; the server decides which are accepted. */
const address = (field: string) => nullableText({ field, max: 2000 });

/** Builds the schema of the URL of a video, as people copy it from a browser. */
const videoAddress = (field: string) =>
  z.pipe(
    address(field),
    z.transform((given: string | null) => given && secureVideoAddress(given)),
  );

function listOf<Value>(value: z.ZodMiniType<Value>, field: string, max: number) {
  return z
    .array(value, { error: `${field} must be a list` })
    .check(z.maxLength(max, `${field} may hold at most ${max}`));
}

/** Tags without repeats, compared as people read them, in their order (ADM-TPL-05). */
const Tags = z.pipe(
  listOf(requiredText({ field: 'A tag', max: resourceLimits.tag }), 'Tags', resourceLimits.tags),
  z.transform((tags: string[]) => eachOnce(tags)),
);

const noProduct = 'Please select an online product';
const ProductId = bodyId(noProduct);

const noMetadata = {
  slideshowImages: [],
  slideshowTexts: [],
  instructionalVideoUrl: null,
  videoUrl: null,
  subscriptionBenefits: [],
};
const slide = requiredText({ field: 'A slideshow image', max: 2000 });
const slideText = blankText({ field: 'A slideshow text', max: resourceLimits.slideText });
const benefit = requiredText({ field: 'A subscription benefit', max: resourceLimits.benefit });

const Metadata = z.object(
  {
    // A single picture may be sent as text instead of a list (DETAIL-06).
    slideshowImages: z._default(
      z.pipe(
        z.union([listOf(slide, 'Slideshow images', resourceLimits.slides), slide]),
        z.transform((given: string | string[]) => [given].flat()),
      ),
      [],
    ),
    // Description of each picture, in their order; descriptions without a picture are dropped.
    slideshowTexts: z._default(listOf(slideText, 'Slideshow texts', resourceLimits.slides), []),
    instructionalVideoUrl: z._default(videoAddress('Instructional video URL'), null),
    videoUrl: z._default(videoAddress('Video URL'), null),
    subscriptionBenefits: z._default(listOf(benefit, 'Subscription benefits', resourceLimits.benefits), []),
  },
  { error: 'metadata must be an object' },
);

/**
 * Time at which a draft is published automatically, as an instant with its offset from UTC; null for never. Published
 * resources have none.
 */
const PublishAt = z.nullable(
  z.iso.datetime({ offset: true, error: 'Choose the day and the time to publish' }).check(
    // Later years are typing errors, and the database could not show them either.
    z.refine((value) => Date.parse(value) < Date.UTC(2200, 0), 'Choose a time before the year 2200'),
  ),
);

/** The fields of the form: each is a column of catalogue files, but for those that a file cannot set. */
type FormField =
  | Exclude<FileColumn, 'id' | 'path' | Exclude<keyof typeof noMetadata, 'videoUrl'>>
  | 'metadata'
  | 'publishAt'
  | 'article';

/** Schema of each field, required; a patch contains some of them. */
const values = {
  title: requiredText({ field: 'Title', max: resourceLimits.title, codePoints: titleCodePoints }),
  description: requiredText({ field: 'Description', max: resourceLimits.description, lines: true }),
  type: z.enum(resourceTypes, { error: 'Choose one of the resource types' }),
  accessType: z.enum(AccessType.options, { error: 'Choose one of the access types' }),
  price: price('Price'),
  monthlyPrice: price('Monthly price'),
  annualPrice: price('Annual price'),
  trialDays: TrialDays,
  trialNeedsCard: trueOrFalse('trialNeedsCard'),
  estimatedDuration: Minutes,
  onlineProductId: z.nullable(ProductId),
  fileUrl: address('File'),
  fileTitle: nullableText({ field: 'File title', max: 200 }),
  samplePages: SamplePages,
  thumbnailUrl: address('Thumbnail'),
  featuredImageUrl: address('Featured image'),
  videoUrl: videoAddress('Video URL'),
  videoAccess: z.enum(VideoAccess.options, { error: 'videoAccess must be preview or content' }),
  metadata: Metadata,
  tags: Tags,
  roleAffiliations: listOf(
    z.enum(RoleAffiliation.options, { error: 'A target role is not known' }),
    'Role affiliations',
    20,
  ),
  rappPrinciples: listOf(z.enum(RappPrinciple.options, { error: 'A principle is not known' }), 'Philosophies', 10),
  rappImplementationPhase: listOf(
    z.enum(RappPhase.options, { error: 'A phase is not known' }),
    'Implementation phases',
    10,
  ),
  isPublished: trueOrFalse('isPublished'),
  publishAt: PublishAt,
  article: z.nullable(ArticleBody),
} satisfies Record<FormField, z.ZodMiniType>;

/** Defaults of the fields that may be left out. */
const defaults = {
  price: null,
  monthlyPrice: null,
  annualPrice: null,
  trialDays: null,
  trialNeedsCard: true,
  estimatedDuration: null,
  onlineProductId: null,
  fileUrl: null,
  fileTitle: null,
  samplePages: 0,
  thumbnailUrl: null,
  featuredImageUrl: null,
  videoUrl: null,
  metadata: noMetadata,
  tags: [],
  roleAffiliations: [],
  rappImplementationPhase: [],
  isPublished: false,
  publishAt: null,
} satisfies { [Name in keyof typeof values]?: z.infer<(typeof values)[Name]> };
type Defaulted = { [Name in keyof typeof defaults]: z.ZodMiniDefault<(typeof values)[Name]> };

/** Fields that may be left out. */
const optional = {
  // The cast is needed because TypeScript loses the names in the entries.
  ...(Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      z._default<z.ZodMiniType>(values[name as keyof Defaulted], value),
    ]),
  ) as unknown as Defaulted),
  // When absent, the access remains; for a new resource it is 'preview'.
  videoAccess: z.optional(values.videoAccess),
  rappPrinciples: z.optional(values.rappPrinciples),
  rappPhilosophies: z.optional(values.rappPrinciples),
  // The `updatedAt` with which the form was opened; a save with a stale one is rejected.
  updatedAt: z.optional(z.iso.datetime({ error: 'updatedAt must be an instant' })),
  // When absent, the text remains; null removes it.
  article: z.optional(values.article),
};

/** The generic form: reports, insights, newsletters, books, articles, others and the older templates (ADM-RES-08). */
const GenericForm = z.object({
  ...values,
  ...optional,
  type: z.enum(['report', 'insight', 'newsletter', 'book', 'article', 'template', 'other']),
});

/** The downloadable template's form (ADM-TPL). */
const TemplateForm = z.object({
  ...values,
  ...optional,
  type: z.literal('downloadable_template'),
  description: requiredText({
    field: 'Description',
    max: resourceLimits.description,
    lines: true,
    required: 'Description must be at least 10 characters',
  }).check(z.minLength(10, 'Description must be at least 10 characters')),
});

/** A call may save a template as a draft without its file; the screen requires the file at once (ADM-TPL-04). */
export const noTemplateFile = 'Template file is required';
const templateFile = requiredText({ field: 'Template file', max: 2000, required: noTemplateFile });

/** The online tool's form; a blank description is replaced by the product's, or its name (ADM-TOOL-06, ADM-TOOL-10). */
const OnlineToolForm = z.object({
  ...values,
  ...optional,
  type: z.literal('online_tool'),
  description: z.pipe(
    z._default(nullableText({ field: 'Additional details', max: resourceLimits.description, lines: true }), null),
    z.transform((value: string | null) => value ?? ''),
  ),
  onlineProductId: ProductId,
});

const PartIds = z.pipe(
  listOf(bodyId('Choose the parts from the list'), 'Parts', resourceLimits.parts),
  z.transform((ids: number[]) => [...new Set(ids)]),
);
const LaterParts = trueOrFalse('includesLaterParts');

/** A bundle's form; absent parts remain (BUNDLE-02). */
const BundleForm = z.object({
  ...values,
  ...optional,
  type: z.literal('bundle'),
  accessType: z.literal('purchase', { error: 'A bundle is sold: choose the access type Purchase' }),
  partIds: z.optional(PartIds),
  includesLaterParts: z.optional(LaterParts),
});

/** A learning path's form. */
const PathForm = z.object({
  ...values,
  ...optional,
  type: z.literal('path'),
  path: z.pipe(
    z._default(z.nullable(PathContent), null),
    z.transform((content: PathContent | null) => content ?? emptyPath),
  ),
});

type Principles = { rappPrinciples?: RappPrinciple[]; rappPhilosophies?: RappPrinciple[] };

/**
 * `rappPhilosophies` is another name of `rappPrinciples` (ADM-TPL-05); `rappPrinciples` counts where both are given.
 */
const principlesOf = ({ rappPrinciples, rappPhilosophies }: Principles) => rappPrinciples ?? rappPhilosophies;

const wrongType = { error: 'Choose one of the resource types' };
const AnyForm = z.discriminatedUnion(
  'type',
  [GenericForm, TemplateForm, OnlineToolForm, BundleForm, PathForm],
  wrongType,
);
const AnyEditedForm = z.discriminatedUnion(
  'type',
  [GenericForm, z.extend(TemplateForm, { fileUrl: templateFile }), OnlineToolForm, BundleForm, PathForm],
  wrongType,
);

type Whole<Form> = Form extends unknown ? Omit<Form, keyof Principles> & { rappPrinciples: RappPrinciple[] } : never;

function withPrinciples<Form extends Principles>({ rappPrinciples, rappPhilosophies, ...form }: Form): Whole<Form> {
  const principles = principlesOf({ rappPrinciples, rappPhilosophies }) ?? [];
  // The cast is needed because TypeScript cannot follow the rest of each member of a union.
  return { ...form, rappPrinciples: principles } as unknown as Whole<Form>;
}

/** A whole resource to save, each type by the rules of its form (API-38, ADM-RES-09). */
export const ResourceForm = z.pipe(
  AnyForm,
  z.transform((form: z.infer<typeof AnyForm>) => withPrinciples(form)),
);
export type ResourceForm = z.infer<typeof ResourceForm>;

/** A whole resource in the screen's form: a template needs its file here. */
export const EditedResourceForm = z.pipe(
  AnyEditedForm,
  z.transform((form: z.infer<typeof AnyEditedForm>) => withPrinciples(form)),
);

const somePrinciples = { rappPhilosophies: values.rappPrinciples };
const AnyPatch = z.partial(
  z.object({ ...values, ...somePrinciples, partIds: PartIds, includesLaterParts: LaterParts, path: PathContent }),
);

/** Some fields of a resource; the others remain (API-39). */
export const ResourcePatch = z.pipe(
  AnyPatch,
  z.transform(({ rappPhilosophies, ...patch }: z.infer<typeof AnyPatch>) => {
    const rappPrinciples = principlesOf({ ...patch, rappPhilosophies });
    return { ...patch, ...(rappPrinciples && { rappPrinciples }) };
  }),
);
export type ResourcePatch = z.infer<typeof ResourcePatch>;

/** Maximum number of resources in one bulk change. */
const longestBulk = 200;

const someSentence = `Choose 1 to ${longestBulk} resources`;
const ids = z
  .array(bodyId(someSentence), { error: someSentence })
  .check(z.minLength(1, someSentence), z.maxLength(longestBulk, someSentence));
const tag = requiredText({ field: 'A tag', max: resourceLimits.tag });
const principles = z
  .array(z.enum(RappPrinciple.options, { error: 'A principle is not known' }), { error: 'Choose a principle' })
  .check(z.minLength(1, 'Choose a principle'), z.maxLength(10, 'Choose at most 10 principles'));

/** A bulk change of resources. Unpublishing also removes the time at which a resource would be published. */
export const BulkChange = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('publish'), ids }),
    z.object({ action: z.literal('unpublish'), ids }),
    z.object({ action: z.literal('delete'), ids }),
    z.object({ action: z.literal('add-tag'), ids, tag }),
    z.object({ action: z.literal('remove-tag'), ids, tag }),
    z.object({ action: z.literal('add-principles'), ids, principles }),
    z.object({ action: z.literal('remove-principles'), ids, principles }),
  ],
  { error: 'Choose one of the actions' },
);
export type BulkChange = z.infer<typeof BulkChange>;
export type BulkAction = BulkChange['action'];
