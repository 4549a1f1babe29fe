-- A small portal as version 0033 left it, for upgrade.test.ts. Each table is empty before, so its ids begin at 1.

-- The member signs in with "portal-demo" and has a browser with the session "a session of the version before".
insert into users (email, password_hash, first_name, last_name, organization, role, email_verified_at, data_collection)
values
  ('mira@example.org', '$argon2id$v=19$m=19456,t=2,p=1$fnwlk/85f+BZqWNM1i2gKg$jYW3LtzzayPIEYrGXLqBCiVja4V2E1HosTus6eKImkM',
    'Mira', 'Tollander', 'Harbour Trust', 'user', '2026-03-01', true),
  ('tavia@example.org', null, 'Tavia', 'Brindlecombe', null, 'administrator', '2026-03-01', false);
insert into sign_in_sessions (user_id, token_hash, ip, user_agent)
values (1, sha256('a session of the version before'), '192.0.2.7', 'Firefox');

insert into online_products (name, slug, tool_type) values ('Bias check', 'bias-check', 'embedded'), ('Plan', 'plan', 'iframe');
insert into files (id, kind, name, content_type, bytes, sha256)
values ('5d7c9f1e-0000-4000-8000-000000000001', 'document', 'handbook.pdf', 'application/pdf', 4000, sha256('handbook'));
insert into resources (title, description, type, access_type, price_minor, monthly_price_minor, annual_price_minor, currency,
  file_id, rapp_principles, tags, is_published)
values
  ('Handbook of fair models', 'How to check a model', 'book', 'purchase', 2500, null, null, 'GBP',
    '5d7c9f1e-0000-4000-8000-000000000001', '{responsible}', '{bias}', true),
  ('Bias review workspace', 'Reviews in a team', 'online_tool', 'subscription', null, 1250, 12000, 'GBP', null, '{}', '{}', true);

-- A purchase with its payment, beside an order that was left.
insert into stripe_customers (user_id, stripe_customer_id, last_look) values (1, 'cus_mira', 7);
insert into payment_attempts (user_id, resource_id, amount_minor, currency, status, stripe_payment_intent_id,
  amount_received_minor, last_look, created_at, opened_at, looked_at, succeeded_at)
values
  (1, 1, 2500, 'GBP', 'succeeded', 'pi_handbook', 2500, 12, '2026-04-02', '2026-04-02', '2026-04-02 10:00Z', '2026-04-02 10:00Z'),
  (2, 1, 2500, 'GBP', 'canceled', 'pi_left', null, 14, '2026-04-03', '2026-04-03', '2026-04-04', null);
insert into purchases (user_id, resource_id, attempt_id, amount_minor, currency, stripe_payment_intent_id, purchased_at)
values (1, 1, 1, 2500, 'GBP', 'pi_handbook', '2026-04-02 10:00Z');
insert into order_consents (user_id, attempt_id, text_version) values (1, 1, '2026-04');

-- A subscription with what it passed through, its payment, and a duplicate that was ended.
insert into stripe_products (resource_id, stripe_product_id, name) values (2, 'prod_workspace', 'Bias review workspace');
insert into stripe_prices (product_id, plan, amount_minor, currency, stripe_price_id)
values (1, 'monthly', 1250, 'GBP', 'price_monthly');
insert into subscriptions (user_id, resource_id, plan, amount_minor, currency, stripe_subscription_id, stripe_customer_id,
  stripe_product_id, stripe_price_id, product_name, status, current_period_start, current_period_end, is_surplus, last_look,
  looked_at, started_at, ended_at)
values
  (1, 2, 'monthly', 1250, 'GBP', 'sub_mira', 'cus_mira', 'prod_workspace', 'price_monthly', 'Bias review workspace', 'active',
    now() - interval '10 days', now() + interval '20 days', false, 22, now(), now() - interval '10 days', null),
  (1, 2, 'monthly', 1250, 'GBP', 'sub_twice', 'cus_mira', 'prod_workspace', 'price_monthly', 'Bias review workspace',
    'canceled', null, null, true, 23, now(), null, now() - interval '10 days');
insert into subscription_states (subscription_id, status, look)
values (1, 'incomplete', 20), (1, 'active', 22), (2, 'incomplete', 21), (2, 'canceled', 23);
insert into order_consents (user_id, subscription_id, text_version) values (1, 1, '2026-04');
insert into invoices (user_id, stripe_invoice_id, stripe_subscription_id, number, status, billing_reason, description,
  total_minor, tax_minor, paid_minor, currency, stripe_payment_intent_id, attempt_count, issued_at, paid_at, last_look, looked_at)
