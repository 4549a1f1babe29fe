import { expect, test } from 'vitest';
import { demoResources } from './catalogue/resources.ts';
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
