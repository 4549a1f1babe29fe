import { createElement, Fragment, type ReactNode, type Ref } from 'react';
import type { ArticleBlock, ArticleInline, ArticleListItem, ArticleMark } from '#contract/article-nodes.ts';
import type { ArticleSection } from '#contract/article-text.ts';
import { isTitled } from '#contract/article-text.ts';
import '../../ui/prose.css';
import { AppLink } from '../../platform/link.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { linkKindOf } from './article-display.ts';

type ArticleTextProps = {
  /** What is drawn, one element for each. */
  blocks: readonly ArticleBlock[];
  sections: readonly ArticleSection[];
  ref?: Ref<HTMLDivElement>;
};

/** A text as React nodes: its tree names the elements, and nothing in it can be anything else. */
export function ArticleText({ blocks, sections, ref }: ArticleTextProps) {
  const ids = sections.map(({ id }) => id).values();
  return together(
    'div',
    { ref, className: 'prose' },
    blocks.map((block) => drawBlock(block, ids)),
  );
}

function drawBlock(block: ArticleBlock, ids: Iterator<string>): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return together('p', {}, drawLine(block.content));
    case 'heading': {
      const id = isTitled(block) ? ids.next().value : undefined;
      return together(block.attrs.level === 2 ? 'h2' : 'h3', { id }, drawLine(block.content));
    }
    case 'bulletList':
      return together('ul', {}, block.content.map(drawItem));
    case 'orderedList':
      return together('ol', { start: block.attrs.start }, block.content.map(drawItem));
    case 'blockquote':
      return together('blockquote', {}, drawWithin(block.content));
    case 'codeBlock':
      return <pre>{together('code', {}, drawLine(block.content))}</pre>;
    case 'image':
      return <img src={block.attrs.src} alt={block.attrs.alt} loading="lazy" />;
    case 'horizontalRule':
      return <hr />;
  }
}

function drawItem({ content }: ArticleListItem): ReactNode {
  return together('li', {}, drawWithin(content));
}

/** What lies in lists and quotations begins no section. */
function drawWithin(blocks: readonly ArticleBlock[]): ReactNode[] {
  return blocks.map((block) => drawBlock(block, noIds));
}

const noIds: Iterator<string> = { next: () => ({ done: true, value: undefined }) };

function drawLine(parts: readonly ArticleInline[] = []): ReactNode[] {
  return parts.map((part) =>
    part.type === 'hardBreak' ? <br key="break" /> : (part.marks ?? []).reduceRight(drawMark, part.text as ReactNode),
  );
}

function drawMark(words: ReactNode, mark: ArticleMark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{words}</strong>;
    case 'italic':
      return <em>{words}</em>;
    case 'code':
      return <code>{words}</code>;
    case 'link':
      return drawLink(mark.attrs.href, words);
  }
}

function drawLink(href: string, words: ReactNode): ReactNode {
  const kind = linkKindOf(href);
  if (kind === 'screen') return <AppLink href={href}>{words}</AppLink>;
  if (kind === 'here') return <a href={href}>{words}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {words}
      <VisuallyHidden> (opens a new tab)</VisuallyHidden>
    </a>
  );
}

/** An element around parts that never change their places, and so need no keys. */
function together(tag: string, properties: object, parts: readonly ReactNode[]): ReactNode {
  return createElement(tag, properties, ...parts.map((part) => createElement(Fragment, null, part)));
}
