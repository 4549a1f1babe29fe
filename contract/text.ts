import * as z from 'zod/mini';
import { hasAtMost } from './characters.ts';
import { isCrowded, lineOf, paragraphsOf } from './lines.ts';

/** Whether PostgreSQL can store a text and a screen can show it: no NUL, no lone surrogate, no crowd of marks. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed() && !isCrowded(value);

// The only ways to read a text of a request, here and in `email-shapes.ts`; `lint/code-rules.ts` rejects others, and
// `tests/cross/texts.test.ts` finds these in the schemas of all routes.
export const inOneLine = z.overwrite<string>(lineOf);
const inParagraphs = z.overwrite<string>(paragraphsOf);
/** For texts that are compared or parsed as a whole and must not change, such as a password or a code. */
const asTyped = z.overwrite<string>((text) => text);

/** The ways to read a text of a request: every schema of a text has one of them among its checks. */
export const waysOfText: ReadonlySet<unknown> = new Set([inOneLine, inParagraphs, asTyped]);

type Way = { way?: typeof inOneLine; codePoints?: number | undefined };
type Sentences = { error: string; tooLong: string; notStorable: string };

/**
 * Builds the schema of a text of at most `max` characters as people see them; the API's description states the same
 * number.
 */
function shownText({ error, tooLong, notStorable }: Sentences, max: number, { way = inOneLine, codePoints }: Way = {}) {
  return z.string({ error }).check(
    z.refine(isStorable, { error: notStorable, abort: true }),
    way,
    z.refine((text) => hasAtMost(text, max, codePoints), tooLong),
    z.meta({ maxLength: max }),
  );
}

/**
 * `lines`: whether the text may have several lines; otherwise white space and line breaks become one blank.
 * `codePoints`: a lower maximum than the default, for texts in a database index.
 */
type TextLimits = { field: string; max: number; required?: string; lines?: boolean; codePoints?: number };

const sentencesOf = ({ field, max }: TextLimits, error: string): Sentences => ({
  error,
  tooLong: `${field} must be at most ${max} characters`,
  notStorable: `${field} contains characters that cannot be stored`,
});

const wayOf = ({ lines, codePoints }: TextLimits): Way => ({ way: lines ? inParagraphs : inOneLine, codePoints });

/**
 * Builds the schema of a text that must contain something visible; `required` is the error for an empty or missing
 * value.
 */
export function requiredText(limits: TextLimits) {
  const { field, max, required = `${field} is required` } = limits;
  return shownText(sentencesOf(limits, required), max, wayOf(limits)).check(z.minLength(1, required));
}

/** Builds the schema of a text that may be null or blank, which both become null. */
export function nullableText(limits: TextLimits) {
  return z.pipe(
    z.nullable(blankText(limits)),
    z.transform((value: string | null) => value || null),
  );
}

/** Builds the schema of a text that may be missing, null or blank, which all become null. */
export function optionalText(limits: TextLimits) {
  return z._default(nullableText(limits), null);
}

/** Builds the schema of a text that may be blank. */
export function blankText(limits: TextLimits) {
  return shownText(sentencesOf(limits, `${limits.field} must be text`), limits.max, wayOf(limits));
}

/**
 * Builds the schema of a text in a file of content, of at least one character. Its errors are written by the check of
 * the file, which knows the path.
 */
export function writtenText(max: number, way = inParagraphs) {
  return z.string().check(
    z.refine(isStorable, { abort: true }),
    way,
    z.minLength(1),
    ({ value, issues }) => {
      if (hasAtMost(value, max)) return;
      issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value });
    },
    z.meta({ maxLength: max }),
  );
}

/** Builds the schema of one line in a file of content. */
export function writtenLine(max: number) {
  return writtenText(max, inOneLine);
}

type LineLimits = { error: string; max: number; tooLong?: string; notStorable?: string };

/** Builds the schema of one line, which may be empty, with an error for each possible fault. */
export function line({ error, max, tooLong = error, notStorable = error }: LineLimits) {
  return shownText({ error, tooLong, notStorable }, max);
}

type ExactLimits = { error?: string; max: number; tooLong?: string };

/**
 * Builds the schema of a secret or another text that is only hashed, parsed or compared in memory, such as a password
 * or a token. The text remains unchanged, even with characters that the database cannot store. The caller must not put
 * it into a statement.
 */
