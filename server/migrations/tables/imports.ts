import type { ColumnType, GeneratedAlways } from 'kysely';
import type { ImportState, Severity } from '#contract/imports.ts';
import type { OptionalTimestamp, Timestamp } from './platform.ts';

/** A count that begins at nought. */
type Count = ColumnType<number, number | undefined, number>;

export type ImportsTables = {
  catalogue_imports: {
    id: GeneratedAlways<number>;
    file_name: string;
    format: 'csv' | 'json';
    bytes: number;
    blob_id: string | null;
    state: ImportState;
    run: string | null;
    user_id: number | null;
    created_at: Timestamp;
    touched_at: Timestamp;
    finished_at: OptionalTimestamp;
    progress_done: Count;
    progress_total: Count;
    row_count: Count;
    new_count: Count;
    changed_count: Count;
    unchanged_count: Count;
    problem_count: Count;
    warning_count: Count;
    failure: string | null;
  };
  catalogue_import_rows: {
    import_id: number;
    line: number;
    resource_id: number | null;
    seen_at: OptionalTimestamp;
    resource: ColumnType<unknown, string | null, string | null>;
  };
  catalogue_import_problems: {
    id: GeneratedAlways<number>;
    import_id: number;
    line: number;
    field: string;
    value: string;
    sentence: string;
    severity: Severity;
  };
};