values
  (1, 'in_first', 'sub_mira', 'RAPP-0001', 'paid', 'subscription_create', 'Bias review workspace', 1250, 0, 1250, 'GBP',
    'pi_first', 1, now() - interval '10 days', now() - interval '10 days', 25, now()),
  (1, 'in_next', 'sub_mira', null, 'draft', 'subscription_cycle', 'Bias review workspace', 1250, 0, 0, 'GBP', null, 0, now(),
    null, 26, now());

-- What went back of both kinds of payments, and what is still to go back.
insert into refunds (attempt_id, amount_minor, currency, reason, status, stripe_refund_id, created_at, updated_at)
values
  (1, 500, 'GBP', 'at_provider', 'succeeded', 're_handbook', '2026-05-02', '2026-05-03'),
  (1, 300, 'GBP', 'at_provider', 'failed', 're_failed', '2026-05-04', '2026-05-05');
insert into disputes (stripe_dispute_id, attempt_id, amount_minor, currency, reason, status, created_at, updated_at)
values ('dp_handbook', 1, 2500, 'GBP', 'fraudulent', 'under_review', '2026-05-06', '2026-05-07');
insert into invoice_refunds (invoice_id, amount_minor, reason, status, stripe_refund_id, last_error, ordered_by, created_at,
  updated_at)
values
  (1, 100, 'administrator', 'succeeded', 're_first', null, 2, '2026-05-08', '2026-05-08'),
  (1, 200, 'administrator', 'refused', null, 'No longer possible', 2, '2026-05-09', '2026-05-09'),
  (1, 250, 'guarantee', 'due', null, null, 2, '2026-05-10', '2026-05-10');
insert into invoice_disputes (stripe_dispute_id, invoice_id, amount_minor, reason, status, created_at, updated_at)
values ('dp_first', 1, 1250, 'fraudulent', 'won', '2026-05-11', '2026-05-12');
insert into audit_log (action, object, object_id, after, ip, request_id)
values ('refuse-refund', 'invoice-refund', '2', '"No longer possible"', '', 'job:issue-invoice-refund:2');

insert into payment_methods (stripe_payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default, added_at)
values ('pm_mira', 1, 'visa', '4242', 12, 2030, true, '2026-04-02');
select setval('payment_looks', 40), setval('subscription_looks', 50);

-- A promo code for two products, with a checkout that the administrator left open.
insert into promo_codes (code, promo_type, free_access_days, currency, applicable_products, usage_limit)
values ('SPRING', 'free_trial', 30, 'GBP', '{1,2}', 10);
insert into promo_code_products (promo_code_id, online_product_id, place, stripe_plan_id)
values (1, 2, 1, 'price_plan'), (1, 1, 2, 'price_bias');
insert into promo_checkouts (promo_code_id, user_id, trial_days, stripe_price_id, stripe_session_id, url, looked_at)
values (1, 2, 30, 'price_plan', 'cs_open', 'https://checkout.example.org/cs_open', '2026-04-05');

-- How far the member came, and where.
insert into progress_sessions (user_id, resource_id, started_at, last_accessed_at, completion_percentage)
values (1, 1, '2026-04-02 11:00Z', '2026-04-06 09:00Z', 40), (1, 2, '2026-04-07 09:00Z', '2026-04-07 10:00Z', 100);
insert into progress_places (session_id, unit, position, length, placed_at)
values (1, 'page', 48, 120, '2026-04-06 09:00Z'), (1, 'second', 90, 600, '2026-04-05 09:00Z');

-- What the last comparison with Stripe found.
insert into reconciliation_runs (finished_at, compared) values (now(), '{"payments": 2}');
insert into reconciliation_findings (kind, subject, user_id, details, outcome, first_run_id, last_run_id)
values ('payment.unknown', 'pi_elsewhere', 1, 'A payment that the portal does not know', 'left alone', 1, 1);

insert into resource_days (resource_id, day, opened) values (1, '2026-04-02', 3), (2, '2026-04-07', 1);
insert into empty_searches (day, text, searches) values ('2026-04-02', 'quantum', 2);
select fold_analytics(100);
-- Waits to be added up by the new version, with the refunds and disputes that it moves.
insert into analytics_changes (source, subject, day) values ('finished', 1, '2026-04-08');

select graphile_worker.add_job('hold-subscription', '{"subscriptionId": 1}', job_key := 'hold-subscription:1'),
  graphile_worker.add_job('end-surplus-subscription', '{"subscriptionId": 2}', job_key := 'end-subscription:2'),
  graphile_worker.add_job('compare-books', '{}', job_key := 'compare-books'),
  graphile_worker.add_job('hasten-mails', '{}', job_key := 'hasten-mails'),
  graphile_worker.add_job('issue-invoice-refund', '{"refundId": 3}', job_key := 'invoice-refund:3');
