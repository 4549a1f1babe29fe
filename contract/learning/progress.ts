import * as z from 'zod/mini';
import { bodyId, exactText, isStorable, opaqueText, trueOrFalse } from '../text.ts';
import { CheckMark } from './checks-standing.ts';

/** Maximum size of a session, as JSON in UTF-8. */
const sessionBytes = 16 * 1024;

const deepestSession = 32;
const longestAnswer = 200;

const shortText = exactText({ error: 'The session contains characters that cannot be stored', max: longestAnswer });

/** An instant in ISO 8601 in the years 1000 to 2999. */
const Instant = z.iso.datetime({ offset: true, error: 'The time must be an ISO 8601 date and time' }).check(
  z.refine((text) => Math.abs(Date.parse(text)) < 8.64e15 && /^[12]/.test(text), {
    error: 'The time must be an ISO 8601 date and time',
  }),
);

/** Rejects values larger than a session may be, before unknown fields are dropped. */
const Bounded = z.unknown().check(
  z.refine((value) => new TextEncoder().encode(JSON.stringify(value) ?? '').length <= sessionBytes, {
    error: `The session may hold at most ${sessionBytes} bytes`,
  }),
);

const notOfTool = 'sessionData must be the session of a tool';

/** The session of a built-in tool (ASSESS-09). Question ids are not checked against the known ones (ASSESS-17). */
export const SessionData = z.pipe(
  Bounded,
  z.object(
    {
      currentStep: z.int(notOfTool).check(z.gte(0, notOfTool), z.lte(3, notOfTool)),
      answers: z.record(shortText, shortText, notOfTool),
      completedSections: z.array(shortText, notOfTool).check(z.maxLength(20, notOfTool)),
      startedAt: z.optional(Instant),
      lastUpdated: z.optional(Instant),
      /** Subject of the answers and the day they apply to; both optional (ASSESS-16). */
      scope: z.optional(shortText),
      date: z.optional(shortText),
    },
    { error: notOfTool },
  ),
);
export type SessionData = z.infer<typeof SessionData>;

/** The session of an outside tool: any object. */
export const OwnSessionData = z.pipe(
  Bounded,
  z
    .record(opaqueText({ max: sessionBytes }), z.unknown(), { error: 'sessionData must be an object' })
    .check(z.refine((value) => isStorableJson(value), { error: 'sessionData contains what cannot be stored' })),
);

/** Completed share of a resource, in whole percent. */
export const CompletionPercentage = z
  .int({ error: 'completionPercentage must be a whole number' })
  .check(z.gte(0, 'completionPercentage must be at least 0'), z.lte(100, 'completionPercentage must be at most 100'));

/** The body of a call that a member has opened a resource (API-16). */
export const StartSession = z.object({
  resourceId: bodyId('The id must be a whole number'),
  sessionData: z.pipe(Bounded, z.object({ startTime: Instant }, { error: 'sessionData must hold a startTime' })),
});
export type StartSession = z.infer<typeof StartSession>;

/** A member's own progress with one resource (TOOL-18). */
export const ProgressSession = z.object({
  id: z.int(),
  resourceId: z.int(),
  sessionData: z.object({ startTime: z.string() }),
  completionPercentage: z.int(),
  lastAccessed: z.string(),
});
export type ProgressSession = z.infer<typeof ProgressSession>;

/** Units of reading positions: pages of a PDF file, seconds of a video, blocks (paragraphs, pictures) of a text. */
export const readingUnits = ['page', 'second', 'block'] as const;
export type ReadingUnit = (typeof readingUnits)[number];

/** Maximum length of any content: a million pages, or eleven days of a video. */
const longestLength = 1_000_000;

/**
 * Position where a reader stopped: `position` of `length`. Pages and blocks are counted from 1, a video begins at
 * second 0; a position beyond the end is moved to the end.
 */
export const ReadingPosition = z.object({
  unit: z.enum(readingUnits, { error: 'unit must be page, second or block' }),
  position: z
    .int({ error: 'position must be a whole number' })
    .check(z.gte(0, 'position must be at least 0'), z.lte(longestLength, `position must be at most ${longestLength}`)),
  length: z
    .int({ error: 'length must be a whole number' })
    .check(z.gte(1, 'length must be at least 1'), z.lte(longestLength, `length must be at most ${longestLength}`)),
});
export type ReadingPosition = z.infer<typeof ReadingPosition>;

/**
 * The caller's progress with one resource. It is finished at 100 %; with a knowledge check, once `check` is
 * `completed`. `readingPositions` has at most one of each unit, the latest first.
 */
export const OwnProgress = z.object({
  completionPercentage: z.int(),
  isFinished: z.boolean(),
  check: CheckMark,
  lastAccessed: z.string(),
  readingPositions: z.array(ReadingPosition),
});
export type OwnProgress = z.infer<typeof OwnProgress>;

/** Marks a resource as finished, or as not finished. */
export const MarkFinished = z.object({ isFinished: trueOrFalse('isFinished') });
export type MarkFinished = z.infer<typeof MarkFinished>;

/** Whether PostgreSQL can store a value as jsonb: every text storable, and nothing nested too deeply. */
function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= deepestSession) return false;
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorableJson(part, depth + 1));
}
