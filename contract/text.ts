import * as z from 'zod/mini';

/** Text that PostgreSQL can store and a screen can show: no NUL, no lone surrogate. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

type TextLimits = { field: string; max: number; required?: string };

/** Trimmed text that must hold something; `required` is the sentence for an empty or missing value. */
export function requiredText({ field, max, required = `${field} is required` }: TextLimits) {
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(max, `${field} must be at most ${max} characters`),
      z.refine(isStorable, `${field} contains characters that cannot be stored`),
    );
}

/** Trimmed text that may be null or blank, which both become null. */
export function nullableText({ field, max }: TextLimits) {
  return z.pipe(
    z.nullable(
      z
        .string({ error: `${field} must be text` })
        .check(
          z.trim(),
          z.maxLength(max, `${field} must be at most ${max} characters`),
          z.refine(isStorable, `${field} contains characters that cannot be stored`),
        ),
    ),
    z.transform((value: string | null) => value || null),
  );
}

/** The same, and it may be missing as well. */
export function optionalText(limits: TextLimits) {
  return z._default(nullableText(limits), null);
}

/** A whole number from 1 on in a query, such as a page. */
export function wholeNumber(name: string, max: number) {
  return z.coerce
    .number({ error: `${name} must be a whole number` })
    .check(
      z.int(`${name} must be a whole number`),
      z.gte(1, `${name} must be at least 1`),
      z.lte(max, `${name} must be at most ${max}`),
    );
}

/** The page of a list and how many entries it has; each may be left out (GEN-10). */
export function paging() {
  return {
    page: z.optional(wholeNumber('page', 1_000_000)),
    pageSize: z.optional(wholeNumber('pageSize', 200)),
  };
}

/** A query parameter that may be repeated, up to 20 times. */
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
 * An id in a body: a whole number, or its digits as a form's list sends them. Nothing else is read as a number here,
 * where `true` or `[1]` would otherwise name row 1.
 */
export function bodyId(sentence: string) {
  const id = z.int(sentence).check(z.gte(1, sentence), z.lte(2147483647, sentence));
  const digits = z.pipe(z.string().check(z.regex(/^\d{1,10}$/, sentence)), z.transform(Number));
  return z.union([id, z.pipe(digits, id)], { error: sentence });
}

/** The path parameters of an endpoint about one row. */
export const IdParams = z.object({ id: Id });
export type IdParams = z.infer<typeof IdParams>;

/**
 * `updatedAt` of a row when it was opened for editing: when it was saved since, nothing is overwritten.
 * Left out, it is not compared.
 */
export const SeenAt = z.optional(z.iso.datetime({ error: 'updatedAt must be a time' }));

/** What a list is searched for: a part of a text; empty when it is left out. */
export const soughtText = z.pipe(
  z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(100, 'A search is at most 100 characters'),
        z.refine(isStorable, 'The search contains characters that cannot be stored'),
      ),
  ),
  z.transform((text: string | undefined) => text ?? ''),
);
