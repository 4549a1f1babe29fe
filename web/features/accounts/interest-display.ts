import type { Goal, MemberRole } from '#contract/accounts-profile.ts';

// The order of both lists is the order on screen. The contract's list of roles would bring its shapes along.

/** The roles that a member can name; catalogue has their words. */
export const memberRoles: readonly MemberRole[] = [
  'executive_leader',
  'people_capability_lead',
  'technical_lead_ai_ml_data',
  'legal_risk_compliance',
  'product_service_owner',
  'policy_public_interest_lead',
  'end_user_frontline_staff',
  'project_manager',
];

/** What brings a member here, in words. */
export const goalNames: Record<Goal, string> = {
  set_rules: 'Set rules for AI in my organisation',
  choose_supplier: 'Choose or check a supplier',
  prepare_team: 'Prepare my team',
  check_system: 'Check a system before launch',
  look_around: 'Look around',
};
