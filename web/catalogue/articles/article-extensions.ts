import { liftListItem, sinkListItem } from '@tiptap/pm/schema-list';
import type { EditorView } from '@tiptap/pm/view';
import { Mark, mergeAttributes, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { isArticleLink, isPictureAddress } from '#contract/catalogue/articles-nodes.ts';
import type { PictureSizes } from '#contract/catalogue/files.ts';

/** Picture of the portal with its alternative text. Pasted pictures from elsewhere are dropped. */
const Picture = Node.create<{ sizes: PictureSizes }>({
  name: 'image',
  group: 'block',
  draggable: true,
  addOptions: () => ({ sizes: {} }),
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [
    {
      tag: 'img[src][alt]',
      getAttrs: (element) =>
        isPictureAddress(element.getAttribute('src') ?? '') && element.getAttribute('alt')?.trim() ? null : false,
    },
  ],
  renderHTML({ HTMLAttributes }) {
    return ['img', mergeAttributes(HTMLAttributes, this.options.sizes[HTMLAttributes.src] ?? {})];
  },
});

/** Superscript or subscript letters; each excludes the other. */
const shifted = (name: 'superscript' | 'subscript', tag: 'sup' | 'sub') =>
  Mark.create({
    name,
    excludes: 'superscript subscript',
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/**
 * Returns the editor's extensions for the blocks and marks of an article, which the contract defines.
 * @param sizes sizes of the text's pictures, to reserve their space while they load
 */
export const articleExtensions = (sizes: PictureSizes) => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    strike: false,
    underline: false,
    link: {
      openOnClick: false,
      autolink: false,
      defaultProtocol: 'https',
      isAllowedUri: isArticleLink,
      // The reader decides where and how a link opens.
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Picture.configure({ sizes }),
  shifted('superscript', 'sup'),
  shifted('subscript', 'sub'),
];

/**
 * Handles keys that the editor itself does not know or uses differently. Tab moves to the next field, as everywhere in
 * a form; Ctrl+K asks for a link; Ctrl and brackets change the level of list items.
 * @returns whether the editor must ignore the key
 */
export function editorKeys(view: EditorView, event: KeyboardEvent, onLink: () => void): boolean {
  const key = event.key.toLowerCase();
  if (key === 'tab') return true;
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return false;
  const item = view.state.schema.nodes.listItem;
  if (key === 'k') onLink();
  else if (key === ']' && item) sinkListItem(item)(view.state, view.dispatch);
  else if (key === '[' && item) liftListItem(item)(view.state, view.dispatch);
  else return false;
  event.preventDefault();
  return true;
}
