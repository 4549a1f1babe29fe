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

/** Returns the error of something that is no object, or that has fields which a path does not know. */
const objectError = (noun: string) => (issue: { code: string; keys?: readonly string[]; input?: unknown }) => {
  if (issue.code === 'unrecognized_keys') return `${noun} has no field “${issue.keys?.[0] ?? ''}”`;
  if (noun === 'The path' && typeof issue.input === 'string') {
    return 'The path is not readable as JSON. Copy its cell from an export of the catalogue, and change that';
  }
  return `${noun} must be an object, as an export of the catalogue has it`;
};

const common = {
  id: StepId,
  /** Optional steps are open from the beginning and have no number. */
  isOptional: z._default(trueOrFalse('isOptional'), false),
  /** Whether only a completion on or after the day (UTC) on which the member began the path counts. */
  asksAnew: z._default(trueOrFalse('asksAnew'), false),
  /** Whether members who finished the path before the step was added must complete it as well. */
  asksFinished: z._default(trueOrFalse('asksFinished'), false),
};

const resourceId = bodyId('Choose the resource of each step from the list');

/** A step: complete a resource, pass the check of a resource, take the readiness assessment, or read a text. */
export const PathStep = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('resource'), ...common, resourceId }, { error: objectError('A step') }),
    z.strictObject({ kind: z.literal('check'), ...common, resourceId }, { error: objectError('A step') }),
    z.strictObject({ kind: z.literal('assessment'), ...common }, { error: objectError('A step') }),
    z.strictObject(
      {
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
      },
      { error: objectError('A step') },
    ),
  ],
  { error: 'A step is a resource, a check, the assessment or a text' },
);
export type PathStep = z.infer<typeof PathStep>;

const PathSection = z.strictObject(
  {
    /** Blank for a path without headings. */
    title: z._default(blankText({ field: 'The title of a section', max: pathLimits.title }), ''),
    summary: z._default(blankText({ field: 'The sentence about a section', max: pathLimits.summary }), ''),
    steps: z
      .array(PathStep, { error: 'The steps must be a list' })
      .check(z.maxLength(pathLimits.steps, `A path can have at most ${pathLimits.steps} steps`)),
  },
  { error: objectError('A section') },
);
export type PathSection = z.infer<typeof PathSection>;

type Sections = { steps: PathStep[] }[];

const stepsIn = (sections: Sections) => sections.flatMap(({ steps }) => steps);

/** Returns a key for the subject of a step, to find steps that a path has twice. */
const subjectOf = (step: PathStep) =>
  step.kind === 'text' ? step.id : step.kind === 'assessment' ? step.kind : `${step.kind} ${step.resourceId}`;

const hasEachOnce = (values: readonly string[]) => new Set(values).size === values.length;

/** Content of a learning path as it is edited and stored. */
export const PathContent = z.strictObject(
  {
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
  },
  { error: objectError('The path') },
);
export type PathContent = z.infer<typeof PathContent>;

const storedStep = { id: z.string(), isOptional: z.boolean(), asksAnew: z.boolean(), asksFinished: z.boolean() };

/** Content of a learning path in replies, where each `resourceId` is a number; requests may send its digits as text. */
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

export const stepsOf = ({ sections }: { sections: Sections }): PathStep[] => stepsIn(sections);

/** Error of a path that is to be sold although all its resources are free (PATH-01). */
export const freeAnyway =
  'Each resource of this path is free, so everybody has the path without buying it. Make the path free, or add a resource that is not';
