import * as z from 'zod/mini';
import { fileColumns } from './publishing-columns.ts';
import { paging } from './text.ts';

/** Which files of a catalogue are taken, by the ends of their names. */
export const importFormats = { csv: ['csv', 'tsv'], json: ['json', 'jsonl', 'ndjson'] } as const;
export const maxImportBytes = 20 * 1024 * 1024;
export const mostImportRows = 20_000;

/** How a whole catalogue is written out. */
export const ExportQuery = z.object({
  format: z._default(z.enum(['csv', 'json'], { error: 'The format must be csv or json' }), 'csv'),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/**
 * `checking` and `importing` are running; `checked` waits for an administrator; `failed` says why in `failure`, and
 * like `cancelled` it has changed nothing.
 */
export const ImportState = z.enum(['checking', 'checked', 'importing', 'done', 'failed', 'cancelled']);
export type ImportState = z.infer<typeof ImportState>;

/** One file and what became of it. Times are ISO 8601 in UTC. */
export const Import = z.object({
  id: z.int(),
  fileName: z.string(),
  state: ImportState,
  /** Who sent the file; null once that account is gone. */
  sentBy: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** How far the work has come: bytes while checking, rows while importing. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** What the check found, or has found so far. */
  rowCount: z.int(),
  newCount: z.int(),
  changedCount: z.int(),
  unchangedCount: z.int(),
  problemCount: z.int(),
  warningCount: z.int(),
  failure: z.nullable(z.string()),
  /** The file is still kept, so that it can be checked again. */
  hasFile: z.boolean(),
});
export type Import = z.infer<typeof Import>;

export const Severity = z.enum(['problem', 'warning'], { error: 'The severity must be problem or warning' });
export type Severity = z.infer<typeof Severity>;

/** What the check has to say about a line of the file; only problems keep it from being imported. */
export const ImportProblem = z.object({
  /** Where the row begins in the file, from 1. */
  line: z.int(),
  /** The column; empty for the row or the file as a whole. */
  field: z.string(),
  /** The value found there, shortened. */
  value: z.string(),
  sentence: z.string(),
  severity: Severity,
});
export type ImportProblem = z.infer<typeof ImportProblem>;

export const ImportListQuery = z.object({
  ...paging(),
});
export type ImportListQuery = z.infer<typeof ImportListQuery>;

export const ImportProblemQuery = z.extend(ImportListQuery, {
  severity: z.optional(Severity),
  field: z.optional(z.enum(fileColumns, { error: 'This column is not known' })),
});
export type ImportProblemQuery = z.infer<typeof ImportProblemQuery>;
