import type { Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimestamp, Timestamp } from './platform.ts';

export type AccountsTables = {
  users: {
    id: Generated<number>;
    email: string;
    password_hash: string | null;
    first_name: string;
    last_name: string;
    organization: string | null;
    profile_image_url: string | null;
    role: Generated<'user' | 'administrator'>;
    email_verified_at: OptionalTimestamp;
    email_updates: Generated<boolean>;
    resource_alerts: Generated<boolean>;
    security_alerts: Generated<boolean>;
    marketing_emails: Generated<boolean>;
    profile_visible: Generated<boolean>;
    activity_tracking: Generated<boolean>;
    data_collection: Generated<boolean>;
    two_factor_enabled_at: OptionalTimestamp;
    credentials_changed_at: Timestamp;
    created_at: Timestamp;
    updated_at: Timestamp;
    deleted_at: OptionalTimestamp;
    search_text: GeneratedAlways<string>;
    is_invited: Generated<boolean>;
  };
  sign_in_sessions: {
    id: Generated<number>;
    user_id: number;
    token_hash: Buffer;
    created_at: Timestamp;
    signed_in_at: Timestamp;
    last_seen_at: Timestamp;
    ip: string;
    user_agent: string | null;
    device_hash: Buffer | null;
    revoked_at: OptionalTimestamp;
  };
  account_links: {
    id: Generated<number>;
    user_id: number;
    purpose: 'verify_email' | 'set_password' | 'second_step';
    token_hash: Buffer;
    created_at: Timestamp;
    expires_at: Timestamp;
    used_at: OptionalTimestamp;
  };
  identities: {
    id: Generated<number>;
    user_id: number;
    issuer: string;
    subject: string;
    email: string;
    created_at: Timestamp;
  };
  second_factors: {
    user_id: number;
    sealed_secret: Buffer;
    last_step: Generated<number>;
    created_at: Timestamp;
  };
  recovery_codes: { id: Generated<number>; user_id: number; code_hash: Buffer; used_at: OptionalTimestamp };
  sign_in_failures: { email_hash: Buffer; failures: number; last_failed_at: Timestamp; blocked_until: Timestamp };
};
