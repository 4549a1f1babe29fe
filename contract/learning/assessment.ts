import * as z from 'zod/mini';
import { AssessmentLevel } from '../catalogue/assessment-content.ts';
import {
  AccessType,
  RappPhase,
  RappPrinciple,
  ResourceSummary,
  ResourceType,
  RoleAffiliation,
} from '../catalogue/catalogue.ts';
import { bodyId, exactText, Id, optionalText, trueOrFalse } from '../text.ts';

const Level = z.object({ level: AssessmentLevel, name: z.string() });

/** A version of the assessment: sections, questions and their statements, and the points and bands of the levels. */
export const AssessmentQuestions = z.object({
  version: z.string(),
  disclaimer: z.string(),
  answering: z.string(),
  levels: z.array(z.extend(Level, { points: z.int(), sectionFrom: z.int(), overallFrom: z.int() })),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      intro: z.string(),
      questions: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          text: z.string(),
          help: z.nullable(z.string()),
          statements: z.object({
            initial: z.string(),
            emerging: z.string(),
            developing: z.string(),
            advanced: z.string(),
          }),
        }),
      ),
    }),
  ),
});
export type AssessmentQuestions = z.infer<typeof AssessmentQuestions>;

/** A day such as 2026-11-20. */
const Day = z.iso.date({ error: 'The date must be a day such as 2026-11-20' });
const OptionalDay = z._default(z.nullable(Day), null);

const answerText = exactText({ max: 100 });

/** Answers to compute a result from. The server checks ids and levels against the version. */
export const GivenAnswers = z.object({
  contentVersion: answerText,
  answers: z.record(answerText, answerText, { error: 'The answers must name a level for each question' }),
});
export type GivenAnswers = z.infer<typeof GivenAnswers>;

/** Answers to save. Answers with the same `startedAt` belong to one attempt, and later ones replace earlier ones. */
export const NewAttempt = z.extend(GivenAnswers, {
  /** The tool that the member answered with; null for answers of the public assessment. */
  resourceId: z.nullable(bodyId('The id must be a whole number')),
  startedAt: z.iso.datetime({ offset: true, error: 'The time must be an ISO 8601 date and time' }),
  scope: optionalText({ field: 'Scope', max: 200 }),
  assessedOn: OptionalDay,
});
export type NewAttempt = z.infer<typeof NewAttempt>;

export const CreatedAttempt = z.object({ id: z.int() });
export type CreatedAttempt = z.infer<typeof CreatedAttempt>;

/** An attempt in the member's history, scored under its own version. */
export const AttemptSummary = z.object({
  id: z.int(),
  contentVersion: z.string(),
  scope: z.nullable(z.string()),
  assessedOn: z.nullable(z.string()),
  createdAt: z.string(),
  percent: z.int(),
  band: AssessmentLevel,
  bandName: z.string(),
});
export type AttemptSummary = z.infer<typeof AttemptSummary>;

/** A member's notes on an action. Days are such as 2026-11-20, times ISO 8601 in UTC. */
export const PlanEntry = z.object({
  owner: z.nullable(z.string()),
  dueOn: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
});
export type PlanEntry = z.infer<typeof PlanEntry>;

export const ChangePlanEntry = z.object({
  isDone: trueOrFalse('isDone'),
  owner: optionalText({ field: 'Owner', max: 100 }),
  dueOn: OptionalDay,
});
export type ChangePlanEntry = z.infer<typeof ChangePlanEntry>;

export const PlanEntryParams = z.object({ id: Id, actionId: exactText({ max: 20 }) });
export type PlanEntryParams = z.infer<typeof PlanEntryParams>;

/** A resource that helps with an action: its cost for this member, and its prices in major units. */
const HelpfulResource = z.object({
  id: z.int(),
  title: z.string(),
  type: ResourceType,
  accessType: AccessType,
  cost: z.enum(['owned', 'free', 'plan', 'price']),
  price: z.nullable(z.number()),
  monthlyPrice: z.nullable(z.number()),
  annualPrice: z.nullable(z.number()),
});
export type HelpfulResource = z.infer<typeof HelpfulResource>;

const RecommendedAction = z.object({
  id: z.string(),
  text: z.string(),
  principle: RappPrinciple,
  phase: RappPhase,
  role: RoleAffiliation,
  questionId: z.string(),
  questionTitle: z.string(),
  sectionTitle: z.string(),
  level: AssessmentLevel,
  holdsBack: z.boolean(),
  /** Null while the action is not in the member's plan. */
  entry: z.nullable(PlanEntry),
  /** The tags that the resources share with the action: the closest match for which anything is published. */
  fit: z.enum(['principle-phase-role', 'principle-phase', 'phase', 'none']),
  resources: z.array(HelpfulResource),
});
export type RecommendedAction = z.infer<typeof RecommendedAction>;

const Share = { points: z.int(), most: z.int(), percent: z.int(), band: AssessmentLevel };

