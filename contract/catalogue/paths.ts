import * as z from 'zod/mini';
import { blankText, bodyId, codeText, requiredText, trueOrFalse } from '../text.ts';
import { pathOrders } from './catalogue.ts';

/** Maximum lengths and counts of the parts of a learning path. */
export const pathLimits = { sections: 10, steps: 50, title: 200, summary: 500, text: 5_000 };

/** Id of a step, unique in its path and the same from save to save, so that readings of texts stay. */
const StepId = codeText(
  /^[A-Za-z0-9_-]{1,20}$/,
  'The id of a step must be 1 to 20 letters, digits, hyphens or underscores',
);

const common = {
  id: StepId,
  /** Optional steps are open from the beginning and have no number. */
  isOptional: z._default(trueOrFalse('isOptional'), false),
  /** Whether it counts only when it is completed after the member began the path. */
  asksAnew: z._default(trueOrFalse('asksAnew'), false),
  /** Whether members who finished the path before the step was added must complete it as well. */
  asksFinished: z._default(trueOrFalse('asksFinished'), false),
};

const resourceId = bodyId('Choose the resource of each step from the list');

/** A step: complete a resource, pass the check of a resource, take the readiness assessment, or read a text. */
export const PathStep = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('resource'), ...common, resourceId }),
    z.strictObject({ kind: z.literal('check'), ...common, resourceId }),
    z.strictObject({ kind: z.literal('assessment'), ...common }),
    z.strictObject({
      kind: z.literal('text'),
      ...common,
      title: requiredText({
        field: 'The title of a text',
        max: pathLimits.title,
        required: 'Give each text of the path a title',
      }),
      text: requiredText({
        field: 'The text of a step',
        max: pathLimits.text,
        lines: true,
        required: 'Write the text of each step that is a text',
      }),
    }),
  ],
  { error: 'A step is a resource, a check, the assessment or a text' },
);
export type PathStep = z.infer<typeof PathStep>;

const PathSection = z.strictObject({
  /** Blank for a path without headings. */
  title: z._default(blankText({ field: 'The title of a section', max: pathLimits.title }), ''),
  summary: z._default(blankText({ field: 'The sentence about a section', max: pathLimits.summary }), ''),
  steps: z
    .array(PathStep, { error: 'The steps must be a list' })
    .check(z.maxLength(pathLimits.steps, `A path can have at most ${pathLimits.steps} steps`)),
});
export type PathSection = z.infer<typeof PathSection>;

type Sections = { steps: PathStep[] }[];

const stepsIn = (sections: Sections) => sections.flatMap(({ steps }) => steps);

/** Names what a step asks for, to find steps that a path has twice. */
const subjectOf = (step: PathStep) =>
  step.kind === 'text' ? step.id : step.kind === 'assessment' ? step.kind : `${step.kind} ${step.resourceId}`;

const hasEachOnce = (values: readonly string[]) => new Set(values).size === values.length;

/** Content of a learning path as it is edited and stored. */
export const PathContent = z.strictObject({
  order: z.enum(pathOrders, { error: 'The order must be in_order or free' }),
  sections: z.array(PathSection, { error: 'The sections must be a list' }).check(
    z.maxLength(pathLimits.sections, `A path can have at most ${pathLimits.sections} sections`),
    z.refine((sections) => stepsIn(sections).length <= pathLimits.steps, {
      error: `A path can have at most ${pathLimits.steps} steps`,
    }),
    z.refine((sections) => hasEachOnce(stepsIn(sections).map(({ id }) => id)), {
      error: 'Each step needs an id of its own',
    }),
    z.refine((sections) => hasEachOnce(stepsIn(sections).map(subjectOf)), {
      error: 'A path can have each resource, each check and the assessment only once',
    }),
  ),
});
export type PathContent = z.infer<typeof PathContent>;

const storedStep = { id: z.string(), isOptional: z.boolean(), asksAnew: z.boolean(), asksFinished: z.boolean() };

/** Content of a learning path in replies, where every id is a number. */
export const StoredPath = z.object({
  order: z.enum(pathOrders),
  sections: z.array(
    z.object({
      title: z.string(),
      summary: z.string(),
      steps: z.array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('resource'), ...storedStep, resourceId: z.int() }),
          z.object({ kind: z.literal('check'), ...storedStep, resourceId: z.int() }),
          z.object({ kind: z.literal('assessment'), ...storedStep }),
          z.object({ kind: z.literal('text'), ...storedStep, title: z.string(), text: z.string() }),
        ]),
      ),
    }),
  ),
});

export const emptyPath: PathContent = { order: 'in_order', sections: [] };

/** Returns the steps of a path in their order. */
export const stepsOf = ({ sections }: { sections: Sections }): PathStep[] => stepsIn(sections);
