import { expect, test } from 'vitest';
import { sectionsOf } from '#contract/catalogue/articles-text.ts';
import { CheckContent } from '#contract/learning/checks-content.ts';
import { problemsOf } from '#contract/learning/checks-warnings.ts';
import { demoResources } from './catalogue/resources.ts';
import { demoChecks } from './checks.ts';
import { contentsOf, writtenKeys } from './content.ts';

const head = '---\nsubtitle: Who decides.\n---\n\n';

test('a demo text gives sections of paragraphs, lists, notes and tables', () => {
  const text = `${head}## First\n\nOne line.\n\n- a\n- b\n\n1. c\n2. d\n\n> A note.\n\n## Second\n\n### Roles\n\n| Role | Name |\n| --- | --- |\n| Owner |  |\n`;
  expect(contentsOf(text)).toEqual({
    subtitle: 'Who decides.',
    sections: [
      {
        heading: 'First',
        blocks: [
          { kind: 'paragraph', text: 'One line.' },
          { kind: 'bullets', items: ['a', 'b'] },
          { kind: 'steps', items: ['c', 'd'] },
          { kind: 'note', text: 'A note.' },
        ],
      },
      {
        heading: 'Second',
        blocks: [{ kind: 'table', title: 'Roles', columns: ['Role', 'Name'], rows: [['Owner', '']] }],
      },
    ],
  });
});

test('a demo text without a subtitle or with an untitled table is refused by name', () => {
  expect(() => contentsOf('## First\n')).toThrow('no subtitle');
  expect(() => contentsOf(`${head}## First\n\n| Role |\n| --- |\n| Owner |\n`)).toThrow('“First” has no title');
});

test('every demo text belongs to a resource of the catalogue', () => {
  const used = demoResources.flatMap(({ key, article }) => (article ? key : []));
  expect([...writtenKeys].toSorted()).toEqual(used.toSorted());
});

test('CHECK-10 three resources of the demo have checks without a warning, whose pointers lead into their texts', () => {
  expect(Object.keys(demoChecks)).toHaveLength(3);
  for (const [key, content] of Object.entries(demoChecks)) {
    const { article } = demoResources.find((resource) => resource.key === key) ?? {};
    const sections = article ? sectionsOf(article).map(({ id, title }) => `${id} ${title}`) : [];
    const named = content.questions.map(
      ({ pointer }) => pointer?.kind === 'heading' && `${pointer.section} ${pointer.title}`,
    );
    expect([problemsOf(content), named.filter((one) => !one || !sections.includes(one))]).toEqual([[], []]);
    expect(CheckContent.parse(content)).toEqual(content);
  }
});
