import * as z from 'zod/mini';
import { codeText, exactText, writtenLine, writtenText } from '../text.ts';
import { RappPhase, RappPrinciple, RoleAffiliation } from './catalogue.ts';
import { assessmentLevels } from './content-limits.ts';

export type AssessmentLevel = (typeof assessmentLevels)[number];
export const AssessmentLevel = z.enum(assessmentLevels);

/** The error for an invalid id of an action. */
const contentIdSentence = 'must be 1 to 20 letters, digits, points, hyphens or underscores';

const text = writtenText;
const noteText = (max: number) => z.nullable(text(max));
const id = codeText(/^[A-Za-z0-9_.-]{1,20}$/, contentIdSentence);
const questionId = exactText({ max: 60 });
const points = z.int().check(z.gte(0), z.lte(1000));

/** A possible answer, with its points and the start of the band of the same name. */
const LevelContent = z.strictObject({
  level: AssessmentLevel,
  name: writtenLine(40),
  points,
  /** Minimum points of the band, in a section and overall; the band ends where the next one begins. */
  sectionFrom: points,
  overallFrom: points,
  meaning: text(600),
  next: text(600),
});

const perLevel = <Value>(value: z.ZodMiniType<Value>) => z.record(AssessmentLevel, value);

const ActionContent = z.strictObject({
  id,
  text: text(400),
  principle: RappPrinciple,
  phase: RappPhase,
  role: RoleAffiliation,
});
export type ActionContent = z.infer<typeof ActionContent>;

const QuestionContent = z.strictObject({
  id: questionId,
  title: writtenLine(80),
  /** One word, for charts. */
  shortName: writtenLine(30),
  text: text(400),
  help: noteText(1000),
  statements: perLevel(text(600)),
  evidence: text(1000),
  drawsOn: text(1000),
  references: z.strictObject({ nist: text(400), iso: text(400), euAiAct: noteText(400) }),
  actions: perLevel(z.array(ActionContent).check(z.minLength(1), z.maxLength(5))),
});
export type QuestionContent = z.infer<typeof QuestionContent>;

const SectionContent = z.strictObject({
  id: questionId,
  title: writtenLine(80),
  intro: text(600),
  /** Meaning of each band for this section. */
  results: perLevel(text(600)),
  questions: z.array(QuestionContent),
});

/** The assessment as a publisher writes it: wording, scoring and actions. */
export const WrittenAssessment = z.strictObject({
  status: writtenLine(200),
  texts: z.strictObject({
    purpose: text(600),
    disclaimer: text(600),
    coverage: text(600),
    answering: text(600),
    thresholds: text(600),
    indicative: text(600),
    references: text(600),
    highRisk: text(600),
  }),
  levels: z.array(LevelContent),
  /** While one of these questions is at the lowest level, the overall band is at most `highest`. */
  limits: z
    .array(z.strictObject({ questions: z.array(questionId).check(z.minLength(1)), highest: AssessmentLevel }))
    .check(z.maxLength(20)),
  sections: z.array(SectionContent),
  principles: z.array(
    z.strictObject({
      principle: RappPrinciple,
      meaning: text(600),
      questions: z.array(questionId).check(z.minLength(1)),
    }),
  ),
  phases: z.array(z.strictObject({ phase: RappPhase, use: text(600) })),
  frameworks: z
    .array(z.strictObject({ name: writtenLine(200), use: text(1000), note: text(1000) }))
    .check(z.maxLength(30)),
});
export type WrittenAssessment = z.infer<typeof WrittenAssessment>;

/** One version of the assessment. Attempts name the version that they answered. */
export type AssessmentContent = WrittenAssessment & { version: string };
