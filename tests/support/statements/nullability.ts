/** Part of a plan that `explain (verbose, format json)` shows. */
export type Plan = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Join Type'?: string;
  'Subplan Name'?: string;
  'CTE Name'?: string;
  'Relation Name'?: string;
  Strategy?: string;
  Alias?: string;
  Output?: string[];
  Plans?: Plan[];
} & { [condition in (typeof conditions)[number]]?: string };

const conditions = ['Filter', 'Index Cond', 'Recheck Cond', 'Hash Cond', 'Merge Cond', 'Join Filter'] as const;

/** Plan of a result, and names of the columns that can be null: `users.goal`. */
type Scope = { plan: Plan; nullable: ReadonlySet<string> };

/**
 * Returns why a column of a result can be null: it is a nullable column of a table, on the optional side of an outer
 * join, an aggregate or a subquery that may have no row, or made of such a value. Null when the plan shows nothing of
 * the kind; of most functions it is not known whether they return null.
 */
export function whyNull(index: number, plan: Plan, nullable: ReadonlySet<string>): string | null {
  const output = plan.Output?.[index];
  if (output !== undefined) return whyValue(output, { plan, nullable });
  // The result of a union has the columns of its parts.
  const parts = (plan.Plans ?? []).filter((part) =>
    /^(Outer|Inner|Member|Subquery)$/.test(part['Parent Relationship'] ?? ''),
  );
  return firstOf(parts, (part) => whyNull(index, part, nullable));
}

function firstOf<Item>(items: readonly Item[], why: (item: Item) => string | null): string | null {
  for (const item of items) {
    const reason = why(item);
    if (reason !== null) return reason;
  }
  return null;
}

/** Functions that return null for null, and for nothing else. */
const strict = new Set(
  'lower upper btrim ltrim rtrim to_char timezone date_trunc round ceil floor abs encode sha256 length substr replace'.split(
    ' ',
  ),
);

/** Aggregates that are null when they have no row. */
const emptied = new Set('max min sum avg string_agg array_agg json_agg jsonb_agg bool_or bool_and'.split(' '));

function whyValue(expression: string, scope: Scope): string | null {
  const value = bare(expression);
  if (/^NULL(::|$)/.test(value)) return 'one of its values is null';
  const [, alias = null, column] = /^(?:"?(\w+)"?\.)?("?[a-z_]\w*"?)$/i.exec(value) ?? [];
  if (column !== undefined) return /^(true|false)$/.test(column) ? null : whyColumn(alias, column, scope);
  const [, kind, number] = /^\(?(SubPlan|InitPlan) (\d+)\)?(?:\.col1)?$/.exec(value) ?? [];
  if (number !== undefined) return whySubquery(`${kind} ${number}`, scope);
  if (/^CASE\b/.test(value)) return whyCase(value, scope);
  const terms = split(value, /^ (AND|OR) /);
  if (terms.length > 1) return whyTerms(terms, scope);
  const operands = split(value, /^ (\|\||[-+*/%]|=|<>|<=?|>=?) /);
  if (operands.length > 1) return firstOf(operands, (operand) => whyValue(operand, scope));
  const [, name, inner] = /^(\w+)\((.*)\)$/s.exec(value) ?? [];
  if (name === undefined || inner === undefined || closing(value, name.length) < value.length - 1) return null;
  const parts = split(inner, /^, /);
  if (/^(COALESCE|GREATEST|LEAST)$/.test(name)) {
    const reasons = parts.map((part) => whyValue(part, scope));
    return reasons.includes(null) ? null : (reasons[0] ?? null);
  }
  if (emptied.has(name)) return isUngrouped(scope.plan) ? `${name} of no rows is null` : null;
  return strict.has(name) ? firstOf(parts, (part) => whyValue(part, scope)) : null;
}

/** Of conditions that others accompany, a column that one of the others compares with null gives no reason. */
function whyTerms(terms: readonly string[], scope: Scope): string | null {
  const compared = new Set(
    terms.flatMap((term) => [...term.matchAll(/((?:\w+\.)?\w+) IS (?:NOT )?NULL/g)].map(([, name]) => name)),
  );
  const open = terms.filter(
    (term) => !(term.match(/\b(?:[a-z_]\w*\.)?[a-z_]\w*/g) ?? []).some((name) => compared.has(name)),
  );
  return firstOf(open, (term) => whyValue(term, scope));
}

/** Returns the reason of the first branch that can be null, or that there is none for the other cases. */
function whyCase(value: string, scope: Scope): string | null {
  const inner = value.slice('CASE'.length, -'END'.length);
  const branches = split(` ${inner}`, /^ (WHEN|THEN|ELSE) /).slice(1);
  const words = inner.length > 0 ? [...keywords(` ${inner}`)] : [];
  if (words.at(-1) !== 'ELSE') return 'one of its values is null';
  return firstOf(branches, (branch) => (words[branches.indexOf(branch)] === 'WHEN' ? null : whyValue(branch, scope)));
}

/** @param alias null in a plan that reads a single table: there PostgreSQL leaves it out */
function whyColumn(alias: string | null, written: string, { plan, nullable }: Scope): string | null {
  const column = written.replaceAll('"', '');
  const source = sourceOf(alias, plan, false);
  if (!source) return null;
  const canBeNull = !isRequired(`${source.node.Alias}.${column}`, plan);
  if (source.isOptional) return `${alias} is on the optional side of an outer join`;
  const table = source.node['Relation Name'];
  if (table !== undefined) {
    return canBeNull && nullable.has(`${table}.${column}`) ? `${table}.${column} is nullable` : null;
  }
  // A column of a subquery or of a common table expression is found by its name in the result of that.
  const inner = innerOf(source.node, plan);
  const index = inner?.Output?.findIndex((output) => output === column || output.endsWith(`.${column}`)) ?? -1;
  return inner && index >= 0 && canBeNull ? whyNull(index, inner, nullable) : null;
}

