import type { Editor } from '@tiptap/react';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Redo2,
  SquareCode,
  TextQuote,
  Undo2,
} from 'lucide-react';

/** One button of the editor's toolbar. */
export type Tool = {
  label: string;
  Icon: LucideIcon;
  /** The part or mark that the button puts on and off; buttons without one are done when pressed. */
  toggles?: { name: string; attributes?: { level: 2 | 3 } };
  canRun?: (editor: Editor) => boolean;
} & ({ run: (editor: Editor) => void } | { asks: 'link' | 'picture' });

/** The toolbar in groups, in its order. */
export const toolGroups: readonly (readonly Tool[])[] = [
  [
    {
      label: 'Heading',
      Icon: Heading2,
      toggles: { name: 'heading', attributes: { level: 2 } },
      run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      label: 'Smaller heading',
      Icon: Heading3,
      toggles: { name: 'heading', attributes: { level: 3 } },
      run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
  ],
  [
    {
      label: 'Bold',
      Icon: Bold,
      toggles: { name: 'bold' },
      run: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      label: 'Italic',
      Icon: Italic,
      toggles: { name: 'italic' },
      run: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    {
      label: 'Code',
      Icon: Code,
      toggles: { name: 'code' },
      run: (editor) => editor.chain().focus().toggleCode().run(),
    },
    { label: 'Link', Icon: Link2, toggles: { name: 'link' }, asks: 'link' },
  ],
  [
    {
      label: 'Bulleted list',
      Icon: List,
      toggles: { name: 'bulletList' },
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      label: 'Numbered list',
      Icon: ListOrdered,
      toggles: { name: 'orderedList' },
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      label: 'Quotation',
      Icon: TextQuote,
      toggles: { name: 'blockquote' },
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      label: 'Block of code',
      Icon: SquareCode,
      toggles: { name: 'codeBlock' },
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    },
    { label: 'Line', Icon: Minus, run: (editor) => editor.chain().focus().setHorizontalRule().run() },
    { label: 'Picture', Icon: ImagePlus, asks: 'picture' },
  ],
  [
    {
      label: 'Undo',
      Icon: Undo2,
      canRun: (editor) => editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      label: 'Redo',
      Icon: Redo2,
      canRun: (editor) => editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ],
];
