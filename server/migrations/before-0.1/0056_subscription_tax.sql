-- A digest of where the buyer is and who, so that an unpaid attempt of another place is not used again; null without tax.
alter table subscriptions add column tax_basis text;
-- Whether its price contains the tax that Stripe computes, as last synced; null while Stripe computes none.
alter table subscriptions add column tax_mode text
  constraint subscriptions_tax_mode_check check (tax_mode in ('inclusive', 'exclusive'));
-- Of the price at Stripe, where it can be set once.
alter table stripe_prices add column tax_behavior text not null default 'unspecified'
  constraint stripe_prices_tax_behavior_check check (tax_behavior in ('unspecified', 'inclusive', 'exclusive'));
