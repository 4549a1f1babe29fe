/** Effect of a migration on an existing table. */
export type Step = { table: string; kind: 'lock' | 'write' | 'build' | 'build beside' | 'read' | 'drop' };

/** Current size of a table. */
export type TableSize = { rows: number; bytes: number };

/** A step with its table's size and its approximate duration in seconds. */
export type Estimate = Step & TableSize & { seconds: number };

/** A third of the speed of a machine with two cores: docs/operator/releases.md has the measurement. Per second. */
const speeds = { rowsWritten: 20_000, bytesIndexed: 30_000_000, bytesRead: 70_000_000 };

/** Bodies of functions are left out, because they run later; the body of `do` runs now. */
const functionBody = /create (?:or replace )?(?:function|procedure)\b[\s\S]*?(\$\w*\$)[\s\S]*?\1/gi;

/**
 * Patterns of statements that take time or a lock, with their kind. The last group is the table, the first is set for
 * `concurrently`.
 */
const statements: [RegExp, (beside: boolean) => Step['kind']][] = [
  [
    /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?\w+ on (?:only )?(\w+)/gi,
    (beside) => (beside ? 'build beside' : 'build'),
  ],
  [/()\balter table (?:if exists )?(?:only )?(\w+) validate constraint/gi, () => 'read'],
  [/()\balter table (?:if exists )?(?:only )?(\w+) (?!validate constraint)/gi, () => 'lock'],
  [/()\bcreate (?:or replace )?(?:constraint )?trigger [^;]*? on (\w+)/gi, () => 'lock'],
  [
    /()(?<!\bno key |\bfor |\bor |\bafter |\bof |\bdo )\bupdate (?:only )?(\w+)(?: (?:as )?\w+)? set\b/gi,
    () => 'write',
  ],
  [/()\bdelete from (?:only )?(\w+)/gi, () => 'write'],
  [/()\bdrop table (?:if exists )?(\w+)/gi, () => 'drop'],
];

/**
 * Returns the effects of a migration on tables of other migrations, each table and kind once.
 * @param text text of the whole file
 */
export function stepsOf(text: string): Step[] {
  const code = text
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(functionBody, '')
    .replaceAll(/\s+/g, ' ');
  const made = new Set([...code.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, table]) => table));
  const steps = statements.flatMap(([pattern, kindOf]) =>
    Array.from(code.matchAll(pattern), ([, beside, table = '']) => ({ table, kind: kindOf(Boolean(beside)) })),
  );
  const found = new Map(steps.map((step) => [`${step.table} ${step.kind}`, step]));
  return [...found.values()].filter(({ table }) => !made.has(table));
}

/** Estimates the duration of a step on a table of this size. A table that does not exist yet has no rows. */
export function estimate(step: Step, { rows, bytes }: TableSize = { rows: 0, bytes: 0 }): Estimate {
  const seconds = {
    lock: 0,
    drop: 0,
    write: rows / speeds.rowsWritten,
    build: bytes / speeds.bytesIndexed,
    'build beside': (2 * bytes) / speeds.bytesIndexed,
    read: bytes / speeds.bytesRead,
  }[step.kind];
  return { ...step, rows, bytes, seconds };
}

/** Returns a sentence for the operator about a step: its table, its duration and the statements that must wait. */
export function stepSentence({ table, kind, rows, bytes, seconds }: Estimate): string {
  const size = `${table} (${rows.toLocaleString('en-GB')} rows, ${Math.ceil(bytes / 1e6).toLocaleString('en-GB')} MB)`;
  return {
    lock: `Changes the table ${size}: statements on it wait for a moment.`,
    drop: `Deletes the table ${size}, which is no longer used.`,
    write: `Writes rows of ${size}, ${duration(seconds)}: changes of the same rows wait until the end.`,
    build: `Builds an index on ${size}, ${duration(seconds)}: writing to the table waits until the end.`,
    'build beside': `Builds an index on ${size}, ${duration(seconds)}: the table can be written to.`,
    read: `Checks every row of ${size}, ${duration(seconds)}: the table can be written to.`,
  }[kind];
}

/** Returns a duration in words. */
export function duration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 100) return `about ${Math.ceil(seconds)} seconds`;
  return `about ${Math.ceil(seconds / 60)} minutes`;
}
