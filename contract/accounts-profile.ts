import * as z from 'zod/mini';
import type { RoleAffiliation } from './catalogue.ts';
import { nullableText, requiredText } from './text.ts';

/** The roles that a member can name; each is a role affiliation of resources. */
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

/** One of some values; an empty text is none, as forms send it. */
function choiceOf<Value extends string>(values: readonly Value[], error: string) {
  return z.optional(
    z.pipe(
      z.nullable(z.enum([...values, ''], { error })),
      z.transform((given) => (given || null) as Value | null),
    ),
  );
}

/** What a member may change about themselves; what is left out stays as it is. */
export const ProfileForm = z.object({
  firstName: z.optional(requiredText({ field: 'First name', max: 100 })),
  lastName: z.optional(requiredText({ field: 'Last name', max: 100 })),
  organization: z.optional(nullableText({ field: 'Organization', max: 200 })),
  roleAffiliation: choiceOf(memberRoles, 'This role is not known'),
  goal: choiceOf(goals, 'This goal is not known'),
});
export type ProfileForm = z.infer<typeof ProfileForm>;
