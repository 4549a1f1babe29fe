-- What an open invoice still asks for, and what its payment waits for: the bank's or the member's answer.
alter table invoices add column due_minor integer constraint invoices_due_minor_check check (due_minor >= 0);
alter table invoices add column open_payment text constraint invoices_open_payment_check
  check (open_payment in ('failed', 'authentication', 'processing'));

-- Members pay with Link, debits and wallets, too. Only cards have a brand and an expiry; not every method has digits.
alter table payment_methods
  add column type text not null default 'card',
  add column label text not null default '',
  alter column brand drop not null,
  alter column last4 drop not null,
  alter column exp_month drop not null,
  alter column exp_year drop not null;
update payment_methods set label = case brand
    when 'visa' then 'Visa' when 'mastercard' then 'Mastercard' when 'amex' then 'American Express'
    when 'discover' then 'Discover' when 'diners' then 'Diners Club' when 'jcb' then 'JCB'
    when 'unionpay' then 'UnionPay' else 'Card' end || ' ending ' || last4;

-- A bank takes days for the first payment of a subscription; until then it gives no access, and no second one begins.
alter table subscriptions add column is_payment_processing boolean not null default false;
