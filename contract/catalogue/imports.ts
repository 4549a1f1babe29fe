import * as z from 'zod/mini';
import { PageQuery } from '../text.ts';
import { fileColumns } from './catalogue.ts';

/** Accepted files of a catalogue, by format and file extension. */
export const importFormats = { csv: ['csv', 'tsv'], json: ['json', 'jsonl', 'ndjson'] } as const;
export const maxImportBytes = 20 * 1024 * 1024;
export const mostImportRows = 20_000;

/** The format of a whole catalogue as a file. */
export const ExportQuery = z.object({
  format: z._default(z.enum(['csv', 'json'], { error: 'The format must be csv or json' }), 'csv'),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/**
 * `checking` and `importing` are running; `checked` waits for an administrator; `failed` has its reason in `failure`. A
 * failed or cancelled import has changed nothing.
 */
export const ImportState = z.enum(['checking', 'checked', 'importing', 'done', 'failed', 'cancelled']);
export type ImportState = z.infer<typeof ImportState>;

/** An imported file and its outcome. Times are ISO 8601 in UTC. */
export const Import = z.object({
  id: z.int(),
  fileName: z.string(),
  state: ImportState,
  /** Name of the administrator who sent the file; null once that account is gone. */
  sentBy: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Progress: bytes while checking, rows while importing. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Counts of the check, or of the part that is checked so far. */
  rowCount: z.int(),
  newCount: z.int(),
  changedCount: z.int(),
  unchangedCount: z.int(),
  problemCount: z.int(),
  warningCount: z.int(),
  failure: z.nullable(z.string()),
  /** Whether the file is still stored, so that it can be checked again. */
  hasFile: z.boolean(),
});
export type Import = z.infer<typeof Import>;

export const Severity = z.enum(['problem', 'warning'], { error: 'The severity must be problem or warning' });
export type Severity = z.infer<typeof Severity>;

/** A finding about a line of the file; a problem, unlike a warning, keeps the whole file from being imported. */
export const ImportProblem = z.object({
  /**
   * First line of the row in the file, counted from 1; number of the row in another program's export that is one JSON
   * object.
   */
  line: z.int(),
  /** Name of the column; empty for an unknown column, and when the finding is about the whole row or file. */
  field: z.string(),
  /** The value found there, shortened. */
  value: z.string(),
  sentence: z.string(),
  severity: Severity,
});
export type ImportProblem = z.infer<typeof ImportProblem>;

export const ImportProblemQuery = z.extend(PageQuery, {
  severity: z.optional(Severity),
  field: z.optional(z.enum(fileColumns, { error: 'This column is not known' })),
});
export type ImportProblemQuery = z.infer<typeof ImportProblemQuery>;
