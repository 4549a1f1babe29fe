import type { ColumnType, Generated } from 'kysely';
import type { ReadingUnit } from '#contract/progress.ts';
import type { OptionalTimestamp, Timestamp } from './platform.ts';

/** What a tool saved: a JSON object. */
type Saved = Record<string, unknown> | null;

export type ProgressTables = {
  progress_sessions: {
    id: Generated<number>;
    user_id: number;
    resource_id: number;
    started_at: Timestamp;
    last_accessed_at: Timestamp;
    completion_percentage: Generated<number>;
    session_data: ColumnType<Saved, string | null | undefined, string | null>;
    saved_by_product_id: number | null;
    finished_at: OptionalTimestamp;
  };
  reading_positions: {
    session_id: number;
    unit: ReadingUnit;
    position: number;
    length: number;
    saved_at: Timestamp;
  };
};