function whySubquery(name: string, { plan, nullable }: Scope): string | null {
  const subplan = find(plan, (node) => node['Subplan Name'] === name);
  // `exists (…)` asks for no column.
  if (!subplan?.Output) return null;
  return isUngrouped(subplan) ? whyNull(0, subplan, nullable) : 'a subquery may have no row';
}

/** Whether a result is made of all rows together, so that there is one row even of none. */
function isUngrouped(plan: Plan): boolean {
  if (plan['Node Type'] === 'Aggregate') return plan.Strategy === 'Plain' && plan.Filter === undefined;
  const [only, ...others] = (plan.Plans ?? []).filter(
    (node) => !/^(InitPlan|SubPlan)$/.test(node['Parent Relationship'] ?? ''),
  );
  const passes = plan['Node Type'] === 'Result' && plan.Filter === undefined;
  return passes && others.length === 0 && (only ? isUngrouped(only) : true);
}

function find(plan: Plan, wanted: (node: Plan) => boolean): Plan | null {
  if (wanted(plan)) return plan;
  for (const node of plan.Plans ?? []) {
    const found = find(node, wanted);
    if (found) return found;
  }
  return null;
}

/** Finds what an alias names, and whether an outer join can leave it empty. */
function sourceOf(alias: string | null, plan: Plan, isOptional: boolean): { node: Plan; isOptional: boolean } | null {
  const isNamed =
    alias === null ? plan['Relation Name'] !== undefined || plan['CTE Name'] !== undefined : plan.Alias === alias;
  if (isNamed && plan['Node Type'] !== 'ModifyTable') return { node: plan, isOptional };
  const join = plan['Join Type'];
  for (const node of plan.Plans ?? []) {
    const side = node['Parent Relationship'];
    if (side === 'InitPlan' || side === 'SubPlan') continue;
    const isEmptied =
      (join === 'Full' && (side === 'Inner' || side === 'Outer')) ||
      (join === 'Left' && side === 'Inner') ||
      (join === 'Right' && side === 'Outer');
    const found = sourceOf(alias, node, isOptional || isEmptied);
    if (found) return found;
  }
  return isNamed ? { node: plan, isOptional } : null;
}

/** Returns the plan of the subquery or the common table expression that a node reads. */
function innerOf(node: Plan, plan: Plan): Plan | null {
  if (node['Node Type'] === 'Subquery Scan') return node.Plans?.[0] ?? null;
  const name = node['CTE Name'];
  return name === undefined ? null : find(plan, (other) => other['Subplan Name'] === `CTE ${name}`);
}

/** Whether a condition of the plan excludes the rows in which a column is null. */
function isRequired(column: string, plan: Plan): boolean {
  const join = plan['Join Type'];
  if (join === undefined || join === 'Inner' || join === 'Semi') {
    const name = String.raw`\b${column.replace('.', String.raw`\.`)}`;
    const comparison = ' (=|<|>|<=|>=|~~|<>) ';
    const required = new RegExp(
      String.raw`^\(*(${name} IS NOT NULL|${name}\)?(::\w+)?${comparison}.*|.*${comparison}\(?${name})\)*$`,
      's',
    );
    const parts = conditions.flatMap((kind) => split(bare(plan[kind] ?? ''), /^ AND /));
    if (parts.some((part) => !/ OR |\bCASE\b|COALESCE/.test(part) && required.test(part))) return true;
  }
  return (plan.Plans ?? []).some((node) => isRequired(column, node));
}

/** Returns an expression without the brackets around it and the types that it is cast to. */
function bare(expression: string): string {
  const value = expression.replace(/::("?\w+"?( varying| precision| with(out)? time zone)?)(\(\d+\))?(\[\])?$/, '');
  if (value !== expression && !/'$/.test(value)) return bare(value);
  const isBracketed = value.startsWith('(') && closing(value, 0) === value.length - 1;
  return isBracketed && !/^\((SubPlan|InitPlan) \d+\)$/.test(value) ? bare(value.slice(1, -1)) : value;
}

/** Returns the place of the bracket that closes the one at `start`. */
function closing(text: string, start: number): number {
  for (const [index, depth] of depths(text, start)) if (depth === 0 && index > start) return index;
  return text.length;
}

/** Goes through the letters of an expression outside of texts, with the number of brackets around each. */
function* depths(text: string, start = 0): Generator<[index: number, depth: number]> {
  let depth = 0;
  let isText = false;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === "'") isText = !isText;
    if (isText) continue;
    if (text[index] === '(' || /^\bCASE\b/.test(text.slice(index, index + 5))) depth += 1;
    if (text[index] === ')' || /^END\b/.test(text.slice(index, index + 4))) depth -= 1;
    yield [index, depth];
  }
}

/** Splits an expression at separators outside of brackets. */
function split(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const [index, depth] of depths(text)) {
    if (depth !== 0 || index < start) continue;
    const [found] = separator.exec(text.slice(index, index + 12)) ?? [];
    if (found === undefined) continue;
    parts.push(text.slice(start, index));
    start = index + found.length;
  }
  return [...parts, text.slice(start)];
}

function* keywords(text: string): Generator<string> {
  for (const [index, depth] of depths(text)) {
    const [, word] = depth === 0 ? (/^ (WHEN|THEN|ELSE) /.exec(text.slice(index, index + 6)) ?? []) : [];
    if (word !== undefined) yield word;
  }
}
