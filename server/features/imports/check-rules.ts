import type { ImportProblem } from '#contract/imports.ts';
import { type Remark, shown } from './row-rules.ts';

/** What a check remembers of the lines before: which id and which title stood where. */
export type Memory = { lineOfId: Map<number, number>; lineOfTitle: Map<string, number> };

/** Nothing seen yet. */
export function emptyMemory(): Memory {
  return { lineOfId: new Map(), lineOfTitle: new Map() };
}

/** What is wrong with the id of a row: it is in the file twice, or not in the catalogue. */
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

/** Warns about a title that is in the file twice or, for a new resource, already in the catalogue. */
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
  return remark(`A resource is called so already. To change that one, give its id: ${other}.`);
}

/** Remarks as lines of the report. */
export function problemsAt(
  line: number,
  severity: ImportProblem['severity'],
  remarks: readonly Remark[],
): ImportProblem[] {
  return remarks.map((remark) => ({ line, severity, ...remark }));
}
