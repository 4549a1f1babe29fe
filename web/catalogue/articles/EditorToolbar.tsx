import { type Editor, useEditorState } from '@tiptap/react';
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
import { type KeyboardEvent, useRef, useState } from 'react';

export type AskedFor = 'link' | 'picture';

type EditorToolbarProps = { editor: Editor; controls: string; onAsk: (asked: AskedFor) => void };

/** Buttons of the editor: one tab stop, with arrow keys between them. */
export function EditorToolbar({ editor, controls, onAsk }: EditorToolbarProps) {
  const [current, setCurrent] = useState(0);
  const toolbar = useRef<HTMLDivElement>(null);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      tools.map(({ toggles, canRun }) => ({
        isPressed: toggles && now.isActive(toggles.name, toggles.attributes),
        isUnavailable: canRun ? !canRun(now) : false,
      })),
  });

  function moveWithArrows(event: KeyboardEvent) {
    const moves: Record<string, number> = {
      ArrowRight: (current + 1) % tools.length,
      ArrowLeft: (current + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  }

  function press(tool: Tool, isUnavailable: boolean) {
    setCurrent(tools.indexOf(tool));
    if (isUnavailable) return;
    if ('run' in tool) return tool.run(editor);
    // The dialog returns the focus to the element that had it, which should be the text.
    editor.view.focus();
    onAsk(tool.asks);
  }

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={moveWithArrows}
      className="prose-tools"
    >
      {toolGroups.map((group) => (
        <div key={group[0]?.label} className="flex gap-0.5">
          {group.map((tool) => {
            const index = tools.indexOf(tool);
            const { isPressed, isUnavailable = false } = states[index] ?? {};
            return (
              <button
                key={tool.label}
                type="button"
                title={tool.label}
                aria-label={tool.label}
                aria-pressed={isPressed}
                aria-disabled={isUnavailable || undefined}
                tabIndex={index === current ? 0 : -1}
                onClick={() => press(tool, isUnavailable)}
                className="prose-tool"
              >
                <tool.Icon size={18} />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

type Tool = {
  label: string;
  Icon: LucideIcon;
  /** Node or mark that the button toggles; absent for buttons that only run a command. */
  toggles?: { name: string; attributes?: { level: 2 | 3 } };
  canRun?: (editor: Editor) => boolean;
} & ({ run: (editor: Editor) => void } | { asks: 'link' | 'picture' });

const toolGroups: readonly (readonly Tool[])[] = [
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

const tools = toolGroups.flat();
