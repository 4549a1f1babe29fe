-- The tax in the amount of an attempt, as Stripe computed it before the payment was opened; null without one.
-- {"calculationId": text, "basis": text, "isIncluded": boolean, "country": text,
--  "taxes": [{"name": text, "country": text or null, "percent": text or null, "amountMinor": integer}]}
alter table payment_attempts add column tax jsonb;
