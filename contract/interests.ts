import type { RoleAffiliation } from './catalogue/catalogue.ts';

// Without schemas, so that the dashboard loads no more than these lists.

/** Roles that members can choose, in the order of the screen; each is also a role affiliation of resources. */
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

/** Goals that members can choose: their reason to use the portal. */
export const goals = ['set_rules', 'choose_supplier', 'prepare_team', 'check_system', 'look_around'] as const;
export type Goal = (typeof goals)[number];