const Overall = z.object({
  ...Share,
  /** The band by points alone; `band` is lower when a limit holds it back. */
  bandOfPoints: AssessmentLevel,
  meaning: z.string(),
  next: z.string(),
  heldBackBy: z.array(z.object({ questionId: z.string(), title: z.string(), highest: AssessmentLevel })),
});

const SectionResult = z.object({ id: z.string(), title: z.string(), ...Share, text: z.string() });

/** The previous attempt; figures of another version are not compared. */
const PreviousAttempt = z.extend(AttemptSummary, {
  isComparable: z.boolean(),
  /** Actions of its plan that were done. */
  doneActions: z.array(z.object({ id: z.string(), text: z.string(), doneAt: z.string() })),
});

/** The whole result, in the wording of the attempt's own version. */
export const AssessmentResult = z.object({
  id: z.int(),
  contentVersion: z.string(),
  scope: z.nullable(z.string()),
  assessedOn: z.nullable(z.string()),
  createdAt: z.string(),
  /** The resource with which the attempt was made; null for the public assessment, or when the resource is gone. */
  resourceId: z.nullable(z.int()),
  texts: z.object({
    purpose: z.string(),
    disclaimer: z.string(),
    coverage: z.string(),
    answering: z.string(),
    thresholds: z.string(),
    indicative: z.string(),
    references: z.string(),
    highRisk: z.string(),
  }),
  levels: z.array(z.extend(Level, { points: z.int(), sectionFrom: z.int(), overallFrom: z.int() })),
  overall: Overall,
  sections: z.array(z.extend(SectionResult, { previousPercent: z.nullable(z.int()) })),
  answers: z.array(
    z.object({
      questionId: z.string(),
      sectionId: z.string(),
      title: z.string(),
      shortName: z.string(),
      level: AssessmentLevel,
      statement: z.string(),
      previousLevel: z.nullable(AssessmentLevel),
      references: z.object({ nist: z.string(), iso: z.string(), euAiAct: z.nullable(z.string()) }),
    }),
  ),
  principles: z.array(z.object({ principle: RappPrinciple, meaning: z.string(), percent: z.int() })),
  /** Most urgent first. */
  actions: z.array(RecommendedAction),
  previous: z.nullable(PreviousAttempt),
});
export type AssessmentResult = z.infer<typeof AssessmentResult>;

/** The assessment for the caller: the resource that opens it, the progress of saved answers, and the latest result. */
export const OwnAssessment = z.object({
  /**
   * The resource that opens the assessment, preferably one the caller has access to. Null while the catalogue has none.
   */
  resource: z.nullable(
    z.object({
      id: z.int(),
      hasAccess: z.boolean(),
      /** Share of answered questions, in whole percent. */
      percent: z.int(),
    }),
  ),
  latest: z.nullable(AttemptSummary),
});
export type OwnAssessment = z.infer<typeof OwnAssessment>;

/** The visitor's result from twelve answers: the bands and the most useful actions (TRY-02). */
export const PublicAssessmentResult = z.object({
  overall: Overall,
  sections: z.array(SectionResult),
  actions: z.array(
    z.extend(
      z.pick(RecommendedAction, {
        id: true,
        text: true,
        principle: true,
        phase: true,
        role: true,
        questionId: true,
        questionTitle: true,
        level: true,
        holdsBack: true,
      }),
      {
        /** Listed resources that help; empty while the catalogue is not public. */
        resources: z.array(
          z.pick(ResourceSummary, {
            id: true,
            title: true,
            type: true,
            accessType: true,
            price: true,
            monthlyPrice: true,
            annualPrice: true,
            thumbnailUrl: true,
            featuredImageUrl: true,
            rappPrinciples: true,
          }),
        ),
      },
    ),
  ),
});
export type PublicAssessmentResult = z.infer<typeof PublicAssessmentResult>;

/** The assessment for visitors: its questions, and a result as an example. */
export const PublicAssessment = z.object({ questions: AssessmentQuestions, example: PublicAssessmentResult });
export type PublicAssessment = z.infer<typeof PublicAssessment>;

/** Number of members concerned; null when it is too small to be shown. */
const Members = z.nullable(z.int());

/** Needs of the members whose latest attempt answered `contentVersion`, from counts only. */
export const AssessmentNeeds = z.object({
  contentVersion: z.string(),
  /** Minimum count that is shown. */
  fewest: z.int(),
  /** Most needed first; actions that too few members need are left out. */
  actions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      questionTitle: z.string(),
      principle: RappPrinciple,
      phase: RappPhase,
      role: RoleAffiliation,
      members: z.int(),
    }),
  ),
  /** Combinations of tags that actions ask for and no listed resource has. */
  gaps: z.array(
    z.object({
      principle: RappPrinciple,
      phase: RappPhase,
      role: RoleAffiliation,
      /** Number of the assessment's actions, without those of the highest level, that ask for the combination. */
      actions: z.int(),
      members: Members,
    }),
  ),
});
export type AssessmentNeeds = z.infer<typeof AssessmentNeeds>;
