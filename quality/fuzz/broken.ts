import { gzipSync } from 'node:zlib';
import type { Json } from './operations.ts';
import { type Draft, type Fields, isFields } from './valid.ts';

/** A call before it is sent. */
export type Wire = {
  draft: Draft;
  /** Text of the body when it differs from the draft's JSON. */
  text?: string | Buffer;
  headers?: Record<string, string>;
  /** Text that is appended to the query without encoding. */
  tail?: string;
  /** Description of the change. */
  what: string;
  /** Whether the call must be rejected even if the API's description allows each of its parts. */
  isRejected?: boolean;
};

/** Marks a number in the text of a body that JavaScript could not write. */
const raw = (token: string) => `#raw#${token}`;

const million = 'a'.repeat(1_000_000);

/** Replacements of a value. */
const oddValues: Record<string, (value: Json) => Json> = {
  null: () => null,
  'a list for it': (value) => [value],
  'an object for it': () => ({ $gt: '' }),
  'a number for it': () => 12_345,
  'text for it': () => 'not what was asked for',
  'empty text': () => '',
  true: () => true,
  'ten thousand characters': () => million.slice(0, 10_000),
  'NUL in it': (value) => `${typeof value === 'string' ? value : 'a'}\u0000b`,
  'a lone surrogate': (value) => `${typeof value === 'string' ? value : 'a'}\ud800`,
  'text from right to left': () => '\u202Eevil\u202C \u05d0\u05d1',
  'minus zero': () => raw('-0'),
  'minus one': () => -1,
  'a tenth': () => 0.1,
  '1e309': () => raw('1e309'),
  '2^31': () => 2 ** 31,
  '2^63': () => raw('9223372036854775808'),
  'the year 0': () => '0000-01-01',
  'the end of 9999': () => '9999-12-31T23:59:59.999Z',
  'quotes of SQL': () => `'; drop table users; --`,
  'a path': () => '../../../../etc/passwd',
  'a thousand lists': () => JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`),
};

/** Broken values for a path or a query. */
const oddTexts = [
  ...[
    '',
    '0',
    '-1',
    '-0',
    '1e309',
    '0x10',
    '2147483648',
    '9223372036854775808',
    'NaN',
    'null',
    'true',
    '0.5',
    '%',
    '[]',
  ],
  ...[
    '\u0000',
    '\ud800',
    '\u202Eevil',
    '../../server',
    '..%2f',
    `'or'1'='1`,
    '0000-01-01',
    '9999-12-31',
    million.slice(0, 300),
  ],
];

type Place = { holder: Fields | Json[]; key: string };

/** Returns the place of every value of a body, including objects and lists. */
function placesIn(value: Json): Place[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [{ holder: value, key: String(index) }, ...placesIn(item)]);
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [{ holder: value, key }, ...placesIn(item)]);
}

const bodyOf = (draft: Draft) => JSON.stringify(draft.body ?? {});

/** Changes to a whole body. */
const onBodies: ((draft: Draft) => Wire)[] = [
  (draft) => ({
    draft: { ...draft, body: undefined },
    text: bodyOf(draft).slice(0, -1),
    what: 'body cut off',
    isRejected: true,
  }),
  (draft) => ({
    draft,
    text: `${bodyOf(draft).slice(0, -1)},"__proto__":{"role":"administrator"}}`,
    what: '__proto__',
    isRejected: true,
  }),
  (draft) => ({
    draft,
    text: bodyOf(draft).replace('{', '{"constructor":{"prototype":{"a":1}},').replace(',}', '}'),
    what: 'constructor',
    isRejected: true,
  }),
  (draft) => ({ draft, text: bodyOf(draft).replace(/^\{("(?:[^"\\]|\\.)*"):/, '{$1:null,$1:'), what: 'a name twice' }),
  (draft) => ({
    draft: {
      ...draft,
      body: isFields(draft.body)
        ? { ...draft.body, role: 'administrator', usedCount: 0, userId: 1 }
        : (draft.body ?? null),
    },
    what: 'unknown fields',
  }),
  (draft) => ({ draft, text: JSON.stringify({ padding: million }), what: 'a million characters', isRejected: true }),
  (draft) => ({
    draft,
    text: gzipSync(Buffer.alloc(20_000_000)),
    headers: { 'content-encoding': 'gzip' },
    what: 'a gzip bomb',
    isRejected: true,
  }),
  (draft) => ({ draft: { ...draft, body: [] }, what: 'a list as body' }),
  (draft) => ({ draft: { ...draft, body: null }, text: 'null', what: 'null as body' }),
  (draft) => ({ draft: { ...draft, body: 'text' }, what: 'text as body' }),
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json; charset=utf-7',
    'multipart/form-data',
  ].map((type) => (draft: Draft) => ({
    draft,
    headers: { 'content-type': type },
    what: type,
    isRejected: !type.includes('json'),
  })),
];

/** Selects an item by a number from 0 up to 1. */
const pick = <Item>(list: readonly Item[], dice: number): Item | undefined => list[Math.floor(dice * list.length)];

/** Changes one part of a draft; the dice, numbers from 0 up to 1, select the part, the place and the change. */
export function breakDraft(given: Draft, [kind, where, how]: readonly [number, number, number]): Wire {
  const draft = structuredClone(given);
  const texts = [
    ...Object.keys(draft.params).map((name) => ['params', name] as const),
    ...Object.keys(draft.query).map((name) => ['query', name] as const),
  ];
  const part = pick(texts, where);
  if (part && (draft.body === undefined || kind < 0.2)) {
    const [holder, name] = part;
    if (holder === 'query' && how > 0.8) {
      const value = encodeURIComponent(String(draft.query[name])) || 'a';
      draft.query[name] = [String(draft.query[name]), String(draft.query[name])];
      return { draft, what: `${name} twice, as ${value}` };
    }
    const text = pick(oddTexts, how) ?? '';
    draft[holder][name] = text;
    return { draft, what: `${JSON.stringify(text.slice(0, 30))} as ${name}` };
  }
  if (draft.body === undefined)
    return { draft, tail: 'unknown=1&__proto__[a]=1&__proto__=1', what: 'an unknown query' };
  const place = pick(placesIn(draft.body), where);
  if (kind < 0.45 || !place) return pick(onBodies, how)?.(draft) ?? { draft, what: 'nothing' };
  return breakPlace(draft, place, how);
}

function breakPlace(draft: Draft, { holder, key }: Place, how: number): Wire {
  if (how < 0.12 && isFields(holder)) {
    delete holder[key];
    return { draft, what: `${key} missing` };
  }
  const [name, change] = pick(Object.entries(oddValues), how) ?? ['null', () => null];
  const fields = holder as Fields;
  // Lists are changed by their indexes, which are names as well.
  fields[key] = change(fields[key] ?? null);
  return { draft, what: `${name} as ${key}` };
}
