import { type Import, importsOf } from './imports.ts';
import { fits, labelOf } from './paths.ts';
import type { Source, Violation } from './sources.ts';

/**
 * One allowed or refused direction. Patterns (see `fits`) speak of files by their labels (see `labelOf`); `{own}` is
 * the noun of the importing file, `{left}` any noun it may use.
 */
export type Direction = {
  rule: string;
  why: string;
  from: string;
  /** With `may` nothing else can be imported, with `mayNot` everything else can. */
  may?: string;
  mayNot?: string;
  /** What may be imported beyond that for its types alone, by `import type`, which the compiler removes. */
  types?: string;
};

export type Table = {
  directions: readonly Direction[];
  /** Each noun may use the nouns of the groups before its own; those of one group do not see each other. */
  nounOrder: readonly (readonly string[])[];
};

/** Reads the order of the nouns as the architecture writes it: `a ← b, c` means that b and c may use a. */
export function order(text: string): string[][] {
  return text.split(' ← ').map((nouns) => nouns.split(', '));
}

/** Reports every import that goes against the table, and every feature folder of the server that is no noun. */
export function checkDirections(table: Table, sources: readonly Source[]): Violation[] {
  return [...unknownNouns(table, sources), ...sources.flatMap((source) => checkFile(table, source))];
}

function checkFile(table: Table, source: Source): Violation[] {
  const label = labelOf(source.path);
  const rows = table.directions.filter((row) => fits(label, row.from));
  if (rows.length === 0) return [];
  const noun = label.split('/')[2] ?? '';
  const left = leftOf(table, noun).join(',');
  const fill = (patterns = '') => patterns.replaceAll('{own}', noun).replaceAll('{left}', `{${left}}`);
  return importsOf(source).flatMap((found) => {
    const subject = `imports ${found.target ?? 'a computed name'}`;
    return rows
      .filter(
        (row) => !allows({ may: row.may && fill(row.may), mayNot: fill(row.mayNot), types: fill(row.types) }, found),
      )
      .map(({ rule, why }) => ({ path: source.path, line: found.line, subject, rule, why }));
  });
}

function allows(row: Pick<Direction, 'may' | 'mayNot' | 'types'>, found: Import): boolean {
  // A computed name can hide anything, so it is refused wherever a row counts up what may be imported.
  if (found.target === null) return row.may === undefined;
  const target = labelOf(found.target);
  if (found.typeOnly && fits(target, row.types ?? '')) return true;
  return row.may === undefined ? !fits(target, row.mayNot ?? '') : fits(target, row.may);
}

function leftOf({ nounOrder }: Table, noun: string): string[] {
  return nounOrder
    .slice(
      0,
      Math.max(
        0,
        nounOrder.findIndex((nouns) => nouns.includes(noun)),
      ),
    )
    .flat();
}

function unknownNouns({ nounOrder }: Table, sources: readonly Source[]): Violation[] {
  const folders = new Set(sources.flatMap(({ path }) => /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? []));
  return [...folders]
    .filter((noun) => !nounOrder.flat().includes(noun))
    .map((noun) => ({
      path: `server/features/${noun}`,
      line: 1,
      subject: 'is not in nounOrder',
      rule: 'nouns have an order',
      why: 'its place says what it may use',
    }));
}
