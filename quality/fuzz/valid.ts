import fc from 'fast-check';
import type { Json, Operation, Schema } from './operations.ts';

/** The parts of a call before they are serialised. */
export type Draft = { params: Fields; query: Fields; body: Json | undefined };
export type Fields = { [field: string]: Json };

/** Calls of the authorisation matrix, whose objects exist, as drafts. */
export type Known = readonly Draft[];

/** Generates drafts that the API's description allows; parts of many of them are from a call whose objects exist. */
export function validDrafts(operation: Operation, known: Known): fc.Arbitrary<Draft> {
  const drawn = fc.record({
    params: fieldsOf(operation.params),
    query: fieldsOf(operation.query),
    body: operation.body ? arbitraryOf(operation.body) : fc.constant(undefined),
  });
  if (known.length === 0) return drawn.map(paired);
  return fc
    .tuple(
      drawn,
      fc.constantFrom(...known),
      fc.integer({ min: 0, max: 7 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    )
    .map(([draft, call, rest, dice]) => {
      const body = rest < 4 ? draft.body : mixed(draft.body, call.body, dice);
      const isBodyAllowed = body !== undefined && operation.accepts.body(body);
      return paired({
        params: rest % 4 === 0 ? draft.params : { ...draft.params, ...call.params },
        query: rest % 2 === 0 ? draft.query : { ...draft.query, ...call.query },
        body: isBodyAllowed ? body : draft.body,
      });
    });
}

/** Combines fields of two objects. */
function mixed(drawn: Json | undefined, called: Json | undefined, dice: boolean[]): Json | undefined {
  if (!isFields(drawn) || !isFields(called)) return drawn;
  const taken = Object.entries(called).filter((_, index) => dice[index % dice.length]);
  return { ...drawn, ...Object.fromEntries(taken) };
}

/** Repeats a password, as its form does. */
function paired(draft: Draft): Draft {
  if (!isFields(draft.body) || !('confirmPassword' in draft.body)) return draft;
  const confirmPassword = draft.body.newPassword ?? draft.body.password ?? draft.body.confirmPassword;
  return { ...draft, body: { ...draft.body, confirmPassword } };
}

export function isFields(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(schema: Schema | null): fc.Arbitrary<Fields> {
  // Safe cast, because a schema of type object generates objects.
  return schema ? (arbitraryOf(schema) as fc.Arbitrary<Fields>) : fc.constant({});
}

/** Generates values that a schema allows. */
function arbitraryOf(schema: Schema): fc.Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(arbitraryOf));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type })));
  const make = schema.type ? makers[schema.type] : undefined;
  return make ? make(schema) : (fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>);
}

const makers: Record<string, (schema: Schema) => fc.Arbitrary<Json>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = 0, maximum = 2 ** 53 - 1 }) =>
    fc.oneof(
      fc.integer({ min: minimum, max: Math.min(maximum, minimum + 30) }),
      fc.integer({ min: minimum, max: maximum }),
    ),
  number: ({ minimum = 0, maximum = 1e9 }) =>
    fc.oneof(
      fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), 5000) }),
      fc.double({ min: minimum, max: maximum, noNaN: true }),
    ),
  string: textOf,
  array: ({ items = {}, minItems = 0, maxItems = 10 }) =>
    fc.array(arbitraryOf(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) }),
  object: objectOf,
};

function objectOf({ properties = {}, required = [], propertyNames, additionalProperties }: Schema): fc.Arbitrary<Json> {
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema)])),
    { requiredKeys: required },
  );
  if (typeof additionalProperties !== 'object') return fields;
  const names = fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/);
  const more = fc.dictionary(names, arbitraryOf(additionalProperties), { maxKeys: propertyNames ? 4 : 2 });
  return fc.tuple(more, fields).map(([some, named]) => ({ ...some, ...named }));
}

/** Generates text that PostgreSQL can store and that is long enough without the blanks at its ends. */
function textOf({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<Json> {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  if (format === 'email') return fc.stringMatching(/^[a-z][a-z0-9]{2,12}$/).map((name) => `${name}@example.org`);
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'date') return days.map((day) => day.toISOString().slice(0, 10));
  if (format === 'date-time') return days.map((day) => day.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 200) });
  const limits = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.string({ ...limits, unit: fc.constantFrom(...'abcdeXYZ 0123456789-_äß%\'"<>/') }) },
      { weight: 1, arbitrary: fc.string({ ...limits, unit: 'grapheme' }) },
      { weight: 1, arbitrary: fc.string({ minLength, maxLength, unit: fc.constantFrom(...'lorem ipsum') }) },
    )
    .filter((text) => [...text.trim()].length >= minLength && text.length <= maxLength);
}
