-- What a buyer adds for invoices: the company, its address and tax id, and the buyer's own order number.
create table billing_details (
  user_id integer not null references users (id),
  company_name text constraint billing_details_company_name_check check (char_length(company_name) between 1 and 150),
  line1 text constraint billing_details_line1_check check (char_length(line1) between 1 and 200),
  line2 text constraint billing_details_line2_check check (char_length(line2) between 1 and 200),
  city text constraint billing_details_city_check check (char_length(city) between 1 and 100),
  postcode text constraint billing_details_postcode_check check (char_length(postcode) between 1 and 20),
  country text constraint billing_details_country_check check (country ~ '^[A-Z]{2}$'),
  purchase_order text
    constraint billing_details_purchase_order_check check (char_length(purchase_order) between 1 and 60),
  tax_id_type text,
  tax_id text constraint billing_details_tax_id_check check (char_length(tax_id) between 1 and 40),
  stripe_tax_id text,
  tax_id_status text constraint billing_details_tax_id_status_check
    check (tax_id_status in ('pending', 'verified', 'unverified', 'unavailable')),
  updated_at timestamptz not null default now(),
  constraint billing_details_pkey primary key (user_id),
  constraint billing_details_stripe_tax_id_key unique (stripe_tax_id),
  constraint billing_details_tax_id_whole_check
    check (num_nulls(tax_id_type, tax_id, stripe_tax_id, tax_id_status) in (0, 4))
);
