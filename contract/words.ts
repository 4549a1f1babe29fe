// Without zod: every screen loads it.
import type { RappPhase, RappPrinciple, RoleAffiliation } from './catalogue/catalogue.ts';

/** A principle: its name, its demand on readers, and its promise in a few words. */
export type PrincipleWords = { name: string; aim: string; promise: string };

/** Names and descriptions of principles, phases and roles in a portal; null where there is no description. */
export type Words = {
  principles: Record<RappPrinciple, PrincipleWords>;
  phases: Record<RappPhase, { step: string; name: string; description: string | null }>;
  roles: Record<RoleAffiliation, { name: string; description: string | null }>;
};

const phase = (number: number, name: string) => ({ step: `Phase ${number}`, name, description: null });
const role = (name: string) => ({ name, description: null });

/** Default words, of the RAPP framework, until an administrator publishes others. Keys are in the order of screens. */
export const usualWords: Words = {
  principles: {
    responsible: {
      name: 'Responsible',
      aim: 'Agree thresholds and owners before release.',
      promise: 'Clear owners, evidence and limits.',
    },
    adaptive: {
      name: 'Adaptive',
      aim: 'Learn early and change course safely.',
      promise: 'Learn early, change course safely.',
    },
    people_centred: {
      name: 'People-centred',
      aim: 'Name who is affected and hear from them.',
      promise: 'Designed with those it affects.',
    },
    purpose_driven: {
      name: 'Purpose-driven',
      aim: 'Start from a need, then choose the tool.',
      promise: 'A real need before a tool.',
    },
  },
  phases: {
    phase_1_discover_assess: phase(1, 'Discover & Assess'),
    phase_2_design_plan: phase(2, 'Design & Plan'),
    phase_3_develop_prototype: phase(3, 'Develop & Prototype'),
    phase_4_deploy_scale: phase(4, 'Deploy & Scale'),
  },
  roles: {
    executive_leader: role('Executive leader'),
    people_capability_lead: role('People and capability lead'),
    technical_lead_ai_ml_data: role('Technical lead (AI, ML, data)'),
    legal_risk_compliance: role('Legal, risk and compliance'),
    end_user_frontline_staff: role('End user or frontline staff'),
    policy_public_interest_lead: role('Policy or public interest lead'),
    product_service_owner: role('Product or service owner'),
    policy_lead: role('Policy lead'),
    technical_lead: role('Technical lead'),
    project_manager: role('Project manager'),
  },
};

/** Returns a phase in one line (ADM-TOOL-09). */
export function phaseLabel({ step, name }: { step: string; name: string }): string {
  return `${step}: ${name}`;
}

/** Returns the phases, each in one line. */
export function phaseLabels(phases: Words['phases']): Record<RappPhase, string> {
  const labels = Object.entries(phases).map(([key, phase]) => [key, phaseLabel(phase)]);
  // Safe cast, because the keys are those of `phases`.
  return Object.fromEntries(labels) as Record<RappPhase, string>;
}

/** Returns the names of a table, by the same keys. */
export function namesIn<Key extends string>(table: Record<Key, { name: string }>): Record<Key, string> {
  const names = Object.entries<{ name: string }>(table).map(([key, { name }]) => [key, name]);
  // Safe cast, because the keys are those of `table`.
  return Object.fromEntries(names) as Record<Key, string>;
}
