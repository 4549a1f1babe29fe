import * as z from 'zod/mini';
import { WrittenAssessment } from './assessment-content.ts';
import { RappPhase, RappPrinciple, RoleAffiliation } from './catalogue.ts';
import { maxContentLength } from './content-limits.ts';
import { codeText, exactText, opaqueText, writtenLine, writtenText } from './text.ts';

const text = writtenText;

/** An object with an entry for each of these keys; of a record the API's description could not list the properties. */
function entryFor<Key extends string, Value extends z.core.$ZodType>(keys: { options: Key[] }, value: Value) {
  return z.strictObject(Object.fromEntries(keys.options.map((key) => [key, value])) as Record<Key, Value>);
}

/** What the portal calls principles, phases and roles, as a publisher writes it. */
export const WrittenWords = z.strictObject({
  principles: entryFor(RappPrinciple, z.strictObject({ name: writtenLine(40), aim: text(140), promise: text(140) })),
  phases: entryFor(
    RappPhase,
    z.strictObject({ step: writtenLine(20), name: writtenLine(40), description: z.nullable(text(300)) }),
  ),
  roles: entryFor(RoleAffiliation, z.strictObject({ name: writtenLine(60), description: z.nullable(text(300)) })),
});

/** A file of content: names and descriptions, and the readiness assessment (CONTENT-02). */
export const ContentFile = z.strictObject({
  /** The version that the file was exported from; only compared with the one that holds. */
  version: z.optional(exactText({ max: 20 })),
  words: WrittenWords,
  assessment: WrittenAssessment,
});
export type ContentFile = z.infer<typeof ContentFile>;

const isVersion = /^(0\.\d{1,4}|[1-9]\d{0,8})$/;

/** "0.1" is the content that the product brings along, "3" the third that was published. */
const Version = codeText(isVersion, 'This is not a version', 'The version must be text');

export const VersionParams = z.object({ version: Version });
export type VersionParams = z.infer<typeof VersionParams>;

/** A file to be checked or published, as it was read. */
export const GivenContent = z.object({
  text: opaqueText({
    error: 'The content must be the text of a file',
    max: maxContentLength,
    tooLong: `The file must be at most ${maxContentLength.toLocaleString('en-GB')} characters`,
  }),
});
export type GivenContent = z.infer<typeof GivenContent>;

/** The version that held when the administrator looked: when another was published since, nothing is published. */
const seen = { current: Version };

export const PublishContent = z.extend(GivenContent, seen);
export type PublishContent = z.infer<typeof PublishContent>;

export const RestoreContent = z.object(seen);
export type RestoreContent = z.infer<typeof RestoreContent>;

/** A version in the list; without time and name it came with the product. */
export const ContentVersion = z.object({
  version: z.string(),
  publishedAt: z.nullable(z.string()),
  /** Null also when that account is gone. */
  publishedBy: z.nullable(z.string()),
  /** What its attempts are kept under: the first version with the same assessment. */
  assessmentVersion: z.string(),
});
export type ContentVersion = z.infer<typeof ContentVersion>;

/** The version that holds, and those before it, the latest first. */
export const ContentState = z.object({ current: z.string(), versions: z.array(ContentVersion) });
export type ContentState = z.infer<typeof ContentState>;

/** Something in a file that cannot be published. */
export const ContentMistake = z.object({ path: z.string(), sentence: z.string() });
export type ContentMistake = z.infer<typeof ContentMistake>;

/** A place that a file changes; null where there is nothing. */
export const ContentChange = z.object({
  path: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type ContentChange = z.infer<typeof ContentChange>;

/** What the check of a file says: its mistakes, or what it would change. Lists are cut; the counts are whole. */
export const ContentCheck = z.object({
  mistakes: z.array(ContentMistake),
  mistakeCount: z.int(),
  changes: z.array(ContentChange),
  changeCount: z.int(),
  /** Whether the assessment differs, so that new attempts are not compared with earlier ones. */
  changesAssessment: z.boolean(),
  /** The version that the file says it was exported from, where that is not the one that holds. */
  exportedFrom: z.nullable(z.string()),
});
export type ContentCheck = z.infer<typeof ContentCheck>;
