import type { FileColumn } from '#contract/catalogue/catalogue.ts';
import { resourceTypes } from '#contract/catalogue/catalogue.ts';
import type { ImportProblem } from '#contract/catalogue/imports.ts';
import { metadataColumns } from '#contract/catalogue/publishing-columns.ts';
import { ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { shortened } from '#contract/characters.ts';
import { Id } from '#contract/text.ts';
import type { RowValues } from './cell-rules.ts';

/** A remark about a field of a row; `field` is empty for the row as a whole. */
export type Remark = { field: string; value: string; sentence: string };

/** Returns the id of a row, null for a new resource, or the reason why it is invalid. */
export function idOf({ id }: RowValues): { id: number | null } | { sentence: string } {
  if (id === undefined || id === null) return { id: null };
  const isReadable = typeof id === 'number' || (typeof id === 'string' && /^\s*\d+\s*$/.test(id));
  const read = Id.safeParse(isReadable ? id : Number.NaN);
  return read.success ? { id: read.data } : { sentence: read.error.issues[0]?.message ?? '' };
}

/** Returns the form of a row: its cells replace the resource's current values. */
export function formInputOf(values: RowValues, base: Record<string, unknown> | null): Record<string, unknown> {
  const { id: _id, ...given } = values;
  const { metadata, ...fields } = base ?? {};
  const input: Record<string, unknown> = { ...fields };
  // A file has one column for the video, so the other field is cleared; otherwise clearing the column would bring it
  // back.
  const inside: Record<string, unknown> = { ...(metadata as object | undefined), videoUrl: null };
  for (const [column, value] of Object.entries(given)) {
    if (metadataColumns.has(column as FileColumn)) inside[column] = value;
    else input[column] = value;
  }
  if ('slideshowImages' in given && !('slideshowTexts' in given)) inside.slideshowTexts = textsOf(inside, metadata);
  return { ...input, metadata: inside };
}

/** Returns the texts of pictures that a row reorders or replaces: each picture keeps its text. */
function textsOf({ slideshowImages: images }: Record<string, unknown>, before: unknown): string[] {
  const { slideshowImages: former, slideshowTexts: texts } = { ...(before as object | undefined) } as Slides;
  if (!Array.isArray(images) || !former || !texts) return [];
  return images.map((address) => texts[former.indexOf(address)] ?? '');
}

/** The slideshow in a known resource's form; without fields for a new resource. */
type Slides = { slideshowImages?: string[]; slideshowTexts?: string[] };

/** The schema's problems of a row, and a form for further checks, with stand-ins for invalid fields. */
export type Shaped = { problems: Remark[]; form: ResourceForm | null };

/** Valid values that replace invalid ones, so that the rest of the form can be checked. */
const standIns: Record<string, unknown> = {
  title: 'stand-in',
  description: 'stand-in for a text',
  type: 'other',
  accessType: 'free',
  videoAccess: 'preview',
};
const lists = new Set(['tags', 'roleAffiliations', 'rappPrinciples', 'rappImplementationPhase']);
const listsInside = new Set(['slideshowImages', 'slideshowTexts', 'subscriptionBenefits']);

/** Reads a row as the form of its type would, and returns every problem. */
export function shapeOf(input: Record<string, unknown>): Shaped {
  const isTyped = resourceTypes.some((type) => type === input.type);
  const typed = isTyped ? input : { ...input, type: 'other' };
  const read = ResourceForm.safeParse(typed);
  const problems: Remark[] = isTyped ? [] : [remarkOf(['type'], 'Choose one of the resource types', input)];
  if (read.success) return { problems, form: read.data };
  for (const { path, message } of read.error.issues) problems.push(remarkOf(path, message, input));
  const repaired = ResourceForm.safeParse(repair(typed, problems));
  return { problems: firstOfEach(problems), form: repaired.success ? repaired.data : null };
}

function remarkOf(path: readonly PropertyKey[], sentence: string, input: Record<string, unknown>): Remark {
  const inside = path[0] === 'metadata' && path.length > 1;
  const [field = '', ...rest] = (inside ? path.slice(1) : path).map(String);
  const holder = inside ? (input.metadata as Record<string, unknown>) : input;
  const value = holder[field];
  const entry = rest.length > 0 && Array.isArray(value) ? value[Number(rest[0])] : value;
  return { field, value: shown(field === 'path' ? innermost(value, rest) : entry), sentence };
}

/** Returns the part of a path's content that is wrong: the last object or list on the way, such as a step. */
function innermost(value: unknown, way: readonly string[]): unknown {
  let at = value;
  for (const key of way) {
    const next = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined;
    if (typeof next !== 'object' || next === null) return Array.isArray(at) && next !== undefined ? next : at;
    at = next;
  }
  return at;
}

/** Returns a value as text for a person, at most 80 characters. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // The value may contain the very characters that are reported because they cannot be stored.
  return shortened(text.replaceAll('\u0000', '\uFFFD').toWellFormed(), 80);
}

function repair(input: Record<string, unknown>, problems: readonly Remark[]): Record<string, unknown> {
  const fields = { ...input };
  const inside: Record<string, unknown> = { ...(input.metadata as object) };
  for (const { field } of problems) {
    if (field in inside && field !== 'videoUrl') inside[field] = listsInside.has(field) ? [] : null;
    else if (field in standIns) fields[field] = standIns[field];
    else if (field === 'onlineProductId' && input.type === 'online_tool') fields.onlineProductId = 1;
    else fields[field] = lists.has(field) ? [] : field === 'isPublished' ? false : null;
  }
  return { ...fields, metadata: inside };
}

/** Removes repeated remarks, because one field may fail several checks, and a list in several places. */
function firstOfEach(problems: readonly Remark[]): Remark[] {
  const seen = new Set<string>();
  return problems.filter(({ field, sentence, value }) => {
    const key = JSON.stringify([field, sentence, value]);
    return !seen.has(key) && seen.add(key);
  });
}

/** The lines of the ids and titles that a check has seen. */
export type Memory = { lineOfId: Map<number, number>; lineOfTitle: Map<string, number> };

export function emptyMemory(): Memory {
  return { lineOfId: new Map(), lineOfTitle: new Map() };
}

/** Reports an id that the file has twice, or that is not in the catalogue. */
export function idRemarks(
  { id, line }: { id: number | null; line: number },
  memory: Memory,
  isKnown: boolean,
): Remark[] {
  if (id === null) return [];
  const earlier = memory.lineOfId.get(id);
  if (earlier === undefined) memory.lineOfId.set(id, line);
  const remark = (sentence: string) => [{ field: 'id', value: String(id), sentence }];
  if (earlier !== undefined) return remark(`Line ${earlier} already has this id.`);
  return isKnown ? [] : remark('Resource not found');
}

type Titled = { title: string; id: number | null; line: number };

/** Warns about a title that the file has twice or, for a new resource, that is already in the catalogue. */
export function titleRemarks(
  { title, id, line }: Titled,
  memory: Memory,
  inCatalogue: ReadonlyMap<string, number>,
): Remark[] {
  const key = title.toLowerCase();
  const earlier = memory.lineOfTitle.get(key);
  if (earlier === undefined) memory.lineOfTitle.set(key, line);
  const remark = (sentence: string) => [{ field: 'title', value: shown(title), sentence }];
  if (earlier !== undefined) return remark(`Line ${earlier} already has this title.`);
  const other = id === null ? inCatalogue.get(title) : undefined;
  if (other === undefined) return [];
  return remark(`A resource with this title already exists. To change it, give its id: ${other}.`);
}

/** Converts remarks to lines of the report. */
export function problemsAt(
  line: number,
  severity: ImportProblem['severity'],
  remarks: readonly Remark[],
): ImportProblem[] {
  return remarks.map((remark) => ({ line, severity, ...remark }));
}
