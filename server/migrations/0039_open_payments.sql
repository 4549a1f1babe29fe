-- What an open invoice still asks for, and what its payment waits for: the bank's or the member's answer.
alter table invoices add column due_minor integer constraint invoices_due_minor_check check (due_minor >= 0);
alter table invoices add column open_payment text constraint invoices_open_payment_check
  check (open_payment in ('failed', 'authentication', 'processing'));
