import type { Generated } from 'kysely';
import type { Timestamp } from './platform.ts';

export type ConsentsTables = {
  order_consents: {
    id: Generated<number>;
    user_id: number;
    attempt_id: number | null;
    subscription_id: number | null;
    promo_checkout_id: number | null;
    text_version: string;
    given_at: Timestamp;
  };
};
