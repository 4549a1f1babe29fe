import { type ElementType, Fragment, type ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';

type Props = { children?: ReactNode };

/**
 * Puts each text beside elements into an element of its own, and joins texts without elements beside them. A browser's
 * translation replaces text nodes, after which React could neither change nor remove a text, nor insert anything before
 * it. A text that is its parent's only child is set as a whole.
 * @param props the props that JSX has collected for an element of `type`
 */
export function separateTexts(type: ElementType, props: unknown): Props {
  const given = props as Props;
  const { children } = given;
  const parts = Array.isArray(children) ? children : type === Fragment ? [children] : [];
  if (!parts.some(isText)) return given;
  if (parts.some((part) => part && typeof part === 'object')) return { ...given, children: parts.map(separate) };
  const text = parts.filter(isText).join('');
  return { ...given, children: type === Fragment ? span(text) : text };
}

/** Merges each run of texts into its first child, so that each other child keeps its position. */
function separate(child: ReactNode, index: number, children: ReactNode[]): ReactNode {
  if (!isText(child)) return child;
  if (isText(children[index - 1])) return null;
  const end = children.findIndex((other, at) => at > index && !isText(other));
  const text = children.slice(index, end < 0 ? undefined : end).join('');
  // White space is never translated, and its element would be an item of a flex or grid row.
  return text.trim() ? span(text, index) : text;
}

const span = (text: string, index = 0) => jsx('span', { children: text }, `text-${index}`);

const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number';
