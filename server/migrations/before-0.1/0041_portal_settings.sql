-- What the publisher says of the portal. Null: nothing was chosen, and what the portal has without it holds.
create table portal_settings (
  only_row boolean primary key default true constraint portal_settings_only_row_check check (only_row),
  product_name text constraint portal_settings_product_name_check check (char_length(product_name) between 1 and 60),
  tagline text constraint portal_settings_tagline_check check (char_length(tagline) between 1 and 140),
  sign_in_text text constraint portal_settings_sign_in_text_check check (char_length(sign_in_text) between 1 and 300),
  support_email text constraint portal_settings_support_email_check check (char_length(support_email) <= 254),
  terms_url text constraint portal_settings_terms_url_check check (char_length(terms_url) <= 1000),
  privacy_url text constraint portal_settings_privacy_url_check check (char_length(privacy_url) <= 1000),
  publisher_name text constraint portal_settings_publisher_name_check check (char_length(publisher_name) <= 200),
  publisher_address text
    constraint portal_settings_publisher_address_check check (char_length(publisher_address) <= 400),
  publisher_tax_id text constraint portal_settings_publisher_tax_id_check check (char_length(publisher_tax_id) <= 40),
  brand_colour text constraint portal_settings_brand_colour_check check (brand_colour ~ '^#[0-9a-f]{6}$'),
  logo_file_id uuid constraint portal_settings_logo_file_id_fkey references files (id),
  dark_logo_file_id uuid constraint portal_settings_dark_logo_file_id_fkey references files (id),
  favicon_file_id uuid constraint portal_settings_favicon_file_id_fkey references files (id),
  catalogue_is_public boolean,
  assessment_is_public boolean,
  registration text not null default 'open'
    constraint portal_settings_registration_check check (registration in ('open', 'invited', 'domains')),
  registration_domains text[] not null default '{}'
    constraint portal_settings_registration_domains_check check (cardinality(registration_domains) <= 50),
  version integer not null default 1,
  saved_at timestamptz,
  saved_by integer constraint portal_settings_saved_by_fkey references users (id)
);
create index portal_settings_logo on portal_settings (logo_file_id);
create index portal_settings_dark_logo on portal_settings (dark_logo_file_id);
create index portal_settings_favicon on portal_settings (favicon_file_id);
create index portal_settings_saved_by on portal_settings (saved_by);
insert into portal_settings default values;
