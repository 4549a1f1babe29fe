-- The name of the payment method that paid, as Billing names it ("Visa ending 4242"); null before this version.
alter table payment_attempts add column paid_with text
  constraint payment_attempts_paid_with_check check (char_length(paid_with) between 1 and 200);
