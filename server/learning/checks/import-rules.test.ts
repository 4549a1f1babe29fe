import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CheckFormat } from '#contract/learning/checks-admin.ts';
import { CheckFile } from '#contract/learning/checks-content.ts';
import { defaultCheckSettings, maxCheckFile } from '#contract/learning/checks-limits.ts';
import { everyKind, oneQuestion } from '#tests/support/checks.ts';
import { previewOf, readCheckFile } from './import-rules.ts';

const read = (format: CheckFormat, text: string) => readCheckFile({ format, text });
const gift = (text: string) => read('gift', text);
const mistakesIn = (format: CheckFormat, text: string) =>
  read(format, text).mistakes.map(({ line, sentence }) => [line, sentence]);

describe('mistakes of a GIFT file', () => {
  it.each([
    ['an essay', 'Write about trust. {}', 1, 'An essay has no right answer'],
    ['a description', 'Read the next part first.', 1, 'is no question'],
    ['a part weight', 'Who?\n{\n~%50%A\n~%50%B\n}', 3, 'no part or negative weights'],
    ['a right answer that counts nothing', 'Who? {=%0%A =B}', 1, 'no part or negative weights'],
    ['a negative weight', 'Who? {=A ~%-50%B}', 1, 'no part or negative weights'],
    ['several ranges', 'When? {#=1822:0 =1820:2}', 1, 'one range'],
    ['a weighted range', 'When? {#\n=1822:0\n=%50%1822:2}', 3, 'no part or negative weights'],
    ['a wildcard', 'Who? {=Mo*art}', 1, 'no wildcards'],
    ['HTML', 'Who is <b>that</b>? {=A ~B}', 1, 'Remove the HTML <b>'],
    ['HTML in an answer', 'Who?\n{=A\n~B&nbsp;C}', 3, 'Remove the HTML &nbsp;'],
    ['an HTML question', '[html]Who? {=A ~B}', 1, 'Remove [html]'],
    ['Markdown', '[markdown]*Who?* {=A ~B}', 1, 'Remove [markdown]'],
    ['a category', '$CATEGORY: Law', 1, 'no categories'],
    ['a missing right answer', 'Who? {~A ~B}', 1, 'No answer is right'],
    ['two right answers beside a wrong one', 'Who? {=A =B ~C}', 1, 'Only one answer beside wrong ones'],
    ['an unmarked answer', 'Who? {A ~B}', 1, 'begins with = when it is right'],
    ['an open brace', 'Who? {=A ~B', 1, 'is not closed'],
    ['two groups of answers', 'Who {=A ~B} and {=C ~D}?', 1, 'one { } of answers'],
    ['a pair without a left side', 'Match. {=A -> B =C -> D = -> E}', 1, 'without a left one'],
    ['a match with a wrong answer', 'Match. {=A -> B ~C -> D}', 1, 'Each pair of a match'],
    ['a number in words', 'How much? {#five}', 1, 'is written as 3.14'],
    ['a range from its end', 'How much? {#5..1}', 1, 'begins after its end'],
    ['equal answers', 'Who? {=Zürich ~zurich}', 1, 'Two answers are equal'],
    ['no question', '// only a comment', 1, 'no question'],
    ['characters that are not UTF-8', 'Who?\nMira T\uFFFDllander {=A ~B}', 2, 'Save the file in UTF-8'],
  ])('CHECK-02 names %s with its line', (_what, text, line, sentence) => {
    const { mistakes, questions } = gift(text);
    expect(mistakes[0]).toMatchObject({ line, sentence: expect.stringContaining(sentence) });
    expect(questions).toEqual([]);
  });

  it('CHECK-02 a GIFT file with mistakes imports nothing, and each line with a mistake is named in order', () => {
    const text = 'Good? {=A ~B}\n\n// a comment\nWrite. {}\n\n$CATEGORY: Law\n\nWho? {\n=A\n~%-10%B\n}\n';
    expect(mistakesIn('gift', text).map(([line]) => line)).toEqual([4, 6, 10]);
    expect(gift(text).questions).toEqual([]);
  });
});

it.each([
  ['gift', 'Who? {=A ~B}\n\n', 81],
  ['aiken', 'Who?\nA. Ada\nB. Mira\nANSWER: A\n', 161],
] as const)(
  'CHECK-02 a %s file of more than 40 questions is refused with the mistakes of its first 40',
  (format, text, line) => {
    const wrong = { gift: 'Write. {}\n\n', aiken: 'Who?\nANSWER: A\n' }[format];
    expect(mistakesIn(format, text.repeat(40))).toEqual([]);
    expect(mistakesIn(format, text.repeat(41) + wrong)).toMatchObject([
      [line, 'A check has at most 40 questions, and this file has 41.'],
      [expect.any(Number), expect.any(String)],
    ]);
  },
);

