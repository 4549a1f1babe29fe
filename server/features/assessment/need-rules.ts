import type { AssessmentNeeds } from '#contract/assessment.ts';
import { type AssessmentContent, assessmentLevels } from '#contract/assessment-content.ts';
import type { RappPhase, RappPrinciple, RoleAffiliation } from '#contract/catalogue.ts';
import { questionsOf } from './rules.ts';

/** Fewer members than this are not counted: one of them might be recognised. */
export const fewestMembers = 5;

type Tags = { principle: RappPrinciple; phase: RappPhase; role: RoleAffiliation };

/** One text for tags that are asked for together. */
export const keyOfTags = ({ principle, phase, role }: Tags) => `${principle} ${phase} ${role}`;

/** Every action of an answer below the highest level, with the answer that asks for it. */
export function neededActions(content: AssessmentContent) {
  const below = assessmentLevels.slice(0, -1);
  return questionsOf(content).flatMap((question) =>
    below.flatMap((level) => question.actions[level].map((action) => ({ action, question, level }))),
  );
}

/** What to count: each answer under the id of every action it asks for, and under that action's tags. */
export function needsToCount(content: AssessmentContent): { questionId: string; level: string; key: string }[] {
  return neededActions(content).flatMap(({ action, question, level }) =>
    [action.id, keyOfTags(action)].map((key) => ({ questionId: question.id, level, key })),
  );
}

/** The actions that enough members need, most needed first, then in the order of the content. */
export function mostNeeded(
  content: AssessmentContent,
  counts: ReadonlyMap<string, number>,
): AssessmentNeeds['actions'] {
  return neededActions(content)
    .map(({ action, question }) => ({ ...action, questionTitle: question.title, members: counts.get(action.id) ?? 0 }))
    .filter(({ members }) => members >= fewestMembers)
    .toSorted((a, b) => b.members - a.members);
}

/**
 * The tags for which nothing is published. What many members need comes first; among those with too few members to count,
 * what most actions ask for.
 */
export function gapsOf(
  content: AssessmentContent,
  counts: ReadonlyMap<string, number>,
  unserved: readonly Tags[],
): AssessmentNeeds['gaps'] {
  const actions = neededActions(content).map(({ action }) => keyOfTags(action));
  return unserved
    .map(({ principle, phase, role }) => {
      const key = keyOfTags({ principle, phase, role });
      const members = counts.get(key) ?? 0;
      return {
        principle,
        phase,
        role,
        actions: actions.filter((one) => one === key).length,
        members: members >= fewestMembers ? members : null,
      };
    })
    .toSorted(
      (a, b) => (b.members ?? 0) - (a.members ?? 0) || b.actions - a.actions || (keyOfTags(a) < keyOfTags(b) ? -1 : 1),
    );
}
