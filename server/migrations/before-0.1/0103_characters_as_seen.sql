-- Unused since 0099: limits count characters as people see them; one of those may be several code points, at most 8 on
-- average (contract/characters.ts). No statement of a version before depends on these constraints.
alter table news
  drop constraint news_subject_check,
  add constraint news_subject_check check (length(subject) between 1 and 1200) not valid,
  drop constraint news_text_check,
  add constraint news_text_check check (length(text) between 1 and 80000) not valid;
alter table portal_settings
  drop constraint portal_settings_product_name_check,
  add constraint portal_settings_product_name_check check (length(product_name) between 1 and 480) not valid,
  drop constraint portal_settings_tagline_check,
  add constraint portal_settings_tagline_check check (length(tagline) between 1 and 1120) not valid,
  drop constraint portal_settings_sign_in_text_check,
  add constraint portal_settings_sign_in_text_check check (length(sign_in_text) between 1 and 2400) not valid,
  drop constraint portal_settings_publisher_name_check,
  add constraint portal_settings_publisher_name_check check (length(publisher_name) <= 1600) not valid,
  drop constraint portal_settings_publisher_address_check,
  add constraint portal_settings_publisher_address_check check (length(publisher_address) <= 3200) not valid,
  drop constraint portal_settings_publisher_tax_id_check,
  add constraint portal_settings_publisher_tax_id_check check (length(publisher_tax_id) <= 320) not valid,
  drop constraint portal_settings_terms_url_check,
  add constraint portal_settings_terms_url_check check (length(terms_url) <= 8000) not valid,
  drop constraint portal_settings_privacy_url_check,
  add constraint portal_settings_privacy_url_check check (length(privacy_url) <= 8000) not valid;
alter table billing_details
  drop constraint billing_details_company_name_check,
  add constraint billing_details_company_name_check check (length(company_name) between 1 and 1200) not valid,
  drop constraint billing_details_line1_check,
  add constraint billing_details_line1_check check (length(line1) between 1 and 1600) not valid,
  drop constraint billing_details_line2_check,
  add constraint billing_details_line2_check check (length(line2) between 1 and 1600) not valid,
  drop constraint billing_details_city_check,
  add constraint billing_details_city_check check (length(city) between 1 and 800) not valid,
  drop constraint billing_details_postcode_check,
  add constraint billing_details_postcode_check check (length(postcode) between 1 and 160) not valid,
  drop constraint billing_details_purchase_order_check,
  add constraint billing_details_purchase_order_check check (length(purchase_order) between 1 and 480) not valid;
alter table gifts
  drop constraint gifts_message_check,
  add constraint gifts_message_check check (length(message) <= 8000) not valid;
alter table organisations
  drop constraint organisations_name_check,
  add constraint organisations_name_check check (length(name) between 1 and 960) not valid;
alter table seat_lots
  drop constraint seat_lots_reason_check,
  add constraint seat_lots_reason_check check (length(reason) between 1 and 4000) not valid;
alter table certificates
  drop constraint certificates_organisation_name_check,
  add constraint certificates_organisation_name_check check (length(organisation_name) between 1 and 960) not valid,
  drop constraint certificates_holder_name_check,
  add constraint certificates_holder_name_check check (length(holder_name) between 1 and 2400) not valid,
  drop constraint certificates_resource_title_check,
  add constraint certificates_resource_title_check check (length(resource_title) between 1 and 4000) not valid;
alter table assessment_rounds
  drop constraint assessment_rounds_title_check,
  add constraint assessment_rounds_title_check check (length(title) between 1 and 960) not valid;
alter table member_notes
  drop constraint member_notes_text_check,
  add constraint member_notes_text_check check (length(text) between 1 and 16000) not valid;
alter table assessment_round_sets
  drop constraint assessment_round_sets_name_check,
  add constraint assessment_round_sets_name_check
    check (length(name) between 1 and 640 and position > 0 or name is null and position = 0) not valid;
