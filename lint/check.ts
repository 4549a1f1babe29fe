import { type Import, importsOf } from './imports.ts';
import { domains, fits, labelOf } from './paths.ts';
import type { Source, Violation } from './sources.ts';

/**
 * One allowed or rejected direction. Patterns (see `fits`) match files by their labels (see `labelOf`); `{own}` is the
 * domain and the feature of the importing file, `{reach}` its domain and those that it may use.
 */
export type Direction = {
  rule: string;
  why: string;
  from: string;
  /** With `may` nothing else can be imported, with `mayNot` everything else can. */
  may?: string;
  mayNot?: string;
  /** Modules that may also be imported for types only, by `import type`, which the compiler removes. */
  types?: string;
  /** Modules of which functions that read may also be imported, each by its name. */
  reads?: string;
};

/** Names of functions that change nothing. */
const readName = /^(count|find|get|has|is|list|read|sum)[A-Z]/;

/** Folders of the server without features. */
const notDomains = ['app', 'commands', 'migrations', 'platform'];

/** Reports every import that violates a direction, and every folder of the server that is no domain. */
export function checkDirections(directions: readonly Direction[], sources: readonly Source[]): Violation[] {
  return [...unknownDomains(sources), ...sources.flatMap((source) => checkFile(directions, source))];
}

function checkFile(directions: readonly Direction[], source: Source): Violation[] {
  const label = labelOf(source.path);
  const rows = directions.filter((row) => fits(label, row.from));
  if (rows.length === 0) return [];
  const [, domain = '', feature = ''] = label.split('/');
  const reach = domains.slice(0, domains.indexOf(domain) + 1);
  const fill = (patterns = '') =>
    patterns.replaceAll('{own}', `${domain}/${feature}`).replaceAll('{reach}', `{${reach}}`);
  return importsOf(source).flatMap((found) => {
    const subject = `imports ${found.target ?? 'a computed name'}`;
    return rows
      .filter(
        ({ may, mayNot, types, reads }) =>
          !allows({ may: may && fill(may), mayNot: fill(mayNot), types: fill(types), reads: fill(reads) }, found),
      )
      .map(({ rule, why }) => ({ path: source.path, line: found.line, subject, rule, why }));
  });
}

function allows(row: Pick<Direction, 'may' | 'mayNot' | 'types' | 'reads'>, found: Import): boolean {
  // A computed name could be any module, so it is rejected by every row that lists the allowed imports.
  if (found.target === null) return row.may === undefined;
  const target = labelOf(found.target);
  if (found.typeOnly && fits(target, row.types ?? '')) return true;
  if (found.names?.every((name) => readName.test(name)) && fits(target, row.reads ?? '')) return true;
  return row.may === undefined ? !fits(target, row.mayNot ?? '') : fits(target, row.may);
}

function unknownDomains(sources: readonly Source[]): Violation[] {
  const folders = new Set(sources.flatMap(({ path }) => /^server\/([^/]+)\//.exec(path)?.[1] ?? []));
  return [...folders]
    .filter((name) => !domains.includes(name) && !notDomains.includes(name))
    .map((name) => ({
      path: `server/${name}`,
      line: 1,
      subject: 'is none of the domains',
      rule: 'domains have an order',
      why: 'its place says what it may use',
    }));
}
