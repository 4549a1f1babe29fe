import type { Timestamp } from './platform.ts';

export type LibraryTables = {
  saved_resources: {
    user_id: number;
    resource_id: number;
    saved_at: Timestamp;
  };
};
