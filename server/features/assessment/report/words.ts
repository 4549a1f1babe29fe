import type { RappPhase, RappPrinciple, RoleAffiliation } from '#contract/catalogue.ts';

/** Whom an action is for, in words. */
export const roleNames: Record<RoleAffiliation, string> = {
  executive_leader: 'Executive leader',
  people_capability_lead: 'People and capability lead',
  technical_lead_ai_ml_data: 'Technical lead (AI, ML, data)',
  legal_risk_compliance: 'Legal, risk and compliance',
  end_user_frontline_staff: 'End user or frontline staff',
  policy_public_interest_lead: 'Policy or public interest lead',
  product_service_owner: 'Product or service owner',
  policy_lead: 'Policy lead',
  technical_lead: 'Technical lead',
  project_manager: 'Project manager',
};

export const principleNames: Record<RappPrinciple, string> = {
  responsible: 'Responsible',
  adaptive: 'Adaptive',
  people_centred: 'People-centred',
  purpose_driven: 'Purpose-driven',
};

export const phaseNames: Record<RappPhase, string> = {
  phase_1_discover_assess: 'Phase 1: Discover & Assess',
  phase_2_design_plan: 'Phase 2: Design & Plan',
  phase_3_develop_prototype: 'Phase 3: Develop & Prototype',
  phase_4_deploy_scale: 'Phase 4: Deploy & Scale',
};

/** "20 November 2026" of an instant, or of a day such as 2026-11-20. */
export function longDate(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}