it('CHECK-02 a file of many mistakes is previewed with the first 200 and their number', () => {
  const { mistakes, mistakeCount, questions } = previewOf({ format: 'gift', text: 'A\n\n'.repeat(201) });
  expect([mistakes.length, mistakeCount, questions.length]).toEqual([200, 201, 0]);
});

describe('the largest file', () => {
  const most = maxCheckFile;

  // Each of them took a minute or more: the time limit of a test ends one that does so again.
  it('CHECK-02 GEN-29 a GIFT title of 400,000 hyphens or marks becomes an id at once', () => {
    const of = (title: string) => gift(`::${title}::Who? {=A ~B}`).questions.map(({ id }) => id);
    expect(of(`a${'-'.repeat(most - 40)}b`)).toEqual(['a']);
    expect(of(`a${'-'.repeat(most - 40)}`)).toEqual(['a']);
    expect(of(`${'-'.repeat(most - 40)}b`)).toEqual(['b']);
    expect(of(`a${'\u0301\u0316'.repeat(most / 2 - 40)}b`)).toEqual(['ab']);
    expect(mistakesIn('gift', `How much? {#${'\u0301\u0316'.repeat(most / 2 - 40)}}`)).toEqual([
      [1, 'A number is written as 3.14, 3.14:0.01 or 3..4.'],
    ]);
  });

  it('CHECK-02 GEN-29 a GIFT question with more than 100 answers is refused by the first beyond them', () => {
    const answers = '\n=a'.repeat(101);
    expect(mistakesIn('gift', `Who? {${answers}\n}`)).toEqual([
      [102, 'This question has more answers than any can have. Remove some.'],
    ]);
    expect(mistakesIn('gift', `Who? {${'=a'.repeat(most / 2 - 10)}}`)).toHaveLength(1);
  });
});

describe('a GIFT file', () => {
  it('CHECK-02 a GIFT title that is cut, loses letters or is there twice is noted with its line and its id', () => {
    const blocks = [
      '::Purpose of checks::A? {T}',
      '::A title of more than twenty letters::B? {T}',
      'C? {T}',
      '::Größe?::D? {T}',
      '::目的::E? {T}',
      '::Purpose of checks::F? {T}',
      '::Plain_title-1::G? {T}',
    ];
    const { notes, questions, mistakes } = gift(blocks.join('\n\n'));
    expect(mistakes).toEqual([]);
    expect(notes.map(({ line, sentence }) => [line, sentence.split(':')[0]])).toEqual([
      [3, 'The title “A title of more than twenty letters” becomes the id “A-title-of-more-than”'],
      [7, 'The title “Größe?” becomes the id “Gro-e”'],
      [9, 'The title “目的” becomes the id “q5”'],
      [11, 'The title “Purpose of checks” becomes the id “q6”'],
    ]);
    expect(questions.map(({ id }) => id).slice(0, 2)).toEqual(['Purpose-of-checks', 'A-title-of-more-than']);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(blocks.length);
  });

  it('CHECK-02 a GIFT file imports each kind of question that a check has', () => {
    const text = `\uFEFF// The first comment
::Purpose of checks::What is a check for?{
  =Understanding#Right, as page 2 says.
  // a comment inside
  ~Speed#No.
  ~Price
  ####Checks say more than "reached the end".
}

[plain]A check needs a reader.{TRUE#It does.#Indeed.}

Zürich is in {=Switzerland =Schweiz}.

Match the acts.{
  =GDPR -> Data
  =AI Act -> Systems
}

How much?{#12.5:0.5#About a dozen.}

Between?{#0.1..0.3}

If x <y, then is x> y?{F}

Who\\: 1 \\{ or \\} \\~ \\= \\# \\\\? {=A\\*\\nB}
`.replaceAll('\n', '\r\n');
    const { questions, mistakes, settings } = gift(text);
    expect([mistakes, settings]).toEqual([[], null]);
    expect(questions).toMatchObject([
      {
        id: 'Purpose-of-checks',
        kind: 'one',
        text: 'What is a check for?',
        options: [
          { text: 'Understanding', isRight: true },
          { text: 'Speed', isRight: false },
          { text: 'Price', isRight: false },
        ],
        explanation: 'Checks say more than "reached the end".\nUnderstanding: Right, as page 2 says.\nSpeed: No.',
      },
      {
        kind: 'true_false',
        text: 'A check needs a reader.',
        isTrue: true,
        explanation: 'False: It does.\nTrue: Indeed.',
      },
      { kind: 'text', text: 'Zürich is in _____ .', accepted: ['Switzerland', 'Schweiz'] },
      {
        kind: 'match',
        pairs: [
          { left: 'GDPR', right: 'Data' },
          { left: 'AI Act', right: 'Systems' },
        ],
      },
      { kind: 'number', value: 12.5, tolerance: 0.5, explanation: 'About a dozen.' },
      { kind: 'number', value: 0.2, tolerance: 0.1 },
      { kind: 'true_false', text: 'If x <y, then is x> y?', isTrue: false },
      { kind: 'text', text: 'Who: 1 { or } ~ = # \\?', accepted: ['A* B'] },
    ]);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  });
});

