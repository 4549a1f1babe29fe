import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from './platform.ts';

export type PrivacyTables = {
  data_exports: {
    id: Generated<number>;
    user_id: number;
    requested_at: Timestamp;
    blob_id: string | null;
    bytes: number | null;
    token_hash: Buffer | null;
    ready_at: OptionalTimestamp;
    expires_at: OptionalTimestamp;
    failed_at: OptionalTimestamp;
  };
};
