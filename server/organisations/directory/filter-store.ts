import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter } from 'scim2-parse-filter';

type Condition = RawBuilder<SqlBool>;
type Value = boolean | null | number | string;
type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le';

/** An attribute of a record as text; `isExact` where the case of letters counts (RFC 7643, section 7). */
type Attribute = { text: RawBuilder<string | null>; isExact?: true; isTime?: true };

const attributes: Record<string, Attribute> = {
  id: { text: sql`id::text`, isExact: true },
  externalid: { text: sql`external_id`, isExact: true },
  username: { text: sql`user_name` },
  displayname: { text: sql`profile ->> 'displayName'` },
  'name.formatted': { text: sql`profile -> 'name' ->> 'formatted'` },
  'name.givenname': { text: sql`profile -> 'name' ->> 'givenName'` },
  'name.familyname': { text: sql`profile -> 'name' ->> 'familyName'` },
  active: { text: sql`is_active::text` },
  'meta.created': { text: sql`created_at::text`, isTime: true },
  'meta.lastmodified': { text: sql`changed_at::text`, isTime: true },
};

/** The parts of one email of a record. An address that was taken from the userName is not among the emails. */
const emailParts: Record<string, Attribute> = {
  value: { text: sql`one ->> 'value'` },
  type: { text: sql`one ->> 'type'` },
  primary: { text: sql`one ->> 'primary'` },
  display: { text: sql`one ->> 'display'` },
};

const no = sql<SqlBool>`false`;
const anyEmail = (condition: Condition) =>
  sql<SqlBool>`exists (select from jsonb_array_elements(profile -> 'emails') as emails (one) where ${condition})`;
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:user:/;

/** Builds the condition of a filter (RFC 7644, section 3.4.2.2). A comparison of an unknown attribute is false. */
export function filterSql(filter: Filter): Condition {
  // In brackets, because the caller's own condition must hold for each part of an "or".
  return sql`(${conditionOf(filter, (path) => attributeOf(path))})`;
}

type Find = (path: string) => Attribute | 'emails' | { part: Attribute } | null;

function attributeOf(path: string): ReturnType<Find> {
  const name = path.toLowerCase().replace(coreSchema, '');
  if (name === 'emails') return 'emails';
  const part = name.startsWith('emails.') ? emailParts[name.slice('emails.'.length)] : undefined;
  return part ? { part } : (attributes[name] ?? null);
}

function conditionOf(filter: Filter, find: Find): Condition {
  if ('filters' in filter) {
    const parts = filter.filters.map((one) => sql`(${conditionOf(one, find)})`);
    return sql<SqlBool>`${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)}`;
  }
  if ('filter' in filter) return sql<SqlBool>`not coalesce(${conditionOf(filter.filter, find)}, false)`;
  const found = find(filter.attrPath);
  if ('valFilter' in filter) {
    if (found !== 'emails') return no;
    return anyEmail(conditionOf(filter.valFilter, (path) => emailParts[path.toLowerCase()] ?? null));
  }
  if (found === null) return no;
  const compare = (attribute: Attribute) =>
    'compValue' in filter
      ? comparison(attribute, filter.op, filter.compValue)
      : sql<SqlBool>`${attribute.text} is not null`;
  if (found === 'emails') return anyEmail(compare(emailParts.value as Attribute));
  return 'part' in found ? anyEmail(compare(found.part)) : compare(found);
}

function comparison(attribute: Attribute, op: Comparison, value: Value): Condition {
  if (value === null) return op === 'ne' ? sql`${attribute.text} is not null` : sql`${attribute.text} is null`;
  if (attribute.isTime) return timeComparison(attribute, op, String(value));
  const lowered = (text: RawBuilder<unknown>) => (attribute.isExact ? text : sql`lower(${text} collate "C")`);
  const [text, sought] = [lowered(attribute.text), lowered(sql`${String(value)}::text`)];
  switch (op) {
    case 'eq':
      return sql`${text} = ${sought}`;
    case 'ne':
      return sql`${text} is distinct from ${sought}`;
    case 'co':
      return sql`strpos(${text}, ${sought}) > 0`;
    case 'sw':
      return sql`starts_with(${text}, ${sought})`;
    case 'ew':
      return sql`right(${text}, length(${sought})) = ${sought}`;
    default:
      return sql`${text} collate "C" ${operators[op]} ${sought}`;
  }
}

const operators = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };

function timeComparison({ text }: Attribute, op: Comparison, value: string): Condition {
  const time = Date.parse(value);
  if (Number.isNaN(time) || op === 'co' || op === 'sw' || op === 'ew') return no;
  const sign = op === 'eq' ? sql`=` : op === 'ne' ? sql`<>` : operators[op];
  // Truncates to milliseconds, because responses have milliseconds and the database has microseconds.
  return sql`date_trunc('milliseconds', ${text}::timestamptz) ${sign} ${new Date(time).toISOString()}::timestamptz`;
}
