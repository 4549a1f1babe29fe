import * as z from 'zod/mini';
import { RappPhase, RappPrinciple, RoleAffiliation } from './catalogue.ts';

/** The four levels of an answer and the names of the bands, lowest first. */
export const assessmentLevels = ['initial', 'emerging', 'developing', 'advanced'] as const;
export type AssessmentLevel = (typeof assessmentLevels)[number];
export const AssessmentLevel = z.enum(assessmentLevels);

/** What can be answered, with the points it gives and where the band of its name begins. */
const LevelContent = z.object({
  level: AssessmentLevel,
  name: z.string(),
  points: z.int(),
  /** The band reaches from this many points of a section, or of the whole, up to the next band. */
  sectionFrom: z.int(),
  overallFrom: z.int(),
  meaning: z.string(),
  next: z.string(),
});

const perLevel = <Value>(value: z.ZodMiniType<Value>) => z.record(AssessmentLevel, value);

const ActionContent = z.object({
  id: z.string(),
  text: z.string(),
  principle: RappPrinciple,
  phase: RappPhase,
  role: RoleAffiliation,
});
export type ActionContent = z.infer<typeof ActionContent>;

const QuestionContent = z.object({
  id: z.string(),
  title: z.string(),
  /** One word, for charts. */
  shortName: z.string(),
  text: z.string(),
  help: z.nullable(z.string()),
  statements: perLevel(z.string()),
  evidence: z.string(),
  drawsOn: z.string(),
  references: z.object({ nist: z.string(), iso: z.string(), euAiAct: z.nullable(z.string()) }),
  actions: perLevel(z.array(ActionContent)),
});
export type QuestionContent = z.infer<typeof QuestionContent>;

const SectionContent = z.object({
  id: z.string(),
  title: z.string(),
  intro: z.string(),
  /** What each band means for this section. */
  results: perLevel(z.string()),
  questions: z.array(QuestionContent),
});

/** One version of the assessment's wording, scoring and actions. */
export const AssessmentContent = z.object({
  version: z.string(),
  status: z.string(),
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
  levels: z.array(LevelContent),
  /** While one of these questions is at the lowest level, the overall band is at most `highest`. */
  limits: z.array(z.object({ questions: z.array(z.string()), highest: AssessmentLevel })),
  sections: z.array(SectionContent),
  principles: z.array(z.object({ principle: RappPrinciple, meaning: z.string(), questions: z.array(z.string()) })),
  phases: z.array(z.object({ phase: RappPhase, use: z.string() })),
  frameworks: z.array(z.object({ name: z.string(), use: z.string(), note: z.string() })),
});
export type AssessmentContent = z.infer<typeof AssessmentContent>;

/** Reads a version from its file. @throws when the file has another shape */
export function parseAssessmentContent(value: unknown): AssessmentContent {
  return AssessmentContent.parse(value);
}
