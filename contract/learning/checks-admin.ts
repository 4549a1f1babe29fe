import * as z from 'zod/mini';
import { Id, opaqueText, requiredText, SeenAt } from '../text.ts';
import { AttemptQuestion } from './checks.ts';
import { CheckContent, CheckQuestion, CheckSettings, QuestionId } from './checks-content.ts';
import { maxCheckFile, questionKinds } from './checks-limits.ts';

/** A published version; times are ISO 8601 in UTC. */
const CheckVersion = z.object({
  version: z.int(),
  publishedAt: z.string(),
  /** Null when that account is gone. */
  publishedBy: z.nullable(z.string()),
  /** Attempts that began on it, also those under way, without those of deleted accounts. */
  attempts: z.int(),
});

/** The check of a resource for its editor. */
export const AdminCheck = z.object({
  resourceId: z.int(),
  title: z.string(),
  /** The draft; default settings without questions before the first save. */
  content: CheckContent,
  /** When the draft was saved; null before the first save. */
  updatedAt: z.nullable(z.string()),
  /** The version that members take; null while none is published. */
  published: z.nullable(CheckVersion),
  /** Whether there is a draft that is not published, or differs from the published version. */
  hasChanges: z.boolean(),
  /** Faulty questions of the published version, which count as right for everybody. */
  voided: z.array(
    z.object({
      questionId: z.string(),
      reason: z.string(),
      voidedAt: z.string(),
      voidedBy: z.nullable(z.string()),
    }),
  ),
  /** All published versions, newest first. */
  versions: z.array(CheckVersion),
  /** Headings of the resource's text that pointers can name; `pages` is the number of pages of its file. */
  headings: z.array(z.object({ section: z.string(), title: z.string() })),
  pages: z.nullable(z.int()),
});
export type AdminCheck = z.infer<typeof AdminCheck>;

/** A draft; `updatedAt` as it was read, so that nothing is overwritten that another administrator saved since. */
export const CheckDraftForm = z.object({ content: CheckContent, updatedAt: SeenAt });
export type CheckDraftForm = z.infer<typeof CheckDraftForm>;

/** Publishes the draft that the administrator saw. */
export const PublishCheck = z.object({ updatedAt: z.iso.datetime({ error: 'updatedAt must be a time' }) });
export type PublishCheck = z.infer<typeof PublishCheck>;

/**
 * Marks a question of `version`, by default of the published one, as faulty. The reason is in the audit log and in the
 * mail to people whose score changes.
 */
export const VoidForm = z.object({
  version: z.optional(Id),
  reason: requiredText({ field: 'Reason', max: 300, required: 'Say what is wrong with the question' }),
});
export type VoidForm = z.infer<typeof VoidForm>;

export const CheckQuestionParams = z.object({ id: Id, questionId: QuestionId });
export type CheckQuestionParams = z.infer<typeof CheckQuestionParams>;

const versionQuery = { version: z.optional(Id) };

/** The version to export, by default the draft. */
export const CheckExportQuery = z.object(versionQuery);
export type CheckExportQuery = z.infer<typeof CheckExportQuery>;

export const checkFormats = ['json', 'gift', 'aiken'] as const;
export type CheckFormat = (typeof checkFormats)[number];

/** A file of questions; the text is the whole file, in UTF-8 with or without a byte order mark. */
export const CheckFileForm = z.object({
  format: z.enum(checkFormats, { error: 'The format must be json, gift or aiken' }),
  text: opaqueText({
    error: 'The file must be text',
    max: maxCheckFile,
    tooLong: `The file must be at most ${maxCheckFile.toLocaleString('en-GB')} characters`,
  }),
});
export type CheckFileForm = z.infer<typeof CheckFileForm>;

/** A mistake of a file. `line` is counted from 1; null where JSON has a place (`path`) instead. */
const FileMistake = z.object({ line: z.nullable(z.int()), path: z.nullable(z.string()), sentence: z.string() });
export type FileMistake = z.infer<typeof FileMistake>;

/** Content of a file: its mistakes, or the questions that importing it would add. At most 200 mistakes are listed. */
export const CheckFilePreview = z.object({
  mistakes: z.array(FileMistake),
  mistakeCount: z.int(),
  /** Says what of a file without mistakes is imported with a change, such as a title that cannot be an id. */
  notes: z.array(FileMistake),
  questions: z.array(CheckQuestion),
  /** Settings of a JSON file without mistakes; null for GIFT and Aiken, which have none. */
  settings: z.nullable(CheckSettings),
});
export type CheckFilePreview = z.infer<typeof CheckFilePreview>;

/**
 * Brings a file without mistakes into the draft: after its questions, or in place of them and, for JSON, its settings.
 */
export const CheckImportForm = z.extend(CheckFileForm, {
  way: z.enum(['append', 'replace'], { error: 'way must be append or replace' }),
  updatedAt: SeenAt,
});
export type CheckImportForm = z.infer<typeof CheckImportForm>;

/**
 * An attempt as the draft would ask it, saved nowhere. Its ids of options and counterparts are their places in the
 * content, so that `placedAnswer` and `isRight` of checks-score.ts can score it in the editor.
 */
export const CheckPreview = z.object({
  questions: z.array(AttemptQuestion),
  /** Ids of the content's questions, in the order of `questions`. */
  questionIds: z.array(z.string()),
});
export type CheckPreview = z.infer<typeof CheckPreview>;

/** The version to count, by default the published one. */
export const CheckStatisticsQuery = z.object(versionQuery);
export type CheckStatisticsQuery = z.infer<typeof CheckStatisticsQuery>;

/** Answers to a version's questions as sums (CHECK-03). Attempts are those that were handed in. */
export const CheckStatistics = z.object({
  version: z.int(),
  attempts: z.int(),
  /** Members of these attempts; erased accounts are not counted. */
  members: z.int(),
  passed: z.int(),
  /** Minimum number of attempts from which shares are shown. */
  fewest: z.int(),
  questions: z.array(
    z.object({
      questionId: z.string(),
      kind: z.enum(questionKinds),
      text: z.string(),
      /** Attempts that drew the question. */
      attempts: z.int(),
      /** In percent; null below `fewest`. */
      rightPercent: z.nullable(z.int()),
      /**
       * The most chosen wrong answer of the latest 1,000 attempts in words; null below `fewest`, where none leads, and
       * for a typed answer of one member alone.
       */
      mostChosenWrong: z.nullable(z.object({ answer: z.string(), percent: z.int() })),
    }),
  ),
});
export type CheckStatistics = z.infer<typeof CheckStatistics>;

/** A person with more time for the check. */
export const ExtraTime = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  /** In minutes, beyond the time limit. */
  minutes: z.int(),
});
export type ExtraTime = z.infer<typeof ExtraTime>;

export const ExtraTimeParams = z.object({ id: Id, userId: Id });
export type ExtraTimeParams = z.infer<typeof ExtraTimeParams>;

/** Extra time, which also applies to an attempt under way; 0 removes it. */
export const ExtraTimeForm = z.object({
  minutes: z
    .int({ error: 'The extra time must be whole minutes' })
    .check(
      z.gte(0, 'The extra time must be at least 0 minutes'),
      z.lte(1440, 'The extra time must be at most 1,440 minutes'),
    ),
});
export type ExtraTimeForm = z.infer<typeof ExtraTimeForm>;
