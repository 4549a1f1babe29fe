import type { Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from './platform.ts';

export type SubscriptionsTables = {
  stripe_products: {
    id: Generated<number>;
    resource_id: number | null;
    stripe_product_id: string | null;
    name: string | null;
    generation: Generated<number>;
    created_at: Timestamp;
  };
  stripe_prices: {
    id: Generated<number>;
    product_id: number;
    plan: 'monthly' | 'annual';
    amount_minor: number;
    currency: string;
    stripe_price_id: string | null;
    generation: Generated<number>;
    created_at: Timestamp;
  };
  subscriptions: {
    id: Generated<number>;
    user_id: number;
    resource_id: number | null;
    plan: 'monthly' | 'annual' | null;
    amount_minor: number;
    currency: string;
    stripe_subscription_id: string | null;
    stripe_customer_id: string | null;
    stripe_product_id: string | null;
    stripe_price_id: string | null;
    product_name: string | null;
    status: Generated<string>;
    cancel_at_period_end: Generated<boolean>;
    cancel_at: OptionalTimestamp;
    current_period_start: OptionalTimestamp;
    current_period_end: OptionalTimestamp;
    trial_end: OptionalTimestamp;
    ended_at: OptionalTimestamp;
    grace_ends_at: OptionalTimestamp;
    suspended_at: OptionalTimestamp;
    suspended_by: number | null;
    suspended_reason: string | null;
    is_duplicate: Generated<boolean>;
    last_snapshot_number: Generated<number>;
    created_at: Timestamp;
    opened_at: Timestamp;
    synced_at: OptionalTimestamp;
    started_at: OptionalTimestamp;
  };
  subscription_states: {
    id: Generated<number>;
    subscription_id: number;
    status: string;
    snapshot_number: number;
    seen_at: Timestamp;
  };
};
