import type { Generated } from 'kysely';
import type { Json, OptionalTimestamp, Timestamp } from './platform.ts';

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
  invoices: {
    id: Generated<number>;
    user_id: number;
    stripe_invoice_id: string;
    stripe_subscription_id: string | null;
    number: string | null;
    status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
    billing_reason: string | null;
    description: string;
    total_minor: number;
    tax_minor: number;
    paid_minor: number;
    currency: string;
    period_start: OptionalTimestamp;
    period_end: OptionalTimestamp;
    stripe_payment_intent_id: string | null;
    hosted_url: string | null;
    pdf_url: string | null;
    attempt_count: number;
    next_attempt_at: OptionalTimestamp;
    issued_at: Timestamp;
    paid_at: OptionalTimestamp;
    last_snapshot_number: number;
    synced_at: Timestamp;
  };
  invoice_refunds: {
    id: Generated<number>;
    invoice_id: number;
    amount_minor: number;
    reason: 'administrator' | 'guarantee' | 'at_provider';
    status: 'due' | 'pending' | 'succeeded' | 'failed' | 'canceled' | 'refused';
    stripe_refund_id: string | null;
    last_error: string | null;
    ordered_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  invoice_disputes: {
    stripe_dispute_id: string;
    invoice_id: number;
    amount_minor: number;
    reason: string;
    status: string;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  payment_methods: {
    stripe_payment_method_id: string;
    user_id: number;
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    is_default: boolean;
    added_at: Timestamp;
  };
  refund_requests: {
    id: Generated<number>;
    user_id: number;
    invoice_id: number;
    reason: string;
    status: Generated<'open' | 'granted' | 'declined'>;
    answer: string | null;
    decided_by: number | null;
    created_at: Timestamp;
    decided_at: OptionalTimestamp;
  };
  reconciliation_runs: {
    id: Generated<number>;
    started_at: Timestamp;
    finished_at: OptionalTimestamp;
    compared: Json<Record<string, number>>;
    last_error: string | null;
  };
  reconciliation_discrepancies: {
    id: Generated<number>;
    kind: string;
    subject: string;
    user_id: number | null;
    details: string;
    outcome: string;
    first_run_id: number;
    last_run_id: number;
    found_at: Timestamp;
    seen_at: Timestamp;
  };
};
