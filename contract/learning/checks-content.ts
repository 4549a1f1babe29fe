import * as z from 'zod/mini';
import { blankText, codeText, exactText, trueOrFalse } from '../text.ts';
import { answerVisibilities, checkLimits, questionKinds } from './checks-limits.ts';

const whole = (name: string, [least, most]: readonly [number, number]) =>
  z
    .int({ error: `${name} must be a whole number` })
    .check(z.gte(least, `${name} must be at least ${least}`), z.lte(most, `${name} must be at most ${most}`));

const listOf = <Item>(item: z.ZodMiniType<Item>, name: string, most: number) =>
  z.array(item, { error: `${name} must be a list` }).check(z.maxLength(most, `There can be at most ${most} ${name}`));

/** Path of a picture that an administrator uploaded; `POST /api/admin/upload` returns it as `fileUrl`. */
const pictureUrl = codeText(
  /^\/media\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'The picture of a question must be an uploaded image',
);

/** A picture of a question; `text` describes it for people who do not see it. */
const QuestionPicture = z.strictObject({
  url: pictureUrl,
  text: blankText({ field: 'Description of the picture', max: checkLimits.pictureText }),
});

const sectionId = codeText(/^section-[^\s#]{1,120}$/u, 'section must be the id of a heading');

/**
 * A place in the resource: a page of its file, or a heading of its text (`sectionsOf` in articles-text.ts has the ids).
 */
export const CheckPointer = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('page'), page: whole('The page', [1, checkLimits.page]) }),
    z.strictObject({
      kind: z.literal('heading'),
      section: sectionId,
      title: blankText({ field: 'Heading', max: 300 }),
    }),
  ],
  { error: 'The pointer must name a page or a heading' },
);
export type CheckPointer = z.infer<typeof CheckPointer>;

/** Id of a question, which stays the same in all versions, so that its answers can be compared. */
export const QuestionId = codeText(
  /^[A-Za-z0-9_-]{1,20}$/,
  'The id of a question must be 1 to 20 letters, digits, hyphens or underscores',
);

const common = {
  id: QuestionId,
  text: blankText({ field: 'Question', max: checkLimits.questionText, lines: true }),
  picture: z.nullable(QuestionPicture),
  explanation: blankText({ field: 'Explanation', max: checkLimits.explanation, lines: true }),
  pointer: z.nullable(CheckPointer),
};

const optionText = (field: string) => blankText({ field, max: checkLimits.optionText });

const options = listOf(
  z.strictObject({ text: optionText('Answer'), isRight: trueOrFalse('isRight') }),
  'answers',
  checkLimits.options,
);

const aNumber = (name: string) =>
  z
    .number({ error: `${name} must be a number` })
    .check(z.gte(-1e12, `${name} is too small`), z.lte(1e12, `${name} is too large`));

/**
 * A question as it is written. Texts may be blank and lists empty in a draft; `problemsOf` in checks-warnings.ts says
 * what is missing before it can be published.
 */
export const CheckQuestion = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('one'), ...common, options }),
    z.strictObject({ kind: z.literal('several'), ...common, options }),
    /** `isTrue` is null until the author has chosen. */
    z.strictObject({ kind: z.literal('true_false'), ...common, isTrue: z.nullable(trueOrFalse('isTrue')) }),
    /** The items in their right order. */
    z.strictObject({
      kind: z.literal('order'),
      ...common,
      items: listOf(optionText('Item'), 'items', checkLimits.options),
    }),
    z.strictObject({
      kind: z.literal('match'),
      ...common,
      pairs: listOf(
        z.strictObject({ left: optionText('Left side'), right: optionText('Right side') }),
        'pairs',
        checkLimits.options,
      ),
    }),
    /** Any of the accepted texts, without regard to case, accents and spaces around. */
    z.strictObject({
      kind: z.literal('text'),
      ...common,
      accepted: listOf(
        blankText({ field: 'Accepted answer', max: checkLimits.answer }),
        'accepted answers',
        checkLimits.acceptedTexts,
      ),
    }),
    /** Numbers from `value - tolerance` to `value + tolerance`; `value` is null until the author has written it. */
    z.strictObject({
      kind: z.literal('number'),
      ...common,
      value: z.nullable(aNumber('The right number')),
      tolerance: aNumber('The tolerance').check(z.gte(0, 'The tolerance must be at least 0')),
    }),
  ],
  { error: `The kind of a question must be one of ${questionKinds.join(', ')}` },
);
export type CheckQuestion = z.infer<typeof CheckQuestion>;

export const CheckSettings = z.strictObject({
  /** In percent. */
  passMark: whole('The pass mark', [1, 100]),
  /** Number of questions that an attempt draws; null for all. */
  drawn: z.nullable(whole('The number of drawn questions', [1, checkLimits.questions])),
  /** Attempts a calendar day of the member; 0 for any number. */
  attemptsPerDay: whole('Attempts a day', [0, checkLimits.attemptsPerDay]),
  /**
   * Whether questions, and the answers of a question, come in random order. Items of an order and right sides of a
   * match always do, True and False never.
   */
  shuffles: trueOrFalse('shuffles'),
  showsAnswers: z.enum(answerVisibilities, {
    error: 'Right answers are shown after passing, after each attempt or never',
  }),
  /** In minutes; null without a limit. */
  timeLimit: z.nullable(whole('The time limit in minutes', [1, checkLimits.timeLimitMinutes])),
});
export type CheckSettings = z.infer<typeof CheckSettings>;

const content = {
  settings: CheckSettings,
  questions: listOf(CheckQuestion, 'questions', checkLimits.questions).check(
    z.refine((questions) => new Set(questions.map(({ id }) => id)).size === questions.length, {
      error: 'Each question needs an id of its own',
    }),
  ),
};

/** A check as it is written: a draft, or a version that was published and never changes. */
export const CheckContent = z.strictObject(content);
export type CheckContent = z.infer<typeof CheckContent>;

/** A file of a check (docs/publisher/knowledge-check.schema.json), which may name its schema for editors. */
export const CheckFile = z.strictObject({ $schema: z.optional(exactText({ max: 500 })), ...content });
