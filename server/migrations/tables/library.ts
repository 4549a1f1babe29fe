import type { Json, Timestamp } from './platform.ts';

export type LibraryTables = {
  articles: {
    resource_id: number;
    document: Json<Record<string, unknown>>;
    updated_at: Timestamp;
  };
};
