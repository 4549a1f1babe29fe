import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from './platform.ts';

export type AccessTables = {
  access_grants: {
    id: Generated<number>;
    user_id: number;
    resource_id: number;
    reason: string;
    granted_by: number | null;
    created_at: Timestamp;
    expires_at: OptionalTimestamp;
    is_active: Generated<boolean>;
  };
  subscription_blocks: {
    user_id: number;
    resource_id: number;
    reason: string;
    blocked_by: number | null;
    created_at: Timestamp;
  };
};
