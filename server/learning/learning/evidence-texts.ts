import { csvText, textCell } from '#contract/csv.ts';
import { longDay, shortDay } from '#contract/dates.ts';
import { passedCheckText, withoutCheckText } from '#contract/learning/checks-limits.ts';
import type { Words } from '#contract/words.ts';
import { type AskedRow, type CompletionRow, evidenceLimits, type Period, roleName } from './evidence-rules.ts';
import { statusNames } from './rules.ts';

/** Data that the texts of a pack have in common. */
export type EvidenceAbout = Pick<Period, 'from' | 'to'> & {
  organisation: string;
  productName: string;
  createdAt: Date;
  words: Words;
};

const columns = [
  'Name',
  'Email',
  'Role',
  'Resource',
  'Present version',
  'Assigned on',
  'Due on',
  'Asks for confirmation',
  'State',
  'Completed on',
  'Completed version',
  'Confirmed on',
  'Check',
  'Certificate',
];

export const peopleHead = csvText([columns]);

const dayOf = (instant: Date | null) => instant?.toISOString().slice(0, 10) ?? '';

/** Returns lines of people.csv: one for each assignment. */
export function peopleLines(rows: readonly AskedRow[], words: Words): string {
  return csvText(
    rows.map((row) =>
      [
        row.name,
        row.email,
        roleName(words, row.role),
        row.title,
        String(row.currentVersion),
        dayOf(row.madeAt),
        row.dueOn,
        row.asksConfirmation ? 'yes' : 'no',
        statusNames[row.status],
        dayOf(row.completedAt),
        row.version === null ? '' : String(row.version),
        dayOf(row.confirmedAt),
        checkText(row),
        row.code ?? '',
      ].map(textCell),
    ),
  );
}

/** Says how the check was passed, or that the resource was completed without it; otherwise empty. */
function checkText({ check, hasCheck, completedAt }: AskedRow): string {
  if (check) return passedCheckText(check);
  return hasCheck && completedAt ? withoutCheckText : '';
}

/** Returns the state of an assignment for the summary. */
export function stateText(row: AskedRow): string {
  const { status, completedAt, version, currentVersion } = row;
  if (completedAt === null) return statusNames[status];
  const done = `completed ${shortDay(completedAt)}`;
  if (status !== 'completed') return `${statusNames[status]}, last ${done}`;
  const edition = version === currentVersion ? `version ${version}` : `version ${version} of ${currentVersion}`;
  const check = checkText(row);
  return `${done.charAt(0).toUpperCase()}${done.slice(1)}, ${edition}${check && `; ${check}`}`;
}

const schemaFile = 'completions.schema.json';

/**
 * Returns completions.json up to the list of completions, which `completionText` continues and `completionsEnd` closes.
 */
export function completionsHead(about: EvidenceAbout): string {
  const { organisation, from, to, createdAt, productName } = about;
  const head = {
    $schema: schemaFile,
    organisation,
    from,
    to,
    createdAt: createdAt.toISOString(),
    createdBy: productName,
    method: methodOf(about),
    limits: evidenceLimits,
  };
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "completions": [`;
}

export const completionsEnd = '\n  ]\n}\n';

/** Returns one completion of the list. The caller must put a comma before each except the first. */
export function completionText(row: CompletionRow, words: Words): string {
  return `\n    ${JSON.stringify({
    name: row.name,
    email: row.email,
    role: roleName(words, row.role),
    resourceId: row.resourceId,
    resource: row.title,
    version: row.version,
    completedAt: row.completedAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    assignedAt: row.assignedAt.toISOString(),
    dueOn: row.dueOn,
    asksConfirmation: row.asksConfirmation,
    check: row.check,
    certificate: row.code,
  })}`;
}

const text = { type: 'string' };
const nullable = (type: object) => ({ anyOf: [type, { type: 'null' }] });
const time = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };
const whole = { type: 'integer' };
const allOf = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

export const completionsSchema = `${JSON.stringify(
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Completions of an evidence pack',
    ...allOf({
      $schema: text,
      organisation: text,
      from: day,
      to: day,
      createdAt: time,
      createdBy: text,
      method: { type: 'array', items: text },
      limits: { type: 'array', items: text },
      completions: {
        type: 'array',
        items: allOf({
          name: text,
          email: text,
          role: text,
          resourceId: { type: 'integer' },
          resource: text,
          version: { type: 'integer', description: 'The version of the content on that day' },
          completedAt: time,
          confirmedAt: nullable(time),
          assignedAt: time,
          dueOn: day,
          asksConfirmation: { type: 'boolean' },
          check: {
            ...nullable(allOf({ percent: whole, passMark: whole, version: whole })),
            description: 'How the knowledge check was passed; null for what was completed without a check',
          },
          certificate: { ...nullable(text), description: 'The code of the certificate, for the page that verifies it' },
        }),
      },
    }),
  },
  null,
  2,
)}\n`;

/** Explains how the figures are computed, a sentence each. */
function methodOf({ from, to }: Pick<Period, 'from' | 'to'>): string[] {
  const [first, last] = [longDay(from), longDay(to)];
  return [
    `The period is ${first} to ${last}. Days begin at midnight UTC; a period that ends today ends when the pack was created.`,
    'The pack counts the assignments that were live at the end of the period, of people who are in the organisation now. It leaves out assignments that were completed before the period and not due again within it.',
    'A resource is completed at the end of its pages, text or video, when its tool reports 100%, or when the person marks it as finished. Where an assignment asks for it, it counts from the day on which "I have read and understood this." was confirmed.',
    'A resource with a knowledge check is completed by passing it. What was completed before it had one stays completed, and is marked as completed without a check.',
    'A learning path is completed when all its required steps are.',
    'A completion counts until its refresh is due, also one from before the assignment. A new version of the content does not undo it.',
    'An assignment is overdue when it was due before the last day of the period and not completed. Titles, roles and present versions are those of the day on which the pack was created.',
    'completions.json lists what was completed within the period since it was assigned, and a completion before the assignment where that counts for it; one that was confirmed has the day of its confirmation.',
  ];
}

/** Returns method.md: the contents of the pack, how its figures are computed, and their limits. */
export function methodText(about: EvidenceAbout): string {
  const { organisation, from, to, createdAt, productName } = about;
  const list = (sentences: readonly string[]) => sentences.map((sentence) => `- ${sentence}\n`).join('');
  return `# Evidence pack of ${organisation}

${longDay(from)} to ${longDay(to)}, created ${createdAt.toISOString()} by ${productName}.

## Files

- summary.pdf: the figures, by resource and by role, and who was asked what.
- people.csv: a line for each assignment with its state at the end of the period.
- offboarding.csv: whose access the directory of the organisation ended within the period, and how many sessions, seats, API keys and tool tokens that were.
- completions.json: what was completed within the period; ${schemaFile} is its JSON Schema.

## Method

${list(methodOf({ from, to }))}
## Limits

${list(evidenceLimits)}`;
}