export function opaqueText({ error, max, tooLong = error }: ExactLimits) {
  return z.string(error === undefined ? undefined : { error }).check(asTyped, z.maxLength(max, tooLong));
}

/** Builds the schema of a text that is matched as a whole and remains unchanged, such as a code or a time zone. */
export function exactText(limits: ExactLimits) {
  return opaqueText(limits).check(z.refine(isStorable, limits.error ?? 'The text cannot be stored'));
}

/**
 * Builds the schema of a text that another system issued and a person pastes, such as a client ID. Spaces and line ends
 * around it come from copying and are removed.
 */
export function pastedText({ error, max, tooLong = error }: ExactLimits & { error: string }) {
  return z.string({ error }).check(asTyped, z.trim(), z.maxLength(max, tooLong), z.refine(isStorable, error));
}

/** Builds the schema of a word for programs that matches `pattern`, such as an id or the secret of a link. */
export function codeText(pattern: RegExp, error: string, notText = error) {
  return z.string({ error: notText }).check(asTyped, z.regex(pattern, error));
}

/** Builds the schema of a number, or of its digits as a form sends them. The caller must check the text. */
export function numberOrText(error: string) {
  return z.union([z.number(), z.string().check(asTyped)], { error });
}

/** Builds the schema of a whole number of at least 1 in a query, such as a page. */
export function wholeNumber(name: string, max: number) {
  return z.coerce
    .number({ error: `${name} must be a whole number` })
    .check(
      z.int(`${name} must be a whole number`),
      z.gte(1, `${name} must be at least 1`),
      z.lte(max, `${name} must be at most ${max}`),
    );
}

/** Returns the fields `page` and `pageSize` of a list's query; each may be left out (GEN-10). */
export function paging() {
  return {
    page: z.optional(wholeNumber('page', 1_000_000)),
    pageSize: z.optional(wholeNumber('pageSize', 200)),
  };
}

/** The query of a list that has pages and no filters. */
export const PageQuery = z.object(paging());
export type PageQuery = z.infer<typeof PageQuery>;

/** Builds the schema of a query parameter that may be repeated, up to 20 times. */
export function repeated<Value>(value: z.ZodMiniType<Value>) {
  return z.pipe(
    z.optional(z.union([z.array(value).check(z.maxLength(20)), value])),
    z.transform((given: Value | Value[] | undefined): Value[] => {
      if (given === undefined) return [];
      return Array.isArray(given) ? given : [given];
    }),
  );
}

/** A positive 32-bit integer in a path or query, such as an id. */
export const Id = z.coerce
  .number({ error: 'The id must be a whole number' })
  .check(
    z.int('The id must be a whole number'),
    z.gte(1, 'The id must be a whole number'),
    z.lte(2147483647, 'The id must be a whole number'),
  );

/**
 * Builds the schema of an id in a body: a whole number, or its digits as a form's list sends them. Other values are
 * rejected, because `true` or `[1]` would otherwise name row 1.
 */
export function bodyId(sentence: string) {
  const id = z.int(sentence).check(z.gte(1, sentence), z.lte(2147483647, sentence));
  const digits = z.pipe(codeText(/^\d{1,10}$/, sentence), z.transform(Number));
  return z.union([id, z.pipe(digits, id)], { error: sentence });
}

/** The path parameters of an endpoint about one row. */
export const IdParams = z.object({ id: Id });
export type IdParams = z.infer<typeof IdParams>;

/**
 * `updatedAt` of a row when it was opened for editing. A row that was saved since is not overwritten; without this
 * value, the save is not checked.
 */
export const SeenAt = z.optional(z.iso.datetime({ error: 'updatedAt must be a time' }));

/** Maximum length of a text to search for. */
export const longestSearch = 100;

/** Builds the schema of a text to search for, which may be empty; `error` is the error for a value that is no text. */
export function searchText(error: string) {
  return shownText(
    {
      error,
      tooLong: `The search must be at most ${longestSearch} characters`,
      notStorable: 'The search contains characters that cannot be stored',
    },
    longestSearch,
  );
}

/** Part of a text to search a list for; empty when it is left out. */
export const soughtText = z.pipe(
  z.optional(searchText('There can be one search at a time')),
  z.transform((text: string | undefined) => text ?? ''),
);

/** Builds the schema of a Boolean field. */
export const trueOrFalse = (field: string) => z.boolean({ error: `${field} must be true or false` });
