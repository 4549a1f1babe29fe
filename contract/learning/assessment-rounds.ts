import * as z from 'zod/mini';
import { AssessmentLevel } from '../catalogue/assessment-content.ts';
import { RappPhase, RappPrinciple, ResourceType, RoleAffiliation } from '../catalogue/catalogue.ts';
import { nameText } from '../names.ts';
import { bodyId, exactText, Id, requiredText } from '../text.ts';
import { AssessmentQuestions } from './assessment.ts';

/** Maximum number of groups in a round, and of people in each list of a call. */
const maxGroups = 30;
const maxGroupPeople = 5000;

const Day = z.iso.date({ error: 'The last day must be a day such as 2026-11-20' });
const PeopleIds = z
  .array(bodyId('A person must be a number'), { error: 'people must be a list' })
  .check(
    z.minLength(1, 'Choose at least one person'),
    z.maxLength(maxGroupPeople, `At most ${maxGroupPeople} people can be named at once`),
  );
const RoundGroupForm = z.object({ name: requiredText({ field: 'Name of a group', max: 80 }), people: PeopleIds });

/**
 * A round of the assessment in an organisation (TEAM-01). The invited people are those in `groups` and in `people`;
 * with `all`, or without any names, everybody in the organisation.
 */
export const RoundForm = z.object({
  title: nameText({ field: 'Title', max: 120 }),
  /** Last day for answers (UTC). */
  closesOn: Day,
  groups: z._default(
    z.array(RoundGroupForm, { error: 'groups must be a list' }).check(
      z.maxLength(maxGroups, `A round can have at most ${maxGroups} groups`),
      z.refine((groups) => new Set(groups.map(({ name }) => name.toLowerCase())).size === groups.length, {
        error: 'Each group needs a name of its own',
      }),
    ),
    [],
  ),
  people: z.optional(PeopleIds),
  all: z.optional(z.literal(true, { error: 'all must be true' })),
});
export type RoundForm = z.infer<typeof RoundForm>;

export const RoundParams = z.object({ id: Id, roundId: Id });
export type RoundParams = z.infer<typeof RoundParams>;

/** A round without its results; times are ISO 8601 in UTC. */
export const AssessmentRound = z.object({
  id: z.int(),
  title: z.string(),
  contentVersion: z.string(),
  createdAt: z.string(),
  closesOn: z.string(),
  /** Null until the round is closed, by a call or by the job after its last day. */
  closedAt: z.nullable(z.string()),
  /** Number of people who were invited; null for learners, as is `answered`. */
  invited: z.nullable(z.int()),
  answered: z.nullable(z.int()),
  /** Whether the round is closed and shows results (TEAM-04). */
  hasResults: z.boolean(),
  /** The caller's own part while people can answer; `not-invited` for every round afterwards. */
  own: z.enum(['not-invited', 'waiting', 'answered']),
});
export type AssessmentRound = z.infer<typeof AssessmentRound>;

/** The questions for an invited person, with the caller's own answers so far; no other person sees them (TEAM-02). */
export const RoundSheet = z.object({
  id: z.int(),
  title: z.string(),
  organisation: z.string(),
  closesOn: z.string(),
  /** Number of people invited. */
  invited: z.int(),
  questions: AssessmentQuestions,
  answers: z.nullable(z.record(z.string(), AssessmentLevel)),
});
export type RoundSheet = z.infer<typeof RoundSheet>;

/** Number of people who chose each level. */
export const LevelCounts = z.object({
  initial: z.int(),
  emerging: z.int(),
  developing: z.int(),
  advanced: z.int(),
});
export type LevelCounts = z.infer<typeof LevelCounts>;

/** The counts of each question, by its id. */
export type QuestionCounts = Readonly<Record<string, LevelCounts>>;

const Score = { points: z.int(), most: z.int(), percent: z.int(), band: AssessmentLevel };

const RoundQuestion = z.object({
  id: z.string(),
  sectionId: z.string(),
  title: z.string(),
  distribution: LevelCounts,
  median: AssessmentLevel,
  /** The standard deviation of the answers, in levels. */
  spread: z.number(),
  /** The median in the round that `previous` of the results names; null without one. */
  previousMedian: z.nullable(AssessmentLevel),
});
export type RoundQuestion = z.infer<typeof RoundQuestion>;

