import * as z from 'zod/mini';
import { goals, memberRoles } from '../interests.ts';
import { personNameText } from '../names.ts';
import { nullableText } from '../text.ts';
import { TimeZone } from '../time-zones.ts';

/** Builds the schema of an optional choice; an empty text means no choice, because forms send it. */
function choiceOf<Value extends string>(values: readonly Value[], error: string) {
  return z.optional(
    z.pipe(
      z.nullable(z.enum([...values, ''], { error })),
      z.transform((given) => (given || null) as Value | null),
    ),
  );
}

/** Fields of their own account that members may change; fields that are left out stay as they are. */
export const ProfileForm = z.object({
  firstName: z.optional(personNameText({ field: 'First name', max: 100 })),
  lastName: z.optional(personNameText({ field: 'Last name', max: 100 })),
  organization: z.optional(nullableText({ field: 'Organization', max: 200 })),
  roleAffiliation: choiceOf(memberRoles, 'This role is not known'),
  goal: choiceOf(goals, 'This goal is not known'),
  timeZone: z.optional(TimeZone),
});
export type ProfileForm = z.infer<typeof ProfileForm>;
