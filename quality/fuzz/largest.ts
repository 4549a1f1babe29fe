import fc from 'fast-check';
import { seed } from '#tests/support/seed.ts';
import type { Json, Operation, Schema } from './operations.ts';
import { type Draft, type Fields, isFields } from './valid.ts';

/**
 * Invisible characters and combining marks, which forms drop, or sort, before they count: a text of them may be as long
 * as the body.
 */
const uncounted = ['\ufe0f', '\u0316\u0301'] as const;
/** Texts that are hard to parse or normalise, each repeated up to a field's maximum length. */
export const fillings = ['ab ', '<', 'e\u0301\u0302🙂', '(a+', '","', ...uncounted] as const;
export type Filling = (typeof fillings)[number];

/** A time that the known call leaves out says which version a change is made to, and would refuse it. */
const someTime = '2027-06-30T12:00:00.000Z';

/** Length of texts and lists that have no maximum in the API's description; only the body limit restricts them. */
const unbounded = { text: 20_000, items: 1_000 };

/** Highest maximum of a number that is a size; a number with a higher one is an id or an amount. */
const largestSize = 10_000;

/**
 * Returns a call whose body and query are as large as the API's description and the body limit allow. Parameters of the
 * path and short values of the known call, such as ids, enumerated words and booleans, remain; lists, also of ids, are
 * replaced.
 */
export function largestOf(operation: Operation, known: Draft, filling: Filling, bodyLimit: number): Draft {
  const mostBytes = bodyLimit - roomOfEscapes;
  if (uncounted.some((one) => one === filling)) {
    return { ...known, body: overlong(operation.body, known.body, filling, mostBytes) };
  }
  const query = grown(operation.query, known.query, filling, operation.accepts.query, mostBytes);
  const body = grown(operation.body, known.body, filling, operation.accepts.body, mostBytes);
  return { params: known.params, query: isFields(query) ? query : known.query, body };
}

/** Returns the known body with its longest text field filled up to the body limit. */
function overlong(
  schema: Schema | null,
  known: Json | undefined,
  filling: Filling,
  mostBytes: number,
): Json | undefined {
  const fields: Fields = isFields(known) ? known : {};
  const texts = Object.entries(schema?.properties ?? {}).filter(([, field]) => isFreeText(field));
  const [name] = texts.toSorted(([, one], [, other]) => mostOf(other) - mostOf(one))[0] ?? [];
  if (name === undefined) return known;
  return { ...fields, [name]: fitted(filling.repeat(mostBytes), mostBytes - bytesOf(fields)) };
}

const mostOf = ({ maxLength = unbounded.text, anyOf }: Schema): number =>
  anyOf ? Math.max(0, ...anyOf.filter(isFreeText).map(mostOf)) : maxLength;

const isFreeText = ({ type, format, pattern, enum: words, anyOf }: Schema): boolean =>
  anyOf?.some(isFreeText) ?? (type === 'string' && !format && !pattern && !words);

/**
 * Returns the known value with each of its fields replaced by the largest one that the description allows and that
 * fits.
 */
function grown(
  schema: Schema | null,
  known: Json | undefined,
  filling: Filling,
  accepts: (value: unknown) => boolean,
  mostBytes: number,
): Json | undefined {
  if (!schema) return known;
  const whole = largest(schema, filling);
  if (!isFields(whole)) return accepts(whole) ? whole : known;
  let value: Fields = isFields(known) ? known : {};
  for (const [name, field] of Object.entries(whole)) {
    if (field === someTime && !(name in value)) continue;
    // Ids, enumerated words and booleans decide the effect of a call, so the known ones remain.
    const isChoice = name in value && !isLong(field);
    const next: Fields = { ...value, [name]: fitted(field, mostBytes - bytesOf(value)) };
    if (!isChoice && (accepts(next) || !accepts(value))) value = next;
  }
  return value;
}

/** Bytes of a body that remain free, for the numbers that make texts differ. */
const roomOfEscapes = 1_024;

/** Limits of bodies that routes have. */
const bodyLimits = [4, 16, 32, 64, 256, 768, 2048].map((kibibytes) => kibibytes * 1024);

/**
 * Returns the limit of an operation's body, by trying: a longer body is refused with 413 before it is read. Returns the
 * usual one where the caller is refused before that.
 * @param statusOf sends a body that is no JSON
 */
export async function findBodyLimit(statusOf: (body: string) => Promise<number>): Promise<number> {
  for (const limit of bodyLimits) {
    if ((await statusOf('x'.repeat(limit + 1))) !== 413) continue;
    if ((await statusOf('x'.repeat(limit))) === 413)
      throw new Error(`The limit is below ${limit} bytes, and not listed`);
    return limit;
  }
  return 64 * 1024;
}

const bytesOf = (value: Json) => Buffer.byteLength(JSON.stringify(value));

/** Returns the beginning of a list or text that fits. */
function fitted(value: Json, room: number): Json {
  let part = value;
  while ((Array.isArray(part) || typeof part === 'string') && part.length > 1 && bytesOf(part) > room) {
    part = part.slice(0, Math.floor(part.length / 2));
  }
  return typeof part === 'string' ? part.toWellFormed() : part;
}

const isLong = (value: Json) => JSON.stringify(value).length > 60;

function largest(schema: Schema, filling: Filling, place = 0): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[place % schema.enum.length] ?? null;
  const choices = schema.anyOf ?? schema.oneOf ?? typesOf(schema);
  if (choices) {
    const sizes = choices.map((choice) => largest(choice, filling, place));
    return sizes.reduce((one, other) => (JSON.stringify(other).length > JSON.stringify(one).length ? other : one));
  }
  if (schema.type === 'string') return longest(schema, filling, place);
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = 1, maximum = Number.MAX_SAFE_INTEGER } = schema;
    // A small maximum is a size, such as that of a page; a large one is an id or an amount.
    return maximum <= largestSize ? maximum : Math.min(minimum + place, maximum);
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') {
    const { items = {}, maxItems = unbounded.items } = schema;
    return Array.from({ length: maxItems }, (_, index) => largest(items, filling, index));
  }
  if (schema.type !== 'object') return null;
  const { properties = {} } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [name, largest(field, filling, place)]);
  return Object.fromEntries(fields);
}

function typesOf(schema: Schema): Schema[] | null {
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : null;
}

function longest({ format, pattern, maxLength = unbounded.text }: Schema, filling: Filling, place: number): string {
  const digits = String(place);
  if (format === 'email') return `${'a'.repeat(Math.min(maxLength, 64) - digits.length)}${digits}@example.org`;
  if (format === 'uuid') return `00000000-0000-4000-8000-${digits.padStart(12, '0')}`;
  if (format === 'date') return '2027-06-30';
  if (format === 'date-time') return someTime;
  if (pattern) {
    const texts = fc.stringMatching(new RegExp(pattern), { maxLength, size: 'max' });
    return fc
      .sample(texts, { seed: seed + place, numRuns: 5 })
      .reduce((one, other) => (other.length > one.length ? other : one), '');
  }
  // The last characters differ, so that no list rejects its items as repeated.
  return (
    filling
      .repeat(Math.ceil(maxLength / filling.length))
      .slice(0, maxLength - digits.length)
      .toWellFormed() + digits
  );
}
