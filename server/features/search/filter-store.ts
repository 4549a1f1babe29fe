import type { ResourceSort } from '#contract/search.ts';
import type { Filter } from './rules.ts';

type Order = {
  /** The column that stands before the id in the order and in its index, and its type. */
  key: string;
  type: string;
  forwards: string;
  /** The same index read from its other end. */
  backwards: string;
  /** How a resource compares to one that it is or follows, and to one that it comes before. */
  follows: string;
  precedes: string;
};

const up = { follows: '>=', precedes: '<' };
const down = { follows: '<=', precedes: '>' };
const byTime = { key: 'created_at', type: 'timestamptz' };
const byTitle = { key: 'title_order', type: 'text' };
const byPrice = { key: 'shown_price_minor', type: 'integer' };
const rising = ({ key }: { key: string }) => `${key}, id`;
const falling = ({ key }: { key: string }) => `${key} desc, id desc`;

/** The orders of a list; each is total, so that no resource stands on two pages. */
export const orders: Record<ResourceSort, Order> = {
  created_at: { ...byTime, ...down, forwards: falling(byTime), backwards: rising(byTime) },
  title: { ...byTitle, ...up, forwards: rising(byTitle), backwards: falling(byTitle) },
  price_low_high: { ...byPrice, ...up, forwards: rising(byPrice), backwards: falling(byPrice) },
  price_high_low: { ...byPrice, ...down, forwards: falling(byPrice), backwards: rising(byPrice) },
};

type Group = { initial: string; column: string; type: string; values: readonly (string | number)[] };

/**
 * A condition in SQL for each group of a filter that restricts something. `name` tells the variants apart by one
 * letter each: PostgreSQL looks at the first 63 letters of a statement's name only.
 */
export type Conditions = { sql: string; values: unknown[]; name: string };

/** @param used how many parameters the statement has before these */
export function conditionsOf(filter: Filter, used: number): Conditions {
  const { kinds, lists } = groupsOf(filter);
  return joined([...kinds.map(conditionOf), ...lists.map(overlapOf)], used);
}

/** Words, and what stands in the index for a filter's types, access and principles: a label of each list. */
type InIndex = { tsquery: string | null; labels: string[][] };

/**
 * The same with words in the form of `Search`, or without, as the one index that holds words and filters asks for it:
 * it follows whichever is rarest, so that only what matches is read.
 */
export function indexConditionsOf({ tsquery, labels }: InIndex, filter: Filter, used: number): Conditions {
  const sql = (given: string) => ` and array_to_tsvector(words_of(search_text)) @@ ${given}::tsquery`;
  const words = tsquery === null ? [] : [{ sql, value: tsquery, name: 'w' }];
  const kinds = labels.map((values) => overlapOf({ initial: 'k', column: labelled, type: 'text', values }));
  return joined([...words, ...kinds, ...groupsOf(filter).lists.map(overlapOf)], used);
}

const labelled = 'resource_labels(type, access_type, principles_bits)';

/** The groups that restrict something: those of one value in each resource, and those of several. */
function groupsOf(filter: Filter): { kinds: Group[]; lists: Group[] } {
  const kinds: Group[] = [
    { initial: 't', column: 'type', type: 'text', values: filter.types },
    { initial: 'a', column: 'access_type', type: 'text', values: filter.accessTypes },
    { initial: 'p', column: 'principles_bits', type: 'smallint', values: filter.principlesBits },
  ];
  const lists: Group[] = [
    { initial: 'f', column: 'rapp_implementation_phase', type: 'text', values: filter.phases },
    { initial: 'r', column: 'role_affiliations', type: 'text', values: filter.roles },
  ];
  const isAsked = ({ values }: Group) => values.length > 0;
  return { kinds: kinds.filter(isAsked), lists: lists.filter(isAsked) };
}

type Condition = { sql: (given: string) => string; value: unknown; name: string };

/** These conditions together. */
export function joined(conditions: Condition[], used: number): Conditions {
  return {
    sql: conditions.map(({ sql }, index) => sql(`$${used + index + 1}`)).join(''),
    values: conditions.map(({ value }) => value),
    name: conditions.map(({ name }) => name).join(''),
  };
}

/** For columns that hold several values: any of them is one of those asked for. */
function overlapOf({ initial, column, type, values }: Group): Condition {
  return { sql: (given: string) => ` and ${column} && ${given}::${type}[]`, value: values, name: initial };
}

/** A single value is compared as such: the index of access types and prices keeps its order only then. */
function conditionOf({ initial, column, type, values }: Group): Condition {
  const [single] = values;
  return values.length === 1
    ? { sql: (given: string) => ` and ${column} = ${given}::${type}`, value: single, name: initial.toUpperCase() }
    : { sql: (given: string) => ` and ${column} = any (${given}::${type}[])`, value: values, name: initial };
}
