import { type DemoContents, type DemoSection, note, section, steps, table } from './document.ts';

/** One part of a template: the blank form, and the same form filled in where an example helps. */
type TemplatePart = { blank: DemoSection | null; example: DemoSection | null };

type TemplateInput = {
  format: 'docx' | 'xlsx' | 'pptx';
  subtitle: string;
  edition: string;
  purpose: string[];
  howToUse: string[];
  parts: TemplatePart[];
  /** What the worked example is about, in one sentence. */
  exampleOf: string;
  /** Role and what that role confirms by signing. */
  signOff: [role: string, confirms: string][];
  review: string;
};

/** A form of questions, each with the answer the worked example gives. */
export const questions = (
  heading: string,
  guidance: string,
  rows: [question: string, exampleAnswer: string][],
): TemplatePart => ({
  blank: section(
    heading,
    guidance,
    table(
      heading,
      ['Question', 'Your answer'],
      rows.map(([question]) => [question, '']),
    ),
  ),
  example: section(`Example: ${heading.toLowerCase()}`, table(`${heading}, filled in`, ['Question', 'Answer'], rows)),
});

/** A table that grows by a row per case, with rows of the worked example and room for your own. */
export const register = (
  heading: string,
  guidance: string,
  columns: string[],
  exampleRows: string[][],
): TemplatePart => ({
  blank: section(
    heading,
    guidance,
    table(
      heading,
      columns,
      Array.from({ length: 6 }, () => columns.map(() => '')),
    ),
  ),
  example: section(`Example: ${heading.toLowerCase()}`, table(`${heading}, filled in`, columns, exampleRows)),
});

/** A part that is the same for everybody: a scale, a checklist or a slide to present. */
export const page = (...contents: Parameters<typeof section>): TemplatePart => ({
  blank: section(...contents),
  example: null,
});

/** A part that only the worked example has. */
export const examplePage = (...contents: Parameters<typeof section>): TemplatePart => ({
  blank: null,
  example: section(...contents),
});

const isSection = (part: DemoSection | null): part is DemoSection => part !== null;

const signOffSection = (signOff: TemplateInput['signOff']): DemoSection =>
  section(
    'Sign-off',
    table(
      'Who signs and what they confirm',
      ['Role', 'Confirms that', 'Name', 'Date'],
      signOff.map(([role, confirms]) => [role, confirms, '', '']),
    ),
  );

const reviewSection = (review: string): DemoSection =>
  section(
    'Review',
    review,
    table(
      'Review log',
      ['Date', 'Reviewed by', 'What changed and why'],
      [
        ['', '', ''],
        ['', '', ''],
        ['', '', ''],
      ],
    ),
  );

/**
 * Puts a template in the order all our templates share: purpose, how to use it, the form, a worked example, sign-off
 * and review.
 */
export function template(input: TemplateInput): DemoContents {
  return {
    format: input.format,
    subtitle: input.subtitle,
    edition: input.edition,
    sections: [
      section('Purpose', ...input.purpose),
      section('How to use this template', steps(...input.howToUse)),
      ...input.parts.map((part) => part.blank).filter(isSection),
      section('Worked example', input.exampleOf, note('The example is invented. Replace it with your own case.')),
      ...input.parts.map((part) => part.example).filter(isSection),
      signOffSection(input.signOff),
      reviewSection(input.review),
    ],
  };
}
