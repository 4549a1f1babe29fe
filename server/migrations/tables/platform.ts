import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A timestamptz that the database fills when it is left out. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** A timestamptz that may be empty. */
export type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** jsonb, written as JSON text and read as a value. */
export type Json<Value> = ColumnType<Value, string, string>;

export type PlatformTables = {
  installation: {
    only_row: Generated<boolean>;
    id: Generated<string>;
    former_ids: Generated<string[]>;
    demo_seeded_at: OptionalTimestamp;
    assessment_added_at: OptionalTimestamp;
    secret_check: Buffer | null;
  };
  mails: {
    id: Generated<number>;
    dedupe_key: string;
    recipient: string;
    subject: string;
    text_body: string;
    html_body: string;
    unsubscribe_url: string | null;
    created_at: Timestamp;
    sent_at: OptionalTimestamp;
    parked_at: OptionalTimestamp;
    last_error: string | null;
  };
  limit_counters: { key: string; window_start: Timestamp; hits: number; expires_at: Timestamp };
  audit_log: {
    id: Generated<number>;
    happened_at: Timestamp;
    actor_user_id: number | null;
    member_user_id: number | null;
    action: string;
    object: string;
    object_id: string;
    before: ColumnType<unknown, string | null | undefined, never>;
    after: ColumnType<unknown, string | null | undefined, never>;
    ip: string;
    request_id: string;
    user_agent: string | null;
    search_text: GeneratedAlways<string>;
  };
};