const RoundGroup = z.object({
  name: z.string(),
  /** Number of people who answered; null for a hidden group, as are all fields below. */
  answered: z.nullable(z.int()),
  overall: z.nullable(AssessmentLevel),
  sections: z.nullable(z.array(z.object({ id: z.string(), band: AssessmentLevel }))),
  questions: z.nullable(
    z.array(z.object({ id: z.string(), distribution: LevelCounts, median: AssessmentLevel, spread: z.number() })),
  ),
});
export type RoundGroup = z.infer<typeof RoundGroup>;

/**
 * The results of a closed round (TEAM-03, TEAM-04). In a round without results, `overall` and `previous` are null, and
 * all lists but `levels` are empty.
 */
export const RoundResults = z.object({
  id: z.int(),
  title: z.string(),
  contentVersion: z.string(),
  closedAt: z.string(),
  invited: z.int(),
  answered: z.int(),
  hasResults: z.boolean(),
  levels: z.array(z.object({ level: AssessmentLevel, name: z.string() })),
  /** The result of the medians, scored like the answers of one person. */
  overall: z.nullable(
    z.object({
      ...Score,
      meaning: z.string(),
      next: z.string(),
      heldBackBy: z.array(z.object({ questionId: z.string(), title: z.string(), highest: AssessmentLevel })),
    }),
  ),
  sections: z.array(z.object({ id: z.string(), title: z.string(), text: z.string(), ...Score })),
  questions: z.array(RoundQuestion),
  /** Ids of the questions on which answers differ most, widest spread first; at most three. */
  disagreed: z.array(z.string()),
  groups: z.array(RoundGroup),
  /** The last round before this one that has results under the same content version; null without one. */
  previous: z.nullable(z.object({ id: z.int(), title: z.string(), closedAt: z.string() })),
});
export type RoundResults = z.infer<typeof RoundResults>;

const planStates = ['not_started', 'in_progress', 'done'] as const;
const PlanState = z.enum(planStates, { error: 'status must be not_started, in_progress or done' });
export type PlanState = z.infer<typeof PlanState>;

/** An action of a round's plan (TEAM-05). */
const RoundPlanAction = z.object({
  id: z.string(),
  text: z.string(),
  principle: RappPrinciple,
  phase: RappPhase,
  role: RoleAffiliation,
  questionId: z.string(),
  questionTitle: z.string(),
  level: AssessmentLevel,
  holdsBack: z.boolean(),
  /** The person of the organisation who is responsible; null without one. */
  owner: z.nullable(z.object({ userId: z.int(), name: z.string() })),
  dueOn: z.nullable(z.string()),
  status: PlanState,
  resources: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      type: ResourceType,
      /** Whether the organisation has seats of the resource, or of the plan that opens it. */
      inSeats: z.boolean(),
    }),
  ),
});
export type RoundPlanAction = z.infer<typeof RoundPlanAction>;

/** The recommended actions by the medians of the round, most urgent first. */
export const RoundPlan = z.object({ roundId: z.int(), actions: z.array(RoundPlanAction) });
export type RoundPlan = z.infer<typeof RoundPlan>;

/** Owners, due dates and states of actions; other actions remain. */
export const RoundPlanForm = z.object({
  actions: z
    .array(
      z.object({
        id: exactText({ error: 'Name the action', max: 20, tooLong: 'There is no such action' }),
        ownerId: z._default(z.nullable(bodyId('The owner must be a person of the organisation')), null),
        dueOn: z._default(z.nullable(z.iso.date({ error: 'The day must be one such as 2026-11-20' })), null),
        status: z._default(PlanState, 'not_started'),
      }),
      { error: 'actions must be a list' },
    )
    .check(
      z.minLength(1, 'Name at least one action'),
      z.maxLength(100, 'At most 100 actions can be changed at once'),
      z.refine((actions) => new Set(actions.map(({ id }) => id)).size === actions.length, {
        error: 'Name each action once',
      }),
    ),
});
export type RoundPlanForm = z.infer<typeof RoundPlanForm>;
