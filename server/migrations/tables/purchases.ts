import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from './platform.ts';

export type PurchasesTables = {
  stripe_customers: {
    user_id: number;
    stripe_customer_id: string | null;
    generation: Generated<number>;
    created_at: Timestamp;
    last_snapshot_number: Generated<number>;
  };
  payment_attempts: {
    id: Generated<number>;
    user_id: number;
    resource_id: number;
    amount_minor: number;
    currency: string;
    status: Generated<'open' | 'superseded' | 'succeeded' | 'canceled' | 'refused'>;
    stripe_payment_intent_id: string | null;
    amount_received_minor: number | null;
    last_snapshot_number: Generated<number>;
    created_at: Timestamp;
    opened_at: Timestamp;
    synced_at: OptionalTimestamp;
    succeeded_at: OptionalTimestamp;
  };
  purchases: {
    id: Generated<number>;
    user_id: number;
    resource_id: number;
    attempt_id: number;
    amount_minor: number;
    currency: string;
    stripe_payment_intent_id: string;
    status: Generated<'paid' | 'refunded' | 'dispute_lost' | 'removed'>;
    purchased_at: Timestamp;
    ended_at: OptionalTimestamp;
  };
  refunds: {
    id: Generated<number>;
    attempt_id: number;
    amount_minor: number;
    currency: string;
    reason: 'duplicate' | 'at_provider';
    status: 'due' | 'pending' | 'succeeded' | 'failed' | 'canceled';
    stripe_refund_id: string | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  disputes: {
    stripe_dispute_id: string;
    attempt_id: number;
    amount_minor: number;
    currency: string;
    reason: string;
    status: string;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
};
