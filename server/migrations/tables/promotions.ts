import type { Generated } from 'kysely';
import type { DiscountType, PromoType } from '#contract/promotions-form.ts';
import type { OptionalTimestamp, Timestamp } from './platform.ts';

export type PromotionsTables = {
  promo_codes: {
    id: Generated<number>;
    code: string;
    description: string | null;
    promo_type: PromoType;
    free_access_days: number;
    trial_duration: number | null;
    discount_type: DiscountType | null;
    discount_basis_points: number | null;
    discount_amount_minor: number | null;
    currency: string;
    discount_duration: number | null;
    applicable_products: Generated<number[]>;
    is_active: Generated<boolean>;
    usage_limit: number | null;
    used_count: Generated<number>;
    expires_at: OptionalTimestamp;
    created_at: Timestamp;
    updated_at: Timestamp;
    deleted_at: OptionalTimestamp;
  };
  promo_code_products: {
    promo_code_id: number;
    online_product_id: number;
    position: number;
    stripe_plan_id: string;
  };
  promo_validations: { user_id: number; promo_code_id: number; validated_at: Timestamp };
  promo_redemptions: {
    id: Generated<number>;
    promo_code_id: number;
    user_id: number;
    trial_days: number;
    subscription_id: number | null;
    stripe_subscription_id: string | null;
    redeemed_at: Timestamp;
    released_at: OptionalTimestamp;
  };
  promo_checkouts: {
    id: Generated<number>;
    promo_code_id: number;
    user_id: number;
    trial_days: number;
    stripe_price_id: string;
    status: Generated<'open' | 'completed' | 'refused' | 'expired'>;
    stripe_session_id: string | null;
    url: string | null;
    stripe_subscription_id: string | null;
    created_at: Timestamp;
    synced_at: OptionalTimestamp;
  };
};
