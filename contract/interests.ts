import type { RoleAffiliation } from './catalogue.ts';

// Without shapes, so that the dashboard loads no more than these lists.

/** The roles that a member can name; in the order of the screen; each is a role affiliation of resources. */
export const memberRoles = [
  'executive_leader',
  'people_capability_lead',
  'technical_lead_ai_ml_data',
  'legal_risk_compliance',
  'product_service_owner',
  'policy_public_interest_lead',
  'end_user_frontline_staff',
  'project_manager',
] as const satisfies readonly RoleAffiliation[];
export type MemberRole = (typeof memberRoles)[number];

/** What brings a member here. */
export const goals = ['set_rules', 'choose_supplier', 'prepare_team', 'check_system', 'look_around'] as const;
export type Goal = (typeof goals)[number];