describe('an Aiken file', () => {
  it('CHECK-02 an Aiken file imports answers written as A. and A), with or without a byte order mark', () => {
    const text =
      '\uFEFFWho wrote it?\nA. Ada\nB. Mira\nANSWER: B\n\nWhen,\nas a year?\nA) 2025\nB) 2026\nC) 2027\nANSWER: A\n';
    const { questions, mistakes } = read('aiken', text);
    expect(mistakes).toEqual([]);
    expect(questions).toMatchObject([
      { text: 'Who wrote it?', options: [{ isRight: false }, { text: 'Mira', isRight: true }] },
      { text: 'When,\nas a year?', options: [{ text: '2025', isRight: true }, {}, {}] },
    ]);
  });

  it.each([
    ['a right answer that does not exist', 'Who?\nA. Ada\nB. Mira\nANSWER: C', 4, 'The right answer C does not exist'],
    ['a missing answer', 'Who?\nA. Ada\nC. Mira\nANSWER: A', 3, 'Answer C is not the next one: write B first'],
    ['no right answer', 'Who?\nA. Ada\nB. Mira\n', 1, 'has no “ANSWER:”'],
    ['two letters', 'Who?\nA. Ada\nB. Mira\nANSWER: A, B', 4, 'needs one letter'],
    ['a line between answers', 'Who?\nA. Ada\nand more\nB. Mira\nANSWER: A', 3, 'neither an answer such as “B. …”'],
    ['answers without a question', 'A. Ada\nB. Mira\nANSWER: A', 1, 'The question is missing'],
    ['a question without answers', 'Who?\nANSWER: A', 2, 'has no answers'],
    ['HTML', 'Who is <i>it</i>?\nA. Ada\nB. Mira\nANSWER: A', 1, 'Remove the HTML'],
    ['equal answers', 'Who?\nA. Ada\nB. ADA\nANSWER: A', 1, 'Two answers are equal'],
  ])('CHECK-02 names %s with its line', (_what, text, line, sentence) => {
    expect(mistakesIn('aiken', text)).toEqual([[line, expect.stringContaining(sentence)]]);
  });
});

describe('a JSON file', () => {
  it('CHECK-02 the repository has the JSON schema of the files of checks', async () => {
    const file = path.join(import.meta.dirname, '../../../docs/publisher/knowledge-check.schema.json');
    const schema = z.toJSONSchema(CheckFile, { io: 'input', unrepresentable: 'any' });
    const title = 'A knowledge check of RAPP Learning';
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...schema, title });
  });

  const content = { settings: { ...defaultCheckSettings, passMark: 90 }, questions: [...everyKind] };

  it('CHECK-02 a JSON file imports questions of every kind with their settings', () => {
    expect(read('json', `\uFEFF${JSON.stringify({ $schema: './x.json', ...content })}`)).toEqual({
      mistakes: [],
      notes: [],
      ...content,
    });
  });

  it.each([
    ['{', 'The file', 'JSON'],
    ['[]', 'The file', ''],
    [
      JSON.stringify({ ...content, questions: [{ ...oneQuestion('a'), points: 2 }] }),
      'questions[0].points',
      'nothing of this name',
    ],
    [JSON.stringify({ questions: [] }), 'settings', 'missing'],
    [JSON.stringify({ ...content, questions: [oneQuestion('a'), oneQuestion('a')] }), 'questions', 'id of its own'],
    [JSON.stringify({ ...content, questions: [{ ...oneQuestion('a'), kind: 'essay' }] }), 'questions[0]', 'kind'],
    [
      JSON.stringify({ ...content, questions: [{ ...oneQuestion('a'), text: 'x'.repeat(2001) }] }),
      'questions[0].text',
      'at most 2000 characters',
    ],
    [
      JSON.stringify({ ...content, questions: Array.from({ length: 41 }, (_, place) => oneQuestion(`q${place}`)) }),
      'questions',
      'at most 40 questions, and this file has 41',
    ],
  ])('CHECK-02 names the place of a mistake (%#)', (text, path, sentence) => {
    const [first] = read('json', text).mistakes;
    expect([first?.line, first?.path?.startsWith(path)]).toEqual([null, true]);
    expect(first?.sentence).toContain(sentence);
  });
});
