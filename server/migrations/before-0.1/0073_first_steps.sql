-- What a member works on and wants first; both drive what the dashboard shows, and both may stay empty.
alter table users
  add column role_affiliation text constraint users_role_affiliation_check check (role_affiliation in (
    'executive_leader', 'people_capability_lead', 'technical_lead_ai_ml_data', 'legal_risk_compliance',
    'end_user_frontline_staff', 'policy_public_interest_lead', 'product_service_owner', 'project_manager')),
  add column goal text constraint users_goal_check check (goal in (
    'set_rules', 'choose_supplier', 'prepare_team', 'check_system', 'look_around')),
  add column skips_role_question boolean not null default false,
  add column hides_first_steps boolean not null default false;

-- When this browser was last used before the present visit, which begins after four hours without a call.
alter table sign_in_sessions add column former_visit_at timestamptz;
