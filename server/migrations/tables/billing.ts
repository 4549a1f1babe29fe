import type { OptionalTimestamp, Timestamp } from './platform.ts';

export type BillingTables = {
  stripe_events: {
    id: string;
    type: string;
    object_id: string;
    received_at: Timestamp;
    processed_at: OptionalTimestamp;
    parked_at: OptionalTimestamp;
    last_error: string | null;
  };
};
