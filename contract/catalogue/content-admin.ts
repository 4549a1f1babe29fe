import * as z from 'zod/mini';
import { codeText, exactText, opaqueText, writtenLine, writtenText } from '../text.ts';
import { WrittenAssessment } from './assessment-content.ts';
import { RappPhase, RappPrinciple, RoleAffiliation } from './catalogue.ts';
import { maxContentLength } from './content-limits.ts';

const text = writtenText;

/**
 * Builds the schema of an object with an entry for each of these keys; not a record, because the API's description
 * could not list a record's properties.
 */
function entryFor<Key extends string, Value extends z.core.$ZodType>(keys: { options: Key[] }, value: Value) {
  return z.strictObject(Object.fromEntries(keys.options.map((key) => [key, value])) as Record<Key, Value>);
}

/** Names and descriptions of principles, phases and roles, as a publisher writes them. */
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
  /** The version that the file was exported from; only compared with the current version. */
  version: z.optional(exactText({ max: 20 })),
  words: WrittenWords,
  assessment: WrittenAssessment,
});
export type ContentFile = z.infer<typeof ContentFile>;

const isVersion = /^(0\.\d{1,4}|[1-9]\d{0,8})$/;

/** "0.1" is the content that comes with the product, "3" the third version that was published. */
const Version = codeText(isVersion, 'This is not a version', 'The version must be text');

export const VersionParams = z.object({ version: Version });
export type VersionParams = z.infer<typeof VersionParams>;

/** The text of a file to check or publish. */
export const GivenContent = z.object({
  text: opaqueText({
    error: 'The content must be the text of a file',
    max: maxContentLength,
    tooLong: `The file must be at most ${maxContentLength.toLocaleString('en-GB')} characters`,
  }),
});
export type GivenContent = z.infer<typeof GivenContent>;

/** The version that the administrator saw as current; nothing is published when another was published since. */
const seen = { current: Version };

export const PublishContent = z.extend(GivenContent, seen);
export type PublishContent = z.infer<typeof PublishContent>;

export const RestoreContent = z.object(seen);
export type RestoreContent = z.infer<typeof RestoreContent>;

/** A version in the list; a version without time and name came with the product. */
export const ContentVersion = z.object({
  version: z.string(),
  publishedAt: z.nullable(z.string()),
  /** Null also when that account is gone. */
  publishedBy: z.nullable(z.string()),
  /** The first version with the same assessment; attempts name this one. */
  assessmentVersion: z.string(),
});
export type ContentVersion = z.infer<typeof ContentVersion>;

/** The current version, and the latest versions, newest first; the version that came with the product is last. */
export const ContentState = z.object({ current: z.string(), versions: z.array(ContentVersion) });
export type ContentState = z.infer<typeof ContentState>;

/** An error in a file, which prevents publishing. */
export const ContentMistake = z.object({ path: z.string(), sentence: z.string() });
export type ContentMistake = z.infer<typeof ContentMistake>;

/** A difference between a file and the current version; null where there is no value. */
export const ContentChange = z.object({
  path: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type ContentChange = z.infer<typeof ContentChange>;

/**
 * The outcome of checking a file: its errors, or the changes that it would make. Lists are cut; the counts are
 * complete.
 */
export const ContentCheck = z.object({
  mistakes: z.array(ContentMistake),
  mistakeCount: z.int(),
  changes: z.array(ContentChange),
  changeCount: z.int(),
  /** Whether the assessment differs, so that new attempts are not compared with those under the current version. */
  changesAssessment: z.boolean(),
  /** The version that the file says it was exported from; null when it names none, or the current version. */
  exportedFrom: z.nullable(z.string()),
});
export type ContentCheck = z.infer<typeof ContentCheck>;
